import { nmiFetch } from '../fetch.ts'
import { createNmi, type NmiOptions } from '../nmi.ts'
import { card, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'
import { subscriptionFixture } from '../../../testing/fixtures/subscriptionFixture.ts'
import { defaultTimeLimits } from '../../../domain/timeLimits.ts'

export const minuteMs = 60_000

/** In real time. The stand-in is in this process: it responds at once or never. */
const timeoutMs = 250

/** No test card, which a live account declines. */
export const pan = '4539578763621486'

/** Minutes at which background work runs: around the moments at which recovery is due. */
const sweepsWithinTwoHours = [1, 2, 3, 4, 10, 11, 12, 13, 14, 30, 59, 60, 61, 62, 63, 90, 118, 119, 120]

/**
 * The whole worker with the shipped connector, for a live merchant whose only route is a connection to the stand-in. One clock drives both.
 */
export const nmiGateway = async (options: NmiOptions = {}) => {
  const clock = testClock()
  const standIn = createNmi({ now: clock.now, ...options })
  const securityKey = `live-${crypto.randomUUID()}`
  const merchant = await createMerchant({ mode: 'live', settings: { unreferencedCredits: true } })
  const worker = startWorker({
    clock,
    fetch: nmiFetch(standIn),
    keyCacheMs: { test: 0, live: 0 },
    limits: { ...defaultTimeLimits, processorTimeoutMs: timeoutMs, reversalTimeoutMs: timeoutMs },
  })
  const call = worker.as(merchant.secretKey)
  const subscriptions = subscriptionFixture(merchant, call)
  const { ok } = subscriptions
  const settings = { securityKey, creditsUnsettled: true }
  const { connection } = await ok('POST', '/v1/connections', { body: { processor: 'nmi', label: 'Shop', settings } })
  await ok('PUT', '/v1/account', { body: { routing: [{ connection: connection.id }] } })

  const pass = async (minutes: number): Promise<void> => {
    clock.advance(minutes * minuteMs)
    await worker.sweep()
  }

  return {
    ...subscriptions,
    standIn,
    clock,
    worker,
    call,
    securityKey,
    /** The body of a payment of 10.50 by card. */
    cardPayment: (more: object = {}) => ({ payment: { creditCard: card(pan) }, amount: { value: 10.5 }, ...more }),
    /** Lets minutes pass, with one sweep at their end. */
    pass,
    passTwoHours: async (): Promise<void> => {
      let passed = 0
      for (const minutes of sweepsWithinTwoHours) {
        await pass(minutes - passed)
        passed = minutes
      }
    },
    entries: () => standIn.ledger.transactionsOf(securityKey),
    sums: () => standIn.ledger.sums(securityKey, 'USD'),
  }
}

export type NmiGateway = Awaited<ReturnType<typeof nmiGateway>>
