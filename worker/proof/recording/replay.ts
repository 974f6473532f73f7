import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import { requestPairingCode } from '../../testing/device.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { ApiResponse, CallOptions } from '../../testing/merchant.ts'
import { fillPlaceholders, memberAt, placeholderValues } from '../../testing/placeholders.ts'
import { createNormalizer } from './normalize.ts'
import { pause, startRecordingWorker } from './environment.ts'

/** A line of a requests file. `{{name.path}}` is a member of an earlier response. */
export interface RecordedRequest {
  readonly name: string
  /** Method and path. */
  readonly send: string
  /** Name of an API key; null sends none. Default: the shop's secret key. */
  readonly key?: string | null
  /** Sent as JSON; `text` is sent unchanged. */
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Number of spaces appended to the body. */
  readonly pad?: number
  /** Sends without waiting: the step `take` awaits and records the response. */
  readonly later?: true
}

/** Changes the environment between two requests. */
export type Step =
  | { readonly step: 'begin'; readonly at: string; readonly settings?: object }
  | { readonly step: 'clock'; readonly ms: number }
  | { readonly step: 'merchant'; readonly name: string; readonly settings?: object }
  | {
      readonly step: 'key'
      readonly name: string
      readonly kind: 'sk' | 'pk' | 'rk'
      readonly options?: object
      readonly expiresInMs?: number
    }
  | { readonly step: 'sql'; readonly text: string; readonly values?: readonly unknown[] }
  | { readonly step: 'processor'; readonly is: 'up' | 'held' | 'silent' | 'unreachable' }
  | { readonly step: 'database'; readonly is: 'up' | 'away' | 'broken' }
  | { readonly step: 'limits'; readonly reached: readonly string[] }
  | { readonly step: 'receivers'; readonly status: number }
  | { readonly step: 'take'; readonly name: string }
  | { readonly step: 'until'; readonly send: string; readonly path: string; readonly is: unknown }
  | { readonly step: 'encrypt'; readonly name: string; readonly keys: unknown; readonly card: object }
  | { readonly step: 'wallet'; readonly name: string; readonly payment: object }
  | { readonly step: 'device'; readonly name: string }
  | { readonly step: 'pair'; readonly name: string }

export type RecordedLine = RecordedRequest | Step

/** The lines of a requests file. */
export const parseLines = (text: string): RecordedLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedLine)

/** Time between two requests. It does not pass within a request. */
const requestMs = 1000

