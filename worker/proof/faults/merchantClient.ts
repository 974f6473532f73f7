import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { bindings } from '../../testing/bindings.ts'
import { card } from '../../testing/requestDefaults.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'
import { pause } from './deviceSimulator.ts'
import { createClient } from '../models/kernel/client.ts'
import type { ApiResponse } from '../models/kernel/client.ts'
import { assertInvariant, InvariantViolation } from '../models/kernel/model.ts'
import { shard } from './fixture.ts'
import type { World } from './fixture.ts'

export interface Heard extends ApiResponse {
  readonly isReplay: boolean
  readonly waitSeconds: number
}

/** What a client asks, as it asks it again. */
interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string
}

interface AskOptions {
  /** Endpoints that heed no Idempotency-Key are asked without one. */
  readonly isKeyed?: boolean
  /** The type of a refusal by which a repetition learns that what it asks for was done already. */
  readonly isDone?: string
  /** The type of a refusal after which whoever asks does something else. */
  readonly mayRefuse?: string
}

const typeOf = ({ json }: Heard): string | undefined => json?.errors?.[0]?.type ?? json?.type?.split('/').at(-1)

const notYet: ReadonlySet<string | undefined> = new Set(['idempotency_in_progress', 'operation_in_progress'])

/** Whether a client asks again: nobody could tell it more just now. */
const isPassing = (answer: Heard): boolean =>
  answer.status === 503 || answer.status === 504 || (answer.status === 409 && notYet.has(typeOf(answer)))

const mostTries = 9
const minute = 60_000

/** A payment of 10.50. */
const byCard = (more: object = {}) => ({ payment: { creditCard: card() }, amount: { value: 10.5 }, ...more })

/**
 * A merchant with a webhook, whose server does what the README tells it to: it repeats a request under the same Idempotency-Key until it is
 * answered, and makes a payment anew that was undone.
 *
 * @param isBare without a webhook, and nothing was ever asked of the account
 */
