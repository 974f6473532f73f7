import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { bindings } from '../../testing/bindings.ts'
import { card } from '../../testing/requestDefaults.ts'
import { insertMemberOf } from '../../testing/fixtures/teamFixture.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'
import { pause } from './deviceSimulator.ts'
import { createClient } from '../models/kernel/client.ts'
import type { ApiResponse } from '../models/kernel/client.ts'
import { assertInvariant, InvariantViolation } from '../models/kernel/invariant.ts'
import { truthfulOutcome } from '../acquirer/truthfulOutcome.ts'
import { shard } from './fixture.ts'
import type { FaultFixture } from './fixture.ts'

export interface ClientResponse extends ApiResponse {
  readonly isReplay: boolean
  readonly waitSeconds: number
}

/** A request that can be repeated. */
interface ClientRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string
}

interface RequestOptions {
  /** False for endpoints that ignore Idempotency-Key. */
  readonly isKeyed?: boolean
  /** The error type of a retry whose first attempt succeeded. */
  readonly isDone?: string
  /** The Idempotency-Key. Default: a new one. */
  readonly key?: string
  /** An error type that the caller handles. */
  readonly allowedError?: string
}

export const matchesContract = 'a response matches the contract'
const endsAfterRetries = 'a request ends after a limited number of retries'

const errorType = ({ json }: ClientResponse): string | undefined =>
  json?.errors?.[0]?.type ?? json?.type?.split('/').at(-1)

const inProgress: ReadonlySet<string | undefined> = new Set(['idempotency_in_progress', 'operation_in_progress'])

/** Whether a client should retry. */
const isTransient = (response: ClientResponse): boolean =>
  response.status === 503 || response.status === 504 || (response.status === 409 && inProgress.has(errorType(response)))

/** The outcome is unknown, or comes later. */
const notFinalCodes: ReadonlySet<unknown> = new Set(['68', '09'])

const maxAttempts = 20
const minute = 60_000

/** Before each further attempt a client waits a minute, and longer after some of them: pending operations are looked up at twice their age. */
const retryDelayMs = (attempt: number): number => (attempt < 6 ? minute : 90 * minute)

/** Longer than a late request or response can still change the acquirer's ledger. */
const personWaitsMs = 11 * minute

/** A payment of 10.50. */
const cardPayment = (more: object = {}) => ({ payment: { creditCard: card() }, amount: { value: 10.5 }, ...more })

/**
 * A merchant with a webhook, and a client that follows the README: it retries a request with the same Idempotency-Key, and repeats a payment
 * that was reversed.
 *
 * @param isBare creates no webhook and sends no request
 */
