import { createIds } from '../../domain/ids.ts'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/brokenDatabase.ts'
import { showCode } from '../../testing/device.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Answered, CallOptions } from '../../testing/merchant.ts'
import { createNormalizer } from './normalize.ts'

/** A request of the recording, in a line of its own. Values of earlier answers stand in it as `{{name.path}}`. */
export interface RecordedRequest {
  readonly name: string
  /** Method and path. */
  readonly send: string
  /** Name of an API key; null sends none. Default: the shop's secret key. */
  readonly key?: string | null
  /** Sent as JSON; `text` is sent as it stands. */
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** So many spaces follow the text. */
  readonly pad?: number
  /** The answer is awaited, and recorded, by the step `take`. */
  readonly later?: true
}

/** What happens between requests. */
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

/** One request after another: they are that far apart. Within a request the time stands still. */
const requestMs = 1000

/** mulberry32: the same bytes for the same seed. */
const seededBytes = (seed: number) => (length: number) =>
  Uint8Array.from({ length }, () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) & 0xff
  })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null | undefined)?.[step], value)

/** What a request is made of: each placeholder becomes its value. A text that is nothing but one takes the value's type. */
const filledIn = <T>(given: T, known: ReadonlyMap<string, unknown>): T => {
  const valueOf = (reference: string): unknown => {
    const [name = '', ...path] = reference.split('.')
    const value = at(known.get(name), path)
    if (value === undefined) throw new Error(`No earlier answer has {{${reference}}}.`)
    return value
  }
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]))
    if (typeof value !== 'string') return value
    const whole = /^\{\{([^}]+)\}\}$/.exec(value)?.[1]
    return whole === undefined
      ? value.replace(/\{\{([^}]+)\}\}/g, (_all, reference: string) => String(valueOf(reference)))
      : valueOf(whole)
  }
  return fill(given) as T
}

/** What later requests may refer to: the members of a JSON answer, the next page of a list, and what a checkout's page is given. */
const referable = ({ text, headers }: Answered): unknown => {
  const page = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(text)?.[1]
  if (page !== undefined) return JSON.parse(page)
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const isJson = text !== '' && /json/.test(headers.get('content-type') ?? '')
  return { ...(isJson && JSON.parse(text)), ...(next !== undefined && { next: next.replace(/^https?:\/\/[^/]+/, '') }) }
}

