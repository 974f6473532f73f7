import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRepository } from '../../../worker/cli/repository.ts'
import { executeSql } from '../../../worker/cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../worker/domain/apiKeys/format.ts'
import type { Connection } from '../load/load.ts'
import type { Server } from '../load/servers.ts'
import type { Checkout } from './checkout.ts'
import { bare, shopOrigin, type Flow, type PaymentContext, type Step } from './flows.ts'
import { storedBytes, type StoredBytes } from './storedBytes.ts'

const dayMs = 86_400_000
/** As long as ids that the gateway makes. */
const account = 'growth00001'

/** A gateway of one build, with a live account whose processor is the simulator. */
export class GrowthSubject {
  readonly name: string
  readonly server: Server
  readonly #state: string
  readonly #keys: { readonly sk: string; readonly pk: string }
  #payments = 0
  #wallet: Promise<string> | null = null

  constructor(name: string, server: Server, state: string, keys: { readonly sk: string; readonly pk: string }) {
    this.name = name
    this.server = server
    this.#state = state
    this.#keys = keys
  }

  async #send(step: Step, context: PaymentContext, connection: Connection): Promise<void> {
    const { headers, ...request } = step.request(context)
    const key = step.byBrowser === true ? this.#keys.pk : this.#keys.sk
    const { json } = await connection.request({ ...request, headers: { ...headers, 'x-api-key': key } })
    if (step.name === 'token') context.token = json.token
    else if (!json.approved) throw new Error(`${step.name} is not approved: ${JSON.stringify(json)}`)
    else if (step.name !== 'credit') context.transactionId = json.transactionId
  }

  /** A stored card of a customer. */
  async #savedCard(connection: Connection): Promise<string> {
    const context = await this.#context()
    const headers = { 'x-api-key': this.#keys.sk }
    await this.#send(bare.steps[0]!, context, connection)
    const { json } = await connection.request({ method: 'POST', path: '/v1/customers', body: {}, headers })
    const path = `/v1/customers/${json.customers[0].id}/wallet`
    const added = await connection.request({ method: 'POST', path, body: { token: context.token }, headers })
    return added.json.wallet[0].id
  }

  async #context(wallet = ''): Promise<PaymentContext> {
    const nth = this.#payments++
    return { nth, wallet, key: `${this.name}-${nth}`, token: '', transactionId: '' }
  }

  /** Pays once, and runs `around` for each step. */
  async pay(
    { steps }: Flow,
    connection: Connection,
    around: (step: Step, send: () => Promise<void>) => Promise<void> = (_step, send) => send(),
  ): Promise<void> {
    const wallet = await (this.#wallet ??= this.#savedCard(connection))
    const context = await this.#context(wallet)
    for (const step of steps) await around(step, () => this.#send(step, context, connection))
  }

  /** Stores payments, over all connections at once. */
  async payMany(flow: Flow, count: number): Promise<void> {
    let left = count
    const loop = async (connection: Connection) => {
      while (left-- > 0) await this.pay(flow, connection)
    }
    await Promise.all(this.server.connections.map(loop))
  }

  /** Moves the clock of the worker ahead of real time, and runs the sweep until a run writes and deletes nothing. */
  async age(days: number): Promise<void> {
    const control = (path: string) => fetch(`${this.server.url}${path}`, { method: 'POST' })
    await control(`/clock?ahead=${days * dayMs}`)
    for (let written = -1; ;) {
      const response = await control('/sweep')
      if (!response.ok) throw new Error(`The sweep failed: ${await response.text()}`)
      const { rowsWritten } = await this.server.counts()
      if (rowsWritten === written) return
      written = rowsWritten
    }
  }

  bytes(): Promise<StoredBytes> {
    return storedBytes(this.#state)
  }
}

const connection = 'connection1'
const routing = [{ methods: null, currencies: null, networks: null, connection }]

/** Starts the gateway of a build, with its own code and schema. */
export const startSubject = async (
  { name, folder: code }: Checkout,
  folder: string,
  cleanup: (() => Promise<unknown>)[],
): Promise<GrowthSubject> => {
  await mkdir(folder, { recursive: true })
  const load = <T>(path: string): Promise<T> => import(pathToFileURL(join(code, path)).href) as Promise<T>
  const { prepareStates, startGateways } = await load<typeof import('../load/servers.ts')>('e2e/bench/load/servers.ts')
  const sql = await load<typeof import('../../../worker/cli/accounts/accountSql.ts')>(
    'worker/cli/accounts/accountSql.ts',
  )
  const states = await prepareStates(folder, [0])
  const state = states.folders.get(0)!
  const now = Date.now()
  const keys = { sk: '', pk: '' }
  for (const kind of ['sk', 'pk'] as const) keys[kind] = mintApiKey({ kind, mode: 'live', shard: '00' }).reveal()
  const statements = [
    sql.accountSql({
      id: account,
      settings: { rateTier: 'unlimited' },
      own: { live: { allowedOrigins: [shopOrigin] } },
      now,
    }),
    `INSERT INTO connections (id, account, mode, processor, label, settings, created, updated)
     VALUES ('${connection}', '${account}', 'live', 'bench', 'bench', '{}', 0, 0);`,
    `UPDATE accounts SET liveSettings = json_set(liveSettings, '$.routing', json('${JSON.stringify(routing)}')) WHERE id = '${account}';`,
    ...(await Promise.all(
      Object.entries(keys).map(([id, key]) => sql.keySql({ id: `growth-${id}`, account, key, now })),
    )),
  ]
  // The database is found by its id, which is the same in both builds.
  await executeSql('DB_00', statements.join('\n'), {
    config: inRepository('worker/testing/workers/metered/wrangler.jsonc'),
    state,
  })
  const server = (await startGateways(states, cleanup)).get(0)!
  return new GrowthSubject(name, server, state, keys)
}
