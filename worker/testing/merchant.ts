import { createExecutionContext, waitOnExecutionContext } from '#runtime'
import type { AccountSettings } from '#contract/accounts/accounts'
import type { Scope } from '#contract/scopes'
import { accountSql, keySql } from '../cli/accounts/accountSql.ts'
import { mintApiKey } from '../domain/apiKeys/format.ts'
import type { KeyKind } from '../domain/apiKeys/format.ts'
import { createWorker } from '../app/worker.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { GatewayParts } from '../app/gateway.ts'
import type { LogLine } from '../http/log.ts'
import { bindings } from './bindings.ts'
import { asInvocation } from './database/invocation.ts'
import type { TestBindings } from './bindings.ts'
import { card, gatewayOrigin } from './requestDefaults.ts'
import { immediatePatience } from './doubles/immediatePatience.ts'
import { inlineWork } from './doubles/inlineWork.ts'
import { objectGateway } from './runtime/objectGateway.ts'
import { recordLog } from './vitest/recordedOutput.ts'

/** A response with its body read. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON. Throws for an empty body. */
  readonly json: any
  /** Round trips to D1, from Server-Timing. */
  readonly d1: number | null
}

export interface CallOptions {
  /** An API key, or null for none. Default: the merchant's secret key. */
  readonly key?: string | null
  /** A value, sent as JSON; text, bytes and streams are sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export { card, gatewayOrigin }

/** Sends one request through the whole worker and waits for its background work. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>

const encodeBody = (body: unknown): BodyInit => {
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return body
  return JSON.stringify(body)
}

/** Starts a worker. @param parts replace those of production. @param bound replaces bindings, for example with a database that fails */
export const startWorker = (parts: GatewayParts = {}, bound: Partial<TestBindings> = {}) => {
  const log: LogLine[] = []
  // No rate limits: tests send more requests in ten seconds than a shop.
  const all = {
    log: (line: LogLine): void => void log.push(line),
    rateLimiters: {},
    patience: immediatePatience,
    ...parts,
  }
  all.log = recordLog(all.log)
  const worker = createWorker(all)
  const gatewayOf = memoizedGateway(all)
  objectGateway.of = gatewayOf
  const environment: TestBindings = { ...bindings, ACCOUNT_WORK: inlineWork(() => gatewayOf(environment)), ...bound }
  const fetch = (request: Request): Promise<Response> =>
    asInvocation(async () => {
      const context = createExecutionContext()
      const incoming = request as Request<unknown, IncomingRequestCfProperties>
      const response = await worker.fetch!(incoming, environment, context)
      await waitOnExecutionContext(context)
      return response
    })
  /** A client with a default API key, or none. */
  const as =
    (defaultKey: string | null): Call =>
    async (method, path, { key = defaultKey, body, headers = {} } = {}) => {
      const response = await fetch(
        new Request(gatewayOrigin + path, {
          method,
          headers: {
            ...(key === null ? {} : { 'x-api-key': key }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: encodeBody(body) }),
          // Required by Node for a stream.
          ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
        }),
      )
      const text = await response.text()
      const trips = /d1;desc="(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1]
      return {
        status: response.status,
        headers: response.headers,
        text,
        get json() {
          return JSON.parse(text)
        },
        d1: trips === undefined ? null : Number(trips),
      }
    }
  const sweep = (): Promise<void> =>
    asInvocation(async () => {
      const context = createExecutionContext()
      await worker.scheduled!({} as ScheduledController, environment, context)
      await waitOnExecutionContext(context)
    })
  return { as, fetch, sweep, log }
}

/**
 * A running clock that can be advanced. It starts between 6:00 and 7:00 UTC of the next day, so that tests which advance it by minutes or
 * hours never cross midnight, when settlement runs. Minutes and smaller units are real: with equal start times, clocks would mint colliding
 * transaction ids, and each retry adds a database call that tests do not expect.
 */
export const testClock = () => {
  let ahead = (24 + 6 - new Date().getUTCHours()) * 3_600_000
  return {
    now: () => Date.now() + ahead,
    /** Advances by milliseconds. */
    advance: (ms: number): void => {
      ahead += ms
    },
  }
}

/** The body of an authorize of 10.50 by a card. */
export const cardPayment = (accountNumber?: string, more: object = {}) => ({
  payment: { creditCard: card(accountNumber) },
  amount: { value: 10.5 },
  ...more,
})

/** The body of an authorize of 10.50 by a token. */
export const tokenPayment = (token: string, more: object = {}) => ({
  payment: { token },
  amount: { value: 10.5 },
  ...more,
})

export interface MerchantOptions {
  /** Settings of both modes. */
  readonly settings?: Partial<AccountSettings>
  /** Settings of one mode. */
  readonly own?: { readonly test?: Partial<AccountSettings>; readonly live?: Partial<AccountSettings> }
  readonly shard?: '00' | '01'
  readonly mode?: 'test' | 'live'
}

export interface KeyOptions {
  readonly scopes?: readonly Scope[]
  readonly mode?: 'test' | 'live'
  /** Milliseconds since 1970. */
  readonly expires?: number
  readonly revoked?: number
  readonly allowedOrigins?: readonly string[]
}

/** Creates an account with keys, so that each test has its own rows. */
export const createMerchant = async ({
  settings = {},
  own = {},
  shard = '00',
  mode = 'test',
}: MerchantOptions = {}) => {
  const id = crypto.randomUUID()
  const database = shard === '00' ? bindings.DB_00 : bindings.DB_01
  const run = async (text: string, ...values: (string | number | null)[]) => {
    await database
      .prepare(text)
      .bind(...values)
      .run()
  }
  /** The rows of a query. */
  const rows = async (text: string, ...values: (string | number)[]): Promise<Record<string, any>[]> =>
    (
      await database
        .prepare(text)
        .bind(...values)
        .all()
    ).results
  const mint = async (kind: KeyKind, { scopes, expires, revoked, allowedOrigins, ...more }: KeyOptions = {}) => {
    const key = mintApiKey({ kind, mode: more.mode ?? mode, shard }).reveal()
    const keyId = crypto.randomUUID()
    const insert = await keySql({ id: keyId, account: id, key, now: Date.now(), ...(scopes && { scopes }) })
    const update = database
      .prepare('UPDATE apiKeys SET expires = ?, revoked = ?, allowedOrigins = ? WHERE id = ?')
      .bind(
        expires ?? null,
        revoked ?? null,
        allowedOrigins === undefined ? null : JSON.stringify(allowedOrigins),
        keyId,
      )
    return { key, keyId, statements: [database.prepare(insert), update] }
  }
  const issueKey = async (kind: KeyKind, options?: KeyOptions) => {
    const { key, keyId, statements } = await mint(kind, options)
    await database.batch(statements)
    return { key, keyId }
  }
  const secret = await mint('sk')
  const publishable = await mint('pk')
  // One batch, since most tests start with it.
  const account = database.prepare(accountSql({ id, settings, own, now: Date.now() }))
  await database.batch([account, ...secret.statements, ...publishable.statements])
  return {
    id,
    database,
    issue: issueKey,
    run,
    rows,
    secretKey: secret.key,
    secretKeyId: secret.keyId,
    publishableKey: publishable.key,
  }
}

export type Merchant = Awaited<ReturnType<typeof createMerchant>>

/** Row counts of an account, which a rejected request must not change. */
export const countRows = async (
  merchant: Merchant,
): Promise<Record<'tokens' | 'transactions' | 'operations', number>> => {
  const count = async (table: string) =>
    Number((await merchant.rows(`SELECT count(*) AS n FROM ${table} WHERE account = ?`, merchant.id))[0]?.['n'])
  return {
    tokens: await count('tokens'),
    transactions: await count('transactions'),
    operations: await count('operations'),
  }
}
