import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareDatabase } from '../../../worker/cli/dev/local.ts'
import { accountSql, keySql } from '../../../worker/cli/accounts/accountSql.ts'
import { executeSql } from '../../../worker/cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../worker/domain/apiKeys/format.ts'
import { gatewayConfig, openDatabaseFile, startServer, type Server } from '../load/servers.ts'

/** A gateway with accounts whose webhooks are behind. */
export class DeliverySubject {
  readonly #state: string
  readonly #envFile: string
  readonly #keys = new Map<string, string>()
  #server: Server | null = null

  constructor(folder: string) {
    this.#state = join(folder, 'state')
    this.#envFile = join(folder, 'worker.vars')
  }

  /** Creates the accounts and starts the gateway. */
  async prepare(accounts: readonly string[]): Promise<void> {
    const place = { config: gatewayConfig, state: this.#state }
    await mkdir(this.#state, { recursive: true })
    await prepareDatabase({ ...place, envFile: this.#envFile })
    const now = Date.now()
    const statements: string[] = []
    for (const id of accounts) {
      const key = mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal()
      this.#keys.set(id, key)
      statements.push(
        accountSql({ id, settings: { rateTier: 'unlimited' }, now }),
        await keySql({ id, account: id, key, now }),
      )
    }
    await executeSql('DB_00', statements.join('\n'), place)
    await this.start()
  }

  get server(): Server {
    if (this.#server === null) throw new Error('The gateway was not started.')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await startServer({ config: gatewayConfig, state: this.#state }, this.#envFile)
  }

  async stop(): Promise<void> {
    await this.#server?.close()
    this.#server = null
  }

  /** @returns the response body. @throws unless the status is 200 */
  async call(account: string, method: string, path: string, body: object): Promise<any> {
    const response = await fetch(this.server.url + path, {
      method,
      // An account's webhooks are cached for ten seconds otherwise.
      headers: { 'content-type': 'application/json', 'x-api-key': this.#keys.get(account)!, 'x-forget-keys': '1' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return JSON.parse(text)
  }

  /** @returns its id */
  async register(account: string, url: string, maxConcurrency: number | null = null): Promise<string> {
    const body = { url, enabled: true, subscribedEvents: null, maxConcurrency }
    return (await this.call(account, 'POST', '/v1/webhook', body)).webhook.id
  }

  /** Creates a customer, which makes an event and wakes the account's webhooks. @returns its id */
  async causeEvent(account: string): Promise<string> {
    return (await this.call(account, 'POST', '/v1/customers', { firstName: 'Ada' })).customers[0].id
  }

  /**
   * Inserts events while the gateway is stopped, copies of the account's first event: three in a row of each resource, an hour old.
   *
   * @param backlogs numbers of events by account
   */
  seed(backlogs: Readonly<Record<string, number>>): void {
    const database = openDatabaseFile(this.#state)
    try {
      for (const [account, count] of Object.entries(backlogs))
        database
          .prepare(
            `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
             INSERT INTO events (account, mode, position, type, resource, sequence, occasion, requestId, at, randomBits, kind, snapshot)
             SELECT account, mode, newest.position + 1 + i, type, account || '-' || (i / 3), 1 + i % 3, i, NULL, at - 3600000, abs(random()) >> 29, kind,
                    replace(snapshot, resource, account || '-' || (i / 3))
             FROM n CROSS JOIN (SELECT max(position) AS position FROM events WHERE account = ?2) AS newest
             JOIN events ON account = ?2 AND mode = 'test' AND events.position = 1`,
          )
          .run(count, account)
    } finally {
      database.close()
    }
  }
}
