import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import type { AccountSettings } from '#contract/accounts'
import type { Scope } from '#contract/endpoint'
import { accountSql, keySql } from '../cli/sql.ts'
import { mintApiKey } from '../domain/apiKeys.ts'
import type { KeyKind } from '../domain/apiKeys.ts'
import { createWorker } from '../index.ts'
import type { GatewayParts } from '../services.ts'
import type { LogLine } from '../http/log.ts'
import { bindings } from './bindings.ts'

/** An answer as a client sees it, its body read. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; asking for it where there is none fails the test. */
  readonly json: any
  /** Round trips to D1, from Server-Timing. */
  readonly d1: number | null
}

export interface CallOptions {
  /** An API key, or null for none. Default: the merchant's secret key. */
  readonly key?: string | null
  /** A value to be sent as JSON, or text and bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const gatewayOrigin = 'https://pay.test'

/** Sends one request through the whole worker and waits for everything that outlives the answer. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answered>

const sent = (body: unknown): string | Uint8Array => {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  return JSON.stringify(body)
}

export const startWorker = (parts: GatewayParts = {}) => {
  const log: LogLine[] = []
  const worker = createWorker({ log: (line) => log.push(line), ...parts })
  const fetch = async (request: Request): Promise<Response> => {
    const context = createExecutionContext()
    const response = await worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, bindings, context)
    await waitOnExecutionContext(context)
    return response
  }
  const call =
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
          ...(body === undefined ? {} : { body: sent(body) }),
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
  const sweep = async (): Promise<void> => {
    const context = createExecutionContext()
    await worker.scheduled!({} as ScheduledController, bindings, context)
    await waitOnExecutionContext(context)
  }
  return { call, fetch, sweep, log }
}

export interface MerchantOptions {
  readonly settings?: Partial<AccountSettings>
  readonly shard?: '00' | '01'
  readonly mode?: 'test' | 'live'
}

/** A fresh account with its keys, so that no test sees another's rows. */
export const createMerchant = async ({ settings = {}, shard = '00', mode = 'test' }: MerchantOptions = {}) => {
  const id = crypto.randomUUID()
  const database = shard === '00' ? bindings.DB_00 : bindings.DB_01
  const run = async (text: string) => {
    await database.prepare(text).run()
  }
  const issue = async (kind: KeyKind, more: { scopes?: readonly Scope[]; mode?: 'test' | 'live' } = {}) => {
    const key = mintApiKey({ kind, mode: more.mode ?? mode, shard }).reveal()
    const keyId = crypto.randomUUID()
    await run(
      await keySql({ id: keyId, account: id, key, now: Date.now(), ...(more.scopes && { scopes: more.scopes }) }),
    )
    return { key, keyId }
  }
  await run(accountSql({ id, settings, now: Date.now() }))
  const secret = await issue('sk')
  const publishable = await issue('pk')
  return { id, database, issue, run, secretKey: secret.key, secretKeyId: secret.keyId, publishableKey: publishable.key }
}

export type Merchant = Awaited<ReturnType<typeof createMerchant>>
