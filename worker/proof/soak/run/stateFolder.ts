import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../../cli/dev/local.ts'
import { ensureWidgets } from '../../../cli/build/widgets.ts'
import { acquirerWorker } from '../../../../e2e/webhooks/gateway.ts'

/** Creates a new state folder with a migrated database. */
export const createStateFolder = async (): Promise<{ state: string; envFile: string; remove: () => Promise<void> }> => {
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-soak-'))
  const paths = { state: join(folder, 'state'), envFile: join(folder, 'worker.vars') }
  await prepareDatabase({ config: acquirerWorker, ...paths })
  return { ...paths, remove: () => rm(folder, { recursive: true }) }
}