/** A worker whose time, ids and surroundings are those of the recording. */
const startRecorded = (begin: string) => {
  const state = { now: Date.parse(begin), processor: 'up', database: 'up', reached: [] as readonly string[], hook: 204 }
  const clock = { now: () => state.now }
  const ships = simulator({ now: clock.now, lateMs: 5 })
  const limits = { processorTimeoutMs: 60, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  /** Polls, since an object of the platform may not wait for what another resolves. */
  const passes = async (signal: AbortSignal): Promise<void> => {
    while (state.processor === 'held' || (state.processor === 'silent' && !signal.aborted)) await pause(2)
  }
  const verb =
    <Op extends { readonly signal: AbortSignal }, Ref>(send: (op: Op, ref: Ref) => ReturnType<Processor['capture']>) =>
    async (op: Op, ref: Ref) => {
      if (state.processor === 'unreachable') return { result: 'notSent', ref, reason: 'link_down' } as never
      await passes(op.signal)
      return send(op, ref)
    }
  const processor: Processor = {
    ...ships,
    authorize: verb(ships.authorize),
    capture: verb(ships.capture),
    void: verb(ships.void),
    credit: verb(ships.credit),
  }
  const { d1 } = brokenDatabase(bindings.DB_00, () => {
    if (state.database === 'broken') throw new TypeError('Broken by the recording.')
    return state.database === 'away' ? 'fails before' : 'runs'
  })
  const limiter = (name: string) => ({ limit: async () => ({ success: !state.reached.includes(name) }) })
  const names = ['standard', 'strict', 'tiny', 'tokens', 'authentication', 'devices']
  const worker = startWorker(
    {
      clock,
      limits,
      processor,
      ids: createIds({ clock: clock.now, random: seededBytes(state.now / 1000) }),
      rateLimiters: Object.fromEntries(names.map((name) => [name, limiter(name)])),
      fetch: async () => new Response(null, { status: state.hook }),
    },
    { DB_00: d1 },
  )
  return { ...worker, state, limits }
}

/** Plays the requests of one file from its first line, `begin`, on. Returns the recorded answers, a line each. */
export const play = async ([first, ...lines]: readonly RecordedLine[]): Promise<readonly string[]> => {
  if (first === undefined || !('step' in first) || first.step !== 'begin') throw new Error('The first step is begin.')
  const { fetch, as, state, limits } = startRecorded(first.at)
  const known = new Map<string, unknown>()
  const keys = new Map<string, string>()
  const answers: string[] = []
  const later = new Map<string, { readonly request: RecordedRequest; readonly answer: Promise<Answered> }>()
  const devices = new Map<string, Awaited<ReturnType<typeof showCode>>['line']>()
  const record = createNormalizer()

  const open = async (name: string, settings: object = {}) => {
    const merchant = await createMerchant({ settings })
    await merchant.run('UPDATE accounts SET created = ? WHERE id = ?', state.now, merchant.id)
    await merchant.run('UPDATE apiKeys SET created = ? WHERE account = ?', state.now, merchant.id)
    known.set(name, { id: merchant.id, secretKeyId: merchant.secretKeyId, publishable: merchant.publishableKey })
    keys.set(name, merchant.secretKey).set(`${name} publishable`, merchant.publishableKey)
    return merchant
  }
  const shop = await open('shop', first.settings)
  const fill = <T>(given: T): T => filledIn(given, known)

  const send = (request: RecordedRequest): Promise<Answered> => {
    const { send: line, key = 'shop', body, text, headers, pad = 0 } = fill(request)
    const [method = '', path = ''] = line.split(' ')
    const sent: unknown = text === undefined && pad === 0 ? body : (text ?? JSON.stringify(body)) + ' '.repeat(pad)
    // A name without a key is sent as the key itself.
    const options: CallOptions = {
      key: key === null ? null : (keys.get(key) ?? key),
      body: sent,
      headers: headers ?? {},
    }
    return as(null)(method, path, options)
  }
  const keep = ({ name }: RecordedRequest, answer: Answered): void => {
    known.set(name, referable(answer))
    answers.push(record(name, answer))
  }

  const steps: { readonly [name in Step['step']]: (step: Extract<Step, { step: name }>) => unknown } = {
    begin: () => {
      throw new Error('Only the first step begins.')
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
    receivers: ({ status }) => (state.hook = status),
    take: async ({ name }) => {
      const { request, answer } = later.get(name)!
      keep(request, await answer)
    },
    until: async ({ send: line, path, is }) => {
      const [method = '', where = ''] = fill(line).split(' ')
      for (let tries = 0; tries < 500; tries++) {
        const { json } = await as(keys.get('shop')!)(method, where)
        if (at(json, path.split('.')) === is) return
        await pause(5)
      }
      throw new Error(`${path} of ${line} did not become ${String(is)}.`)
    },
    encrypt: async ({ name, keys: from, card }) =>
      known.set(name, await encryptCard(card as never, fill(from) as never)),
    wallet: async ({ name, payment }) =>
      known.set(name, await makeTestWalletPayload(fill(payment) as never, state.now)),
    device: async ({ name }) => {
      const { line, code } = await showCode(fetch)
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
      if (line.later) later.set(line.name, { request: line, answer: send(line) })
      else keep(line, await send(line))
    }
  } finally {
    // The cron of other tests would drive an account whose clock is its own.
    await shop.run('UPDATE accounts SET testClockOffset = 0')
  }
  return answers
}
