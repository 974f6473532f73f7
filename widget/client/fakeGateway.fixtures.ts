import { expect } from 'vitest'
import type { Call, CallOptions } from './call.ts'
import { connect } from './connect.ts'
import { SluiceClient, SluiceError, type Fetch, type SluiceSettings } from './index.ts'

export const apiKey = 'sluice_sk_test_00SecretOfTheTests'
export const requestId = '019a9f3c5b7e7c41a2d68f0b1c3e5a79'

export interface Reply {
  readonly status?: number
  readonly body?: unknown
  /** Replaces the JSON body. */
  readonly text?: string
  readonly headers?: Record<string, string>
}
/** Responses of a gateway in order; `lost` is a broken connection. */
export type Replies = readonly (Reply | 'lost')[]

export interface SentRequest {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly redirect: string
}

export const fakeGateway = (replies: Replies) => {
  const sent: SentRequest[] = []
  const remaining = [...replies]
  const fetch: Fetch = async (url, { method, headers, body: requestBody, redirect }) => {
    sent.push({ url, method, headers, body: requestBody, redirect })
    const reply = remaining.shift()
    if (reply === undefined) throw new Error('unexpected request')
    if (reply === 'lost') throw new TypeError('fetch failed')
    const { status = 200, body, text = body === undefined ? '' : JSON.stringify(body) } = reply
    return new Response(text, { status, headers: reply.headers ?? {} })
  }
  return { fetch, sent, remaining }
}

export const createClient = (replies: Replies, settings: Partial<SluiceSettings> = {}) => {
  const gateway = fakeGateway(replies)
  const client = new SluiceClient({ baseUrl: 'https://pay.test', apiKey, fetch: gateway.fetch, ...settings })
  return { ...gateway, client }
}

/** A transport that does not wait: `pauses` has the milliseconds that it would have waited. */
export const createTransport = (replies: Replies, settings: Partial<SluiceSettings> = {}) => {
  const gateway = fakeGateway(replies)
  const pauses: number[] = []
  const clock = { wait: async (ms: number) => void pauses.push(ms), random: () => 1 }
  const transport = connect({ baseUrl: 'https://pay.test', apiKey, fetch: gateway.fetch, ...settings }, clock)
  return { ...gateway, pauses, transport }
}

export const authorize: Call = {
  operation: 'authorizeTransaction',
  method: 'POST',
  path: '/v1/transactions/authorize',
  body: { payment: { token: 'a-token' }, amount: { value: 26.25 } },
  keyed: true,
}
export const read: Call = { operation: 'getTransaction', method: 'GET', path: '/v1/transactions/{id}', ids: ['1'] }

export const approved = {
  requestId,
  transactionId: '91234567890123',
  approved: true,
  responseCode: '00',
  amount: 26.25,
  errors: null,
}
export const errorReply = (status: number, ...types: string[]): Reply => ({
  status,
  headers: { 'x-request-id': requestId },
  body: {
    requestId,
    errors: types.map((type) => ({
      type,
      message: {
        text: `About ${type}.`,
        field: 'amount.value',
        code: type,
        docs: `https://pay.test/errors#${type}`,
        details: null,
      },
    })),
  },
})

/** The SluiceError of a rejected promise. */
export const catchError = async (promise: Promise<unknown>): Promise<SluiceError> => {
  const thrown = await promise.then(
    () => 'a response',
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(SluiceError)
  return thrown as SluiceError
}
export const failed = (replies: Replies, call: Call = authorize, options: CallOptions = {}) =>
  catchError(createTransport(replies).transport(call, options))
