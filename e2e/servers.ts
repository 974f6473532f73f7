import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaults } from '../worker/cli/defaults.ts'
import { startLocal } from '../worker/cli/local.ts'
import { findFreePort } from '../worker/cli/ports.ts'

/** Where the servers of this run are. Playwright hands the environment of its global setup on to every worker. */
export type Servers = {
  gateway: string
  shop: string
  /** The folder of the gateway's databases. */
  state: string
  /** Everything that gateway and shop printed. */
  log: string
}

const variable = 'SLUICE_E2E_SERVERS'

export const servers = (): Servers => JSON.parse(process.env[variable] ?? '') as Servers

/**
 * Starts the gateway and the shop once for all tests, as `npm run dev` does, on free ports and on an empty database.
 * @returns what ends them again
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-e2e-'))
  const [state, log] = [join(folder, 'state'), join(folder, 'servers.log')]
  const [gatewayPort, shopPort] = [await findFreePort(), await findFreePort()]
  const local = await startLocal({
    config: defaults.config,
    state,
    envFile: join(folder, 'worker.vars'),
    gatewayPort,
    shopPort,
    onOutput: (chunk) => appendFileSync(log, chunk),
  })
  const started: Servers = { gateway: local.gateway.url, shop: local.shop.url, state, log }
  process.env[variable] = JSON.stringify(started)
  return async () => {
    await local.stop()
    await rm(folder, { recursive: true })
  }
}
