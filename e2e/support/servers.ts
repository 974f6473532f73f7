import { appendFileSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { startLocal } from '../../worker/cli/dev/local.ts'
import { createSandboxes } from './sandboxes.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { scanArtifacts, recordArtifacts } from '../../worker/proof/leaks/artifacts.ts'

/** The servers of this run. Playwright passes the environment of its global setup to every worker. */
export type Servers = {
  gateway: string
  shop: string
  /** The state folder with the gateway's databases. */
  state: string
  /** A copy of the state folder before the first test: migrated, with the demo account. */
  untouched: string
  /** The gateway's variables, with the root keys that seal its databases. */
  envFile: string
  /** The output of gateway and shop. */
  log: string
  /** Artifacts of each gateway of this run, searched for leaks: see worker/proof/leaks/artifacts.ts. */
  trail: string
}

const variable = 'SLUICE_E2E_SERVERS'

export const servers = (): Servers => JSON.parse(process.env[variable] ?? '') as Servers

/** Copies the databases of a state folder in use. */
const copyDatabases = async (state: string, target: string): Promise<void> => {
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: state })) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    const database = new DatabaseSync(join(state, file), { readOnly: true })
    await backup(database, join(target, file))
    database.close()
  }
}

export type GatewayState = {
  state: string
  envFile: string
  /** Searches the gateway’s files for leaks and removes them. @throws if a card, a CVV or a secret is found */
  remove: () => Promise<void>
}

/** A state folder for a test's own gateway, copied since creating a database takes longer than most tests. */
export const createState = async (): Promise<GatewayState> => {
  const { untouched, envFile, trail } = servers()
  const state = await mkdtemp(join(tmpdir(), 'sluice-state-'))
  await cp(untouched, state, { recursive: true })
  const remove = async () => {
    await scanArtifacts(trail, envFile, state)
    await rm(state, { recursive: true })
  }
  return { state, envFile, remove }
}

/**
 * Starts the gateway and the shop for all tests, as `npm run dev` does, on free ports and an empty database.
 * @returns a function that searches the files of all gateways for leaks and stops the servers
 */
export default async function startServers(): Promise<() => Promise<void>> {
  return startServersOn(await findFreePort(), await findFreePort())
}

/** Starts gateway and shop on given ports, as `startServers` does on free ones. */
export const startServersOn = async (gatewayPort: number, shopPort: number): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-e2e-'))
  const [state, untouched] = [join(folder, 'state'), join(folder, 'untouched')]
  const [envFile, log, trail] = [join(folder, 'worker.vars'), join(folder, 'servers.log'), join(folder, 'trail')]
  await recordArtifacts(trail)
  const local = await startLocal({
    config: defaults.config,
    state,
    envFile,
    gatewayPort,
    shopPort,
    onOutput: (chunk) => appendFileSync(log, chunk),
  })
  // Wrangler’s request traces of this gateway are searched, too. Gateways of single tests run without traces, which saves a seventh of their
  // start and of each request.
  Object.assign(process.env, { X_LOCAL_OBSERVABILITY: 'false', X_LOCAL_EXPLORER: 'false' })
  await copyDatabases(state, untouched)
  await createSandboxes(state)
  const started: Servers = { gateway: local.gateway.url, shop: local.shop.url, state, untouched, envFile, log, trail }
  process.env[variable] = JSON.stringify(started)
  return async () => {
    try {
      // Before the stop, since the runtime then removes its own files.
      await scanArtifacts(trail, envFile)
    } finally {
      await local.stop()
      await rm(folder, { recursive: true })
    }
  }
}
