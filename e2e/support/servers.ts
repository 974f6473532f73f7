import { appendFileSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { startLocal } from '../../worker/cli/dev/local.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { lookThrough, openTrail } from '../../worker/proof/leaks/artifacts.ts'

/** Where the servers of this run are. Playwright hands the environment of its global setup on to every worker. */
export type Servers = {
  gateway: string
  shop: string
  /** The folder of the gateway's databases. */
  state: string
  /** A state folder with the databases as they were before the first test: migrated, with the demo account. */
  untouched: string
  /** The gateway's secrets, which its databases are sealed with. */
  envFile: string
  /** Everything that gateway and shop printed. */
  log: string
  /** Where each gateway of this run leaves its trail: see worker/proof/leaks/artifacts.ts. */
  trail: string
}

const variable = 'SLUICE_E2E_SERVERS'

export const servers = (): Servers => JSON.parse(process.env[variable] ?? '') as Servers

/** Copies the databases of a state folder while they are in use. */
const copyDatabases = async (state: string, target: string): Promise<void> => {
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: state })) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    const database = new DatabaseSync(join(state, file), { readOnly: true })
    await backup(database, join(target, file))
    database.close()
  }
}

export type State = {
  state: string
  envFile: string
  /** Looks through everything that gateways have left there, and removes it. @throws where a card, a CVV or a secret is in it */
  remove: () => Promise<void>
}

/** A state folder for a gateway of a test's own. Making a database from nothing takes longer than most tests. */
export const makeState = async (): Promise<State> => {
  const { untouched, envFile, trail } = servers()
  const state = await mkdtemp(join(tmpdir(), 'sluice-state-'))
  await cp(untouched, state, { recursive: true })
  const remove = async () => {
    await lookThrough(trail, envFile, state)
    await rm(state, { recursive: true })
  }
  return { state, envFile, remove }
}

/**
 * Starts the gateway and the shop once for all tests, as `npm run dev` does, on free ports and on an empty database.
 * @returns what looks through everything that they and the gateways of tests have left, and ends them
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-e2e-'))
  const [state, untouched] = [join(folder, 'state'), join(folder, 'untouched')]
  const [envFile, log, trail] = [join(folder, 'worker.vars'), join(folder, 'servers.log'), join(folder, 'trail')]
  await openTrail(trail)
  const [gatewayPort, shopPort] = [await findFreePort(), await findFreePort()]
  const local = await startLocal({
    config: defaults.config,
    state,
    envFile,
    gatewayPort,
    shopPort,
    onOutput: (chunk) => appendFileSync(log, chunk),
  })
  // Of this one the traces are searched, too, that wrangler keeps of each request. Those that tests start for themselves do without: a
  // seventh of their start, and of each request to them.
  Object.assign(process.env, { X_LOCAL_OBSERVABILITY: 'false', X_LOCAL_EXPLORER: 'false' })
  await copyDatabases(state, untouched)
  const started: Servers = { gateway: local.gateway.url, shop: local.shop.url, state, untouched, envFile, log, trail }
  process.env[variable] = JSON.stringify(started)
  return async () => {
    try {
      // Before the end, at which the runtime removes what it keeps for itself.
      await lookThrough(trail, envFile)
    } finally {
      await local.stop()
      await rm(folder, { recursive: true })
    }
  }
}