const rethrowWithName =
  (name: string) =>
  (cause: unknown): never => {
    throw new Error(`"${name}" could not be replayed: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }

/** Sends the requests of one file in order. Returns one line per response. */
export const replay = async ([first, ...lines]: readonly RecordedLine[]): Promise<readonly string[]> => {
  if (first === undefined || !('step' in first) || first.step !== 'begin')
    throw new Error('The first step must be begin.')
  const { fetch, as, state, limits } = startRecordingWorker(first.at)
  const known = new Map<string, unknown>()
  const keys = new Map<string, string>()
  const responses: string[] = []
  const later = new Map<string, { readonly request: RecordedRequest; readonly response: Promise<ApiResponse> }>()
  const devices = new Map<string, Awaited<ReturnType<typeof requestPairingCode>>['line']>()
  const record = createNormalizer()

  const open = async (name: string, settings: object = {}) => {
    const merchant = await createMerchant({ settings })
    await merchant.run('UPDATE accounts SET created = ? WHERE id = ?', state.now, merchant.id)
    await merchant.run('UPDATE apiKeys SET created = ? WHERE account = ?', state.now - 1, merchant.id)
    await merchant.run('UPDATE apiKeys SET created = ? WHERE id = ?', state.now, merchant.secretKeyId)
    known.set(name, { id: merchant.id, secretKeyId: merchant.secretKeyId, publishable: merchant.publishableKey })
    keys.set(name, merchant.secretKey).set(`${name} publishable`, merchant.publishableKey)
    return merchant
  }
  const shop = await open('shop', first.settings)
  const fill = <T>(template: T): T => fillPlaceholders(template, known)

  const send = async (request: RecordedRequest): Promise<ApiResponse> => {
    const { send: line, key = 'shop', body, text, headers, pad = 0 } = fill(request)
    const [method = '', path = ''] = line.split(' ')
    const sent: unknown = text === undefined && pad === 0 ? body : (text ?? JSON.stringify(body)) + ' '.repeat(pad)
    // An unknown name is sent unchanged: a malformed key, or one of an earlier response.
    const options: CallOptions = {
      key: key === null ? null : (keys.get(key) ?? key),
      body: sent,
      headers: headers ?? {},
    }
    return as(null)(method, path, options)
  }
  const recordResponse = ({ name }: RecordedRequest, response: ApiResponse): void => {
    known.set(name, placeholderValues(response))
    responses.push(record(name, response))
  }

  const steps: { readonly [name in Step['step']]: (step: Extract<Step, { step: name }>) => unknown } = {
    begin: () => {
      throw new Error('begin must be the first step.')
    },
    clock: ({ ms }) => (state.now += ms),
    merchant: ({ name, settings }) => open(name, settings),
    key: async ({ name, kind, options, expiresInMs }) => {
      const expires = expiresInMs === undefined ? {} : { expires: state.now + expiresInMs }
      const { key, keyId } = await shop.issue(kind, { ...options, ...expires })
      await shop.run('UPDATE apiKeys SET created = ? WHERE id = ?', state.now, keyId)
      keys.set(name, key)
      known.set(name, { key, keyId })
    },
    sql: ({ text, values = [] }) => shop.run(text, ...fill(values as (string | number | null)[])),
    processor: ({ is }) => {
      state.processor = is
      limits.processorTimeoutMs = is === 'held' ? 25_000 : 60
    },
    database: ({ is }) => (state.database = is),
    limits: ({ reached }) => (state.reached = reached),
    receivers: ({ status }) => (state.receiverStatus = status),
    take: async ({ name }) => {
      const { request, response } = later.get(name)!
      recordResponse(request, await response)
    },
    until: async ({ send: line, path, is }) => {
      const [method = '', where = ''] = fill(line).split(' ')
      let last = ''
      for (let tries = 0; tries < 1000; tries++) {
        const { json, text } = await as(keys.get('shop')!)(method, where)
        if (memberAt(json, path.split('.')) === is) return
        last = text
        await pause(5)
      }
      throw new Error(`${path} of ${line} did not become ${String(is)}: ${last}`)
    },
    encrypt: async ({ name, keys: from, card }) =>
      known.set(name, await encryptCard(card as never, fill(from) as never, state.now)),
    wallet: async ({ name, payment }) =>
      known.set(name, await makeTestWalletPayload(fill(payment) as never, state.now)),
    device: async ({ name }) => {
      const { line, code } = await requestPairingCode(fetch)
      devices.set(name, line)
      known.set(name, { code })
    },
    pair: async ({ name }) => {
      await devices.get(name)!.next('paired')
      devices.get(name)!.send({ type: 'stored' })
    },
  }

  try {
    for (const line of lines) {
      if ('step' in line) {
        await (steps[line.step] as (step: Step) => unknown)(line)
        continue
      }
      state.now += requestMs
      if (line.later) later.set(line.name, { request: line, response: send(line) })
      else recordResponse(line, await send(line).catch(rethrowWithName(line.name)))
    }
  } finally {
    // Otherwise the sweep of other tests would process this account by its test clock.
    await shop.run('UPDATE accounts SET testClockOffset = 0')
  }
  return responses
}

/** The files of requests by area, which is their name. */
export const toAreas = (files: Readonly<Record<string, string>>): (readonly [area: string, text: string])[] =>
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.jsonl$/g, ''), text])
