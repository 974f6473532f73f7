import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../../cli/dev/local.ts'
import { ensureWidgets } from '../../../cli/build/widgets.ts'
import { telling } from '../../../../e2e/webhooks/gateway.ts'

/** A state folder of its own, with a database that is up to date. */
export const makePlace = async (): Promise<{ state: string; envFile: string; remove: () => Promise<void> }> => {
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-soak-'))
  const place = { state: join(folder, 'state'), envFile: join(folder, 'worker.vars') }
  await prepareDatabase({ config: telling, ...place })
  return { ...place, remove: () => rm(folder, { recursive: true }) }
}
