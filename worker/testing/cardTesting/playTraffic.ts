import { simulator } from '../../processors/simulator/simulator.ts'
import type { Processor } from '../../processors/processor.ts'
import { card, createMerchant, startWorker } from '../merchant.ts'
import type { CallOptions } from '../merchant.ts'
import { createShopper } from '../shopper.ts'
import { shopTraffic } from './shopTraffic.ts'
import type { Attempt, TrafficOptions, Way } from './shopTraffic.ts'

/** An attempt and its result. */
interface AttemptResult extends Attempt {
  readonly reachedProcessor: boolean
}

export interface PlayOptions extends TrafficOptions {
  /** Number of attempts that are sent at once, without regard to their time. 1 by default: one after the other, each at its time. */
  readonly atOnce?: number
}

const startTime = Date.UTC(2026, 10, 20, 12)
const processorMs = 20

/** The simulated issuer declines cards with this postal code. */
const declinedPostalCode = '46282'

/** A simulator that counts its authorizations by card number. */
const countingSimulator = (delayMs: number) => {
  const simulated = simulator({ delayMs })
  const counts = new Map<string, number>()
  const authorize: Processor['authorize'] = (op, ref) => {
    if (op.instrument.kind === 'card') {
      const number = op.instrument.pan.reveal()
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    return simulated.authorize(op, ref)
  }
  return { callsWith: (number: string): number => counts.get(number) ?? 0, processor: { ...simulated, authorize } }
}

/**
 * Sends a shop's traffic through the whole worker in test mode, without its rate limits: only the card-testing rules decide. The clock shows
 * the time of each attempt; of attempts that are sent at once, real time.
 */
export const simulateTraffic = async ({ atOnce = 1, ...options }: PlayOptions): Promise<AttemptResult[]> => {
  // Equal payments of one shopper are no subject here.
  const merchant = await createMerchant({ settings: { rateTier: 'unlimited', duplicateWindowSeconds: 0 } })
  let now = startTime
  let realSince: number | null = null
  const clock = { now: () => (realSince === null ? now : startTime + Date.now() - realSince) }
  const { callsWith, processor } = countingSimulator(atOnce === 1 ? 0 : processorMs)
  const worker = startWorker({ clock, processor, log: () => undefined })
  const server = worker.as(merchant.secretKey)
  const shopper = createShopper(worker)
  const at = (address: string, more: CallOptions = {}): CallOptions => ({
    ...more,
    key: merchant.publishableKey,
    headers: { 'cf-connecting-ip': address },
  })
  const amount = { value: 10.5 }
  const authorize = (payment: object) => server('POST', '/v1/transactions/authorize', { body: { payment, amount } })

  const pay: Readonly<Record<Way, (creditCard: object, address: string) => Promise<unknown>>> = {
    token: async (creditCard, address) =>
      authorize({
        token: (await worker.as(null)('POST', '/v1/tokens', at(address, { body: { creditCard } }))).json.token,
      }),
    frame: async (creditCard, address) => {
      await worker.as(null)('GET', `/card?key=${merchant.publishableKey}`, at(address))
      return pay.token(creditCard, address)
    },
    checkout: async (creditCard, address) => {
      const { id } = (await server('POST', '/v1/dynamiccheckout', { body: { total: 10.5 } })).json
      const headers = { 'cf-connecting-ip': address }
      const { data } = await shopper.open(id, headers)
      return shopper.pay(id, data!.nonce, { payment: { creditCard } }, headers)
    },
    saved: async (creditCard, address) => {
      const { token } = (await worker.as(null)('POST', '/v1/tokens', at(address, { body: { creditCard } }))).json
      const customer = (await server('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json.customers[0].id
      const { wallet } = (await server('POST', `/v1/customers/${customer}/wallet`, { body: { token } })).json
      return authorize({ stored: { customer, wallet: wallet[0].id } })
    },
  }

  const send = async (attempt: Attempt): Promise<AttemptResult> => {
    const { number, approved, way, address } = attempt
    const before = callsWith(number)
    const postalCode = approved ? {} : { postalCode: declinedPostalCode }
    await pay[way](card(number, postalCode), address)
    return { ...attempt, reachedProcessor: callsWith(number) > before }
  }

  const results: AttemptResult[] = []
  const attempts = shopTraffic(options)
  const isAlone = ({ at: ms }: Attempt) => atOnce === 1 || ms < 0
  for (const attempt of attempts.filter(isAlone)) {
    now = startTime + Math.floor(attempt.at)
    results.push(await send(attempt))
  }
  const together = attempts.filter((attempt) => !isAlone(attempt))
  realSince = together.length === 0 ? null : Date.now()
  for (let from = 0; from < together.length; from += atOnce) {
    // One person's attempts follow each other.
    const people = Map.groupBy(together.slice(from, from + atOnce), ({ person }) => person)
    const sent = [...people.values()].map(async (own) => {
      for (const attempt of own) results.push(await send(attempt))
    })
    await Promise.all(sent)
  }
  return results
}