export const openShop = async (world: World, isBare = false) => {
  const { clock, outside, heard } = world
  clock.reset()
  const merchant = await createMerchant({ shard, settings: { unreferencedCredits: { test: true, live: false } } })
  const readers = new Set<string>()
  const asked: { readonly what: Asked; readonly answer: Heard; readonly at: number }[] = []

  const send = async (
    { method, path, body, key }: Omit<Asked, 'key'> & { readonly key: string | null },
    fetch: (request: Request) => Promise<Response> = world.fetch,
  ): Promise<Heard> => {
    const answer = await createClient(fetch, merchant.secretKey)(method, path, body as object | undefined, key)
    return {
      ...answer,
      isReplay: answer.headers.get('idempotent-replayed') === 'true',
      waitSeconds: Number(answer.headers.get('retry-after') ?? 10),
    }
  }

  const sweep = async (): Promise<void> => {
    // A run that failed in part says so in the log of the cron, and the next one goes on.
    await world.sweep().catch(() => undefined)
    await ring()
    await outside.rests()
  }

  /** The alarms of readers that are due by the gateway's clock, which is far ahead of the platform's. */
  const ring = async (): Promise<void> => {
    for (const name of readers) {
      const reader = bindings.TERMINALS.getByName(name)
      const at = await runInDurableObject(reader, (_reader, { storage }) => storage.getAlarm())
      if (at !== null && at <= clock.now()) await runDurableObjectAlarm(reader)
    }
  }

  const answered = async (what: Asked, { isKeyed, isDone, mayRefuse }: AskOptions): Promise<Heard> => {
    for (let attempt = 1; attempt <= mostTries; attempt++) {
      const answer = await send({ ...what, key: isKeyed === false ? null : what.key })
      assertInvariant(
        answer.status !== 500 && (answer.status === 200 || typeOf(answer) !== undefined),
        'an answer is the contract’s',
        () => `${what.method} ${what.path}: ${answer.status} ${answer.text}`,
      )
      if (!isPassing(answer)) {
        const type = typeOf(answer)
        const isFine =
          answer.status === 200 ||
          (attempt > 1 && isDone !== undefined && type === isDone) ||
          (mayRefuse !== undefined && type === mayRefuse)
        assertInvariant(
          isFine,
          'what was asked for is done',
          () => `${what.method} ${what.path}, try ${attempt}: ${answer.status} ${answer.text}`,
        )
        return answer
      }
      if (outside.isAway) throw new Error('The client has gone away.')
      clock.advance(answer.waitSeconds * 1000)
      if (attempt === 1) continue
      clock.advance(minute)
      await sweep()
    }
    throw new InvariantViolation('a client that repeats its request comes to an end', `${what.method} ${what.path}`)
  }

  const ask = async (method: string, path: string, body?: unknown, options: AskOptions = {}): Promise<any> => {
    const what = { method, path, body, key: crypto.randomUUID() }
    const answer = await timed(answered(what, options))
    if (options.isKeyed !== false && answer.status === 200) asked.push({ what, answer, at: clock.now() })
    return answer.json
  }

  /** Time goes on for readers while somebody waits for one: what is to be tried again is tried then. */
  const timed = async <T>(waiting: Promise<T>): Promise<T> => {
    if (readers.size === 0) return waiting
    const is = { over: false }
    const over = waiting.finally(() => (is.over = true))
    over.catch(() => undefined)
    while (!is.over) {
      const before = outside.traffic.begun
      await Promise.race([over.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 40))])
      if (is.over || outside.traffic.going > 0 || outside.traffic.begun !== before) continue
      clock.advance(2_000)
      await ring()
    }
    return over
  }

  /** A payment, made anew as long as it was undone. */
  const pay = async (bodyOf: () => object | Promise<object>, path = 'authorize', accepts = '00'): Promise<any> => {
    for (let payment = 1; payment <= 4; payment++) {
      const json = await ask('POST', `/v1/transactions/${path}`, await bodyOf())
      if (json.responseCode === accepts) return json
      assertInvariant(json.responseCode === '68', 'an unknown outcome is not shown as declined', () =>
        JSON.stringify(json),
      )
    }
    throw new InvariantViolation('a client that repeats its request comes to an end', 'four payments were undone')
  }

  let inbox: string[] | null = null
  const listen = async (more: object = {}): Promise<string> => {
    const host = `r${crypto.randomUUID()}.receivers.net`
    heard.set(host, [])
    const url = `https://${host}/hooks`
    const { webhook } = await ask('POST', '/v1/webhook', { url, enabled: true, subscribedEvents: null, ...more })
    inbox ??= heard.get(host)!
    return webhook.id
  }
  if (!isBare) await listen()

  const token = async (source: object = { creditCard: card() }): Promise<string> =>
    (await ask('POST', '/v1/tokens', source, { isKeyed: false })).token
  const customer = async (body: object = {}): Promise<string> =>
    (await ask('POST', '/v1/customers', body)).customers[0].id
  const store = async (of: string, more: object = {}): Promise<string> =>
    (await ask('POST', `/v1/customers/${of}/wallet`, { token: await token(), ...more })).wallet[0].id

  const authorized = async (): Promise<string> =>
    (await ask('POST', '/v1/transactions/authorize', byCard())).transactionId

  return {
    world,
    merchant,
    clock,
    ask,
    pay,
    send,
    sweep,
    timed,
    listen,
    token,
    customer,
    store,
    shopper: createShopper({ fetch: world.fetch }),
    byCard,
    authorized,
    captured: async (): Promise<string> => {
      const transactionId = await authorized()
      await ask('POST', '/v1/transactions/capture', { transactionId })
      return transactionId
    },
    /** A customer with a payment method. */
    stored: async (): Promise<{ customer: string; wallet: string }> => {
      const of = await customer()
      return { customer: of, wallet: await store(of) }
    },
    plan: async (more: object = {}): Promise<string> =>
      (
        await ask('POST', '/v1/subscriptions', {
          label: `Plan ${crypto.randomUUID()}`,
          cycle: { unit: 'month' },
          amount: { value: 10 },
          ...more,
        })
      ).subscriptions[0].id,
    checkout: async (body: object = { total: 26.25 }): Promise<string> =>
      (await ask('POST', '/v1/dynamiccheckout', body)).id,
    terminal: async (registrationCode = 'SIM001'): Promise<string> => {
      const { terminals } = await ask('POST', '/v1/terminals', { registrationCode, nickname: 'Till 1' })
      readers.add(`${shard}-${terminals[0].id}`)
      return terminals[0].id
    },
    /** Readers whose alarms are to ring. */
    readers,
    /** Time passes for readers alone, while somebody still waits for one. */
    tick: async (): Promise<void> => {
      clock.advance(minute)
      await ring()
      await pause()
    },
    /** Time passes, and the cron has its turn in it. */
    pass: async (ms: number): Promise<void> => {
      clock.advance(ms)
      await sweep()
    },
    /** What was asked for and done, for repetitions. */
    asked,
    /** The events that the webhook has heard of; null where there is none. */
    get inbox(): readonly string[] | null {
      return inbox
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