export const createMerchantClient = async (fixture: FaultFixture, isBare = false) => {
  const { clock, injector, deliveries } = fixture
  clock.reset()
  const merchant = await createMerchant({ shard })
  const terminalObjects = new Set<string>()
  let teamKey = merchant.secretKey
  const completed: { readonly request: ClientRequest; readonly response: ClientResponse; readonly at: number }[] = []

  const send = async (
    { method, path, body, key }: Omit<ClientRequest, 'key'> & { readonly key: string | null },
    fetch: (request: Request) => Promise<Response> = fixture.fetch,
  ): Promise<ClientResponse> => {
    const apiKey = path.startsWith('/v1/team/') ? teamKey : merchant.secretKey
    const response = await createClient(fetch, apiKey)(method, path, body as object | undefined, key)
    return {
      ...response,
      isReplay: response.headers.get('idempotent-replayed') === 'true',
      waitSeconds: Number(response.headers.get('retry-after') ?? 10),
    }
  }

  const sweep = async (): Promise<void> => {
    await fixture.arrivals()
    // Failed jobs are logged and repeated by the next sweep.
    await fixture.sweep().catch(() => undefined)
    await runDueAlarms()
    await resolveAttention()
    await injector.idle()
  }

  let hasResolved = false

  /** A person looks up the operations that need attention. What fails is repeated after the next sweep. */
  const resolveAttention = async (): Promise<void> => {
    const unclear = await merchant.rows(
      `SELECT o.id, o.type, o.transactionId AS payment, t.status FROM operations o JOIN transactions t ON t.id = o.transactionId
       WHERE o.account = ? AND o.attention <= ?`,
      merchant.id,
      clock.now() - personWaitsMs,
    )
    for (const { id, type, payment, status } of unclear) {
      const operation = { id: String(id), type: String(type), payment: String(payment), status: String(status) }
      const outcome = truthfulOutcome(fixture.acquirer.ledger, operation)
      const body = { operation: operation.id, outcome, note: 'Looked up' }
      const path = `/v1/transactions/${operation.payment}/resolve`
      const response = await send({ method: 'POST', path, body, key: null }).catch(() => null)
      hasResolved ||= response?.status === 200
    }
  }

  /** Runs the alarms of terminals that are due by the gateway's clock, which is far ahead of the platform's. */
  const runDueAlarms = async (): Promise<void> => {
    for (const name of terminalObjects) {
      const terminal = bindings.TERMINALS.getByName(name)
      const at = await runInDurableObject(terminal, (_terminal, { storage }) => storage.getAlarm())
      if (at !== null && at <= clock.now()) await runDurableObjectAlarm(terminal)
    }
  }

  const sendWithRetries = async (
    clientRequest: ClientRequest,
    { isKeyed, isDone, allowedError }: RequestOptions,
  ): Promise<ClientResponse> => {
    const { method, path, key } = clientRequest
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const response = await send({ ...clientRequest, key: isKeyed === false ? null : key })
      const type = errorType(response)
      assertInvariant(
        response.status !== 500 && (response.status === 200 || type !== undefined),
        matchesContract,
        () => `${method} ${path}: ${response.status} ${response.text}`,
      )
      if (!isTransient(response)) {
        const isExpected =
          response.status === 200 ||
          (attempt > 1 && isDone !== undefined && type === isDone) ||
          (allowedError !== undefined && type === allowedError)
        assertInvariant(
          isExpected,
          'a request succeeds after retries',
          () => `${method} ${path}, attempt ${attempt}: ${response.status} ${response.text}`,
        )
        return response
      }
      if (injector.isClientGone) throw new Error('The client does not retry.')
      clock.advance(response.waitSeconds * 1000)
      if (attempt === 1) continue
      clock.advance(retryDelayMs(attempt))
      await sweep()
    }
    throw new InvariantViolation(endsAfterRetries, `${method} ${path}`)
  }

  /** A later response to the same key replaces one that was not final. */
  const recordCompleted = (one: (typeof completed)[number]): void => {
    const at = completed.findIndex(({ request: { key } }) => key === one.request.key)
    if (at < 0) completed.push(one)
    else completed[at] = one
  }

  const request = async (method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<any> => {
    const clientRequest = { method, path, body, key: options.key ?? crypto.randomUUID() }
    const response = await advanceTerminalsWhile(sendWithRetries(clientRequest, options))
    if (options.isKeyed !== false && response.status === 200)
      recordCompleted({ request: clientRequest, response, at: clock.now() })
    return response.json
  }

  /** Advances the clock and the alarms of terminals while a request waits for a terminal without any call. */
  const advanceTerminalsWhile = async <T>(waiting: Promise<T>): Promise<T> => {
    if (terminalObjects.size === 0) return waiting
    const is = { over: false }
    const settled = waiting.finally(() => (is.over = true))
    settled.catch(() => undefined)
    while (!is.over) {
      const before = injector.traffic.started
      await Promise.race([settled.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 40))])
      if (is.over || injector.traffic.pending > 0 || injector.traffic.started !== before) continue
      clock.advance(2_000)
      await runDueAlarms()
    }
    return settled
  }

  /** Reads an operation until it has its final status, as a client does that got no final response. */
  const waitForOutcome = async (id: string): Promise<void> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const payment = await request('GET', `/v1/transactions/${id}`, undefined, { isKeyed: false })
      const operations = payment.operations as readonly { readonly transactionId: string; readonly status: string }[]
      if (operations.find(({ transactionId }) => transactionId === id)?.status !== 'pending') return
      clock.advance(retryDelayMs(attempt))
      await sweep()
    }
    throw new InvariantViolation(endsAfterRetries, `${id} is still pending`)
  }

  /** Sends a payment or modification, and waits for its outcome. Repeats it while that is a reversal (code 68). */
  const pay = async (createBody: () => object | Promise<object>, path = 'authorize', expected = '00'): Promise<any> => {
    for (let payment = 1; payment <= 4; payment++) {
      const attempt = { path: `/v1/transactions/${path}`, body: await createBody(), key: crypto.randomUUID() }
      const send = () => request('POST', attempt.path, attempt.body, { key: attempt.key })
      let json = await send()
      if (notFinalCodes.has(json.responseCode)) {
        await waitForOutcome(json.transactionId)
        json = await send()
      }
      if (json.responseCode === expected) return json
      assertInvariant(json.responseCode === '68', 'an unknown outcome is not shown as declined', () =>
        JSON.stringify(json),
      )
    }
    throw new InvariantViolation(endsAfterRetries, 'four payments were reversed')
  }

  let receivedEvents: string[] | null = null
  const createWebhook = async (more: object = {}): Promise<string> => {
    const host = `r${crypto.randomUUID()}.receivers.net`
    deliveries.set(host, [])
    const url = `https://${host}/hooks`
    const { webhook } = await request('POST', '/v1/webhook', { url, enabled: true, subscribedEvents: null, ...more })
    receivedEvents ??= deliveries.get(host)!
    return webhook.id
  }
  if (!isBare) await createWebhook()

  const createToken = async (): Promise<string> =>
    (await request('POST', '/v1/tokens', { creditCard: card() }, { isKeyed: false })).token
  const createCustomer = async (): Promise<string> => (await request('POST', '/v1/customers', {})).customers[0].id
  const storeCard = async (customer: string): Promise<string> =>
    (await request('POST', `/v1/customers/${customer}/wallet`, { token: await createToken() })).wallet[0].id

  const capture = (transactionId: string, amount?: number): Promise<any> =>
    pay(() => ({ transactionId, ...(amount !== undefined && { amount }) }), 'capture')
  const authorize = async (): Promise<string> =>
    (await request('POST', '/v1/transactions/authorize', cardPayment())).transactionId

  const invite = async (): Promise<string> => {
    const body = { email: 'ann@shop.example', role: 'viewer' }
    return (await request('POST', '/v1/team/invitations', body)).invitation.id
  }

  return {
    fixture,
    merchant,
    clock,
    request,
    pay,
    send,
    sweep,
    createWebhook,
    createToken,
    createCustomer,
    storeCard,
    shopper: createShopper({ fetch: fixture.fetch }),
    cardPayment,
    authorize,
    /** @param amount default: all. Returns the payment's id. */
    authorizeAndCapture: async (amount?: number): Promise<string> => {
      const transactionId = await authorize()
      await capture(transactionId, amount)
      return transactionId
    },
    /** Returns the capture's id. */
    authorizeAndCapturePart: async (): Promise<string> => (await capture(await authorize(), 4)).transactionId,
    createCustomerWithCard: async (): Promise<{ customer: string; wallet: string }> => {
      const customer = await createCustomer()
      return { customer, wallet: await storeCard(customer) }
    },
    createPlan: async (): Promise<string> =>
      (
        await request('POST', '/v1/subscriptions', {
          label: `Plan ${crypto.randomUUID()}`,
          cycle: { unit: 'month' },
          amount: { value: 10 },
        })
      ).subscriptions[0].id,
    /** A member with a running session, an open invitation, and a live key that reaches them. */
    openTeam: async () => {
      teamKey = (await merchant.issue('rk', { mode: 'live', scopes: ['team:read', 'team:write'] })).key
      return { ...(await insertMemberOf(await invite(), merchant.database)), invitation: await invite() }
    },
    createCheckout: async (body: object = { total: 26.25 }): Promise<string> =>
      (await request('POST', '/v1/dynamiccheckout', body)).id,
    registerTerminal: async (registrationCode = 'SIM001'): Promise<string> => {
      const { terminals } = await request('POST', '/v1/terminals', { registrationCode, nickname: 'Till 1' })
      terminalObjects.add(`${shard}-${terminals[0].id}`)
      return terminals[0].id
    },
    /** Names of the terminal objects whose alarms run. */
    terminalObjects,
    /** Advances terminals by a minute, without the cron. */
    advanceTerminals: async (): Promise<void> => {
      clock.advance(minute)
      await runDueAlarms()
      await pause()
    },
    /** Advances the clock, then runs the sweep. */
    advance: async (ms: number): Promise<void> => {
      clock.advance(ms)
      await sweep()
    },
    /** Whether a person has resolved an operation. */
    get hasResolved(): boolean {
      return hasResolved
    },
    /** Successful requests with an Idempotency-Key. */
    completed,
    /** Ids of the events that the first webhook received; null without a webhook. */
    get receivedEvents(): readonly string[] | null {
      return receivedEvents
    },
  }
}

export type MerchantClient = Awaited<ReturnType<typeof createMerchantClient>>
