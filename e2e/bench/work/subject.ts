import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { prepareDatabase } from '../../../worker/cli/dev/local.ts'
import { accountSql, keySql } from '../../../worker/cli/accounts/accountSql.ts'
import { inRepository } from '../../../worker/cli/repository.ts'
import { executeSql } from '../../../worker/cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../worker/domain/apiKeys/format.ts'
import type {
  BackgroundUsage,
  ConnectionRecord,
  Control,
  InvocationRecord,
  ProcessorTimes,
} from '../../../worker/testing/workers/background/figures.ts'
import { startServer, type Server } from '../load/servers.ts'

/** A run of the cron may wait long for the objects that it has woken. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

const config = inRepository('worker/testing/workers/background/wrangler.jsonc')

/** An account of the bench. Its connection has its name. */
export interface BenchAccount {
  readonly id: string
  readonly mode: 'test' | 'live'
}

/** A gateway whose database has latency and whose processor takes time. */
export class WorkSubject {
  readonly #place: { readonly config: string; readonly state: string }
  readonly #envFile: string
  readonly #keys = new Map<string, string>()
  #server: Server | null = null

  constructor(folder: string) {
    this.#place = { config, state: join(folder, 'state') }
    this.#envFile = join(folder, 'worker.vars')
  }

  /** Creates the accounts and starts the gateway. */
  async start(accounts: readonly BenchAccount[]): Promise<void> {
    await mkdir(this.#place.state, { recursive: true })
    await prepareDatabase({ ...this.#place, envFile: this.#envFile })
    const now = Date.now()
    const statements: string[] = []
    for (const { id, mode } of accounts) {
      const key = mintApiKey({ kind: 'sk', mode, shard: '00' }).reveal()
      this.#keys.set(id, key)
      const routing = JSON.stringify([{ methods: null, currencies: null, networks: null, connection: id }])
      statements.push(
        accountSql({ id, settings: { rateTier: 'unlimited' }, now }),
        await keySql({ id, account: id, key, now }),
        `INSERT INTO connections (id, account, mode, processor, label, settings, created, updated)
         VALUES ('${id}', '${id}', '${mode}', 'slow', 'slow', '{}', 0, 0);`,
        `UPDATE accounts SET ${mode}Settings = json_set(${mode}Settings, '$.routing', json('${routing}')) WHERE id = '${id}';`,
      )
    }
    await executeSql('DB_00', statements.join('\n'), this.#place)
    this.#server = await startServer(this.#place, this.#envFile)
  }

  get server(): Server {
    if (this.#server === null) throw new Error('The gateway was not started.')
    return this.#server
  }

  async stop(): Promise<void> {
    await this.#server?.close()
    this.#server = null
  }

  async #control<T>(control: Control): Promise<T> {
    const response = await fetch(`${this.server.url}/bench`, {
      method: 'POST',
      body: JSON.stringify(control),
      dispatcher,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The control ${control.control} returned ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }

  /** Runs the minute cron to its end. */
  cron(): Promise<unknown> {
    return this.#control({ control: 'cron' })
  }

  sql<Row>(sql: string, ...values: readonly (string | number | null)[]): Promise<readonly Row[]> {
    return this.#control({ control: 'sql', sql, values })
  }

  /** The invocations that have ended since the last call. */
  takeInvocations(): Promise<readonly InvocationRecord[]> {
    return this.#control({ control: 'invocations' })
  }

  /** The usage since the start. */
  usage(): Promise<BackgroundUsage> {
    return this.#control({ control: 'usage' })
  }

  connection({ id }: Pick<BenchAccount, 'id'>): Promise<ConnectionRecord> {
    return this.#control({ control: 'connection', connection: id })
  }

  /** Sets the times of an account's processor and begins a new record. */
  setTimes({ id }: Pick<BenchAccount, 'id'>, times: ProcessorTimes): Promise<unknown> {
    return this.#control({ control: 'times', connection: id, times })
  }

  /** @returns the response body. @throws unless the status is 200 */
  async call({ id }: Pick<BenchAccount, 'id'>, method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': this.#keys.get(id)! },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return JSON.parse(text)
  }
}
