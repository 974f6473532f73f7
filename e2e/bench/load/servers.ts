import { globSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { awaitGateway, type Gateway } from '../../../worker/cli/wrangler/gateway.ts'
import { prepareDatabase } from '../../../worker/cli/dev/local.ts'
import { findFreePort } from '../../../worker/cli/wrangler/ports.ts'
import { start } from '../../../worker/cli/wrangler/processes.ts'
import { inRepository, repository } from '../../../worker/cli/repository.ts'
import { accountSql, keySql, settingsSql } from '../../../worker/cli/accounts/accountSql.ts'
import { executeSql, quiet, type Place } from '../../../worker/cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../worker/domain/apiKeys/format.ts'
import type { Usage } from '../../../worker/testing/workers/metered/usage.ts'
import { schema } from '../../../worker/testing/workers/baseline/baselines.ts'
import { seedEventsAndKeys } from '../../../worker/testing/scale/manyEvents.ts'
import { seedTransactions } from '../../../worker/testing/scale/manyTransactions.ts'
import { cpuTimeMs } from './cpuTime.ts'
import { connect, type Connection } from './load.ts'

/** A worker under load, with its counters. */
export class Server {
  readonly #gateway: Gateway
  readonly connections: readonly Connection[]

  constructor(gateway: Gateway, headers: Readonly<Record<string, string>> = {}) {
    this.#gateway = gateway
    this.connections = connect(gateway.url, headers)
  }

  get url(): string {
    return this.#gateway.url
  }

  async counts(): Promise<Usage> {
    return (await (await fetch(`${this.url}/counts`)).json()) as Usage
  }

  /** The runtime’s CPU time including the database and wrangler's proxy; null on systems without /proc. */
  cpuMs(): number | null {
    return cpuTimeMs(this.#gateway.worker.pid)
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()))
    await this.#gateway.worker.kill()
  }
}

/** The worker that counts its usage. */
export const gatewayConfig = inRepository('worker/testing/workers/metered/wrangler.jsonc')
const baselinesConfig = inRepository('worker/testing/workers/baseline/wrangler.jsonc')

/** Starts a worker without a debugger and without its observability. */
export const startServer = async (
  { config, state }: Place,
  envFile: string,
  headers?: Readonly<Record<string, string>>,
): Promise<Server> => {
  const port = await findFreePort()
  const worker = start({
    command: process.execPath,
    args: [
      inRepository('e2e/bench/load/serveWorker.ts'),
      '--config',
      config,
      '--state',
      state,
      '--env-file',
      envFile,
    ].concat('--port', String(port)),
    cwd: repository,
    // Otherwise every request and log line is stored in a database, unlike in a deployment.
    env: { ...quiet(state), X_LOCAL_OBSERVABILITY: 'false' },
  })
  return new Server(await awaitGateway(worker, port), headers)
}

/** Opens the database file of a state folder, whose gateway must not run. */
export const openDatabaseFile = (state: string): DatabaseSync => {
  const file = globSync('v3/d1/miniflare-D1DatabaseObject/*.sqlite', { cwd: state }).find(
    (name) => !name.endsWith('metadata.sqlite'),
  )
  return new DatabaseSync(join(state, file!))
}

/** Inserts payments of the demo account into the database file before its gateway starts. */
const seedPayments = async (state: string, count: number): Promise<void> => {
  const database = openDatabaseFile(state)
  const run = (text: string, ...values: (string | number)[]) => database.prepare(text).run(...values)
  try {
    const payments = { count, youngest: Date.now() - 60_000 }
    await seedTransactions({ id: demoAccount.id, run }, payments)
    await seedEventsAndKeys({ id: demoAccount.id, run }, payments)
  } finally {
    database.close()
  }
}

export interface PreparedStates {
  readonly envFile: string
  /** State folders by number of stored payments. */
  readonly folders: ReadonlyMap<number, string>
  /** The secret key of a separate account with a webhook. */
  readonly subscribedKey: string
}

/** Prepares a database for each number of payments. Its accounts have no rate limit. */
export const prepareStates = async (folder: string, stored: readonly number[]): Promise<PreparedStates> => {
  const envFile = join(folder, 'worker.vars')
  const first = { config: gatewayConfig, state: join(folder, 'first') }
  await prepareDatabase({ ...first, envFile })
  const now = Date.now()
  const subscribed = { id: 'subscribed', key: mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal() }
  const { id, account } = demoAccount
  const statements = [
    ...settingsSql({ account: id, mode: 'test', change: { ...account, rateTier: 'unlimited' }, now }),
    accountSql({ id: subscribed.id, settings: { rateTier: 'unlimited' }, now }),
    await keySql({ id: subscribed.id, account: subscribed.id, key: subscribed.key, now }),
  ]
  await executeSql('DB_00', statements.join('\n'), first)
  const folders = new Map<number, string>()
  for (const count of stored) {
    const state = join(folder, String(count))
    await cp(first.state, state, { recursive: true })
    await seedPayments(state, count)
    folders.set(count, state)
  }
  return { envFile, folders, subscribedKey: subscribed.key }
}

/** @param cleanup collects a function that stops each gateway */
export const startGateways = async (
  { envFile, folders }: PreparedStates,
  cleanup: (() => Promise<unknown>)[],
): Promise<ReadonlyMap<number, Server>> => {
  const servers = new Map<number, Server>()
  for (const [count, state] of folders) {
    const server = await startServer({ config: gatewayConfig, state }, envFile, { 'x-api-key': demoAccount.secretKey })
    cleanup.push(() => server.close())
    servers.set(count, server)
  }
  return servers
}

export const startBaselines = async (folder: string): Promise<Server> => {
  const place = { config: baselinesConfig, state: join(folder, 'baselines') }
  await mkdir(place.state, { recursive: true })
  await executeSql('DB_00', schema, place)
  return startServer(place, join(folder, 'worker.vars'))
}
