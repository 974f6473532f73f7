import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleUrl } from '../../../worker/cli/dev/consoleUrl.ts'
import { defaults } from '../../../worker/cli/dev/defaults.ts'
import { startLocal } from '../../../worker/cli/dev/local.ts'
import { findFreePort } from '../../../worker/cli/wrangler/ports.ts'

/** Starts a gateway with the year of the demo shop. */
export const startYearConsole = async (): Promise<{ origin: string; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-console-'))
  const local = await startLocal({
    config: defaults.config,
    state: join(folder, 'state'),
    envFile: join(folder, 'worker.vars'),
    gatewayPort: await findFreePort(),
    shopPort: await findFreePort(),
    withYear: true,
    onOutput: () => {},
  })
  return {
    origin: consoleUrl(local.gateway.url),
    stop: async () => {
      await local.stop()
      await rm(folder, { recursive: true })
    },
  }
}
