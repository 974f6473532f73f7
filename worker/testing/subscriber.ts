import { expect } from 'vitest'
import type { Call, Merchant } from './merchant.ts'
import { card } from './merchant.ts'

/** A merchant with plans, and customers who take them; each step must succeed. */
export const subscribing = (merchant: Merchant, call: Call) => {
  const ok = async (...request: Parameters<Call>) => {
    const { status, json } = await call(...request)
    expect([status, json.errors], request.slice(0, 2).join(' ')).toEqual([200, null])
    return json
  }

  /** A payment method of a customer; of a card with this number. */
  const addCard = async (customer: string, number?: string, isDefault = false): Promise<string> => {
    const { token } = await ok('POST', '/v1/tokens', { body: { creditCard: card(number) } })
    const { wallet } = await ok('POST', `/v1/customers/${customer}/wallet`, { body: { token, default: isDefault } })
    return wallet[0].id
  }

  return {
    ok,
    addCard,
    makePlan: async (cycle: object = { unit: 'month' }, more: object = {}): Promise<string> =>
      (
        await ok('POST', '/v1/subscriptions', {
          body: { label: `Plan ${crypto.randomUUID()}`, cycle, amount: { value: 10 }, ...more },
        })
      ).subscriptions[0].id,
    /** A customer with a card, subscribed to a plan. */
    enrol: async (plan: string, more: object = {}, number?: string) => {
      const customer: string = (await ok('POST', '/v1/customers', { body: {} })).customers[0].id
      await addCard(customer, number)
      const path = `/v1/customers/${customer}/subscriptions`
      const { customerSubscriptions } = await ok('POST', path, { body: { plan, ...more } })
      const id: string = customerSubscriptions[0].customerSubscriptionId
      return {
        id,
        customer,
        path: `${path}/${id}`,
        /** The subscription as the API shows it. */
        shown: async () => (await ok('GET', path)).customerSubscriptions[0],
        bills: async () => (await ok('GET', `${path}/${id}/bills`)).bills,
        change: (body: object) => ok('PUT', `${path}/${id}`, { body }),
        cancel: () => ok('DELETE', `${path}/${id}`),
      }
    },
    /** Puts the clock of the account to a time, after which everything due has run. */
    at: async (now: string) => {
      let complete = (await ok('POST', '/v1/testclock', { body: { now } })).complete
      for (let more = 0; !complete && more < 50; more++)
        complete = (await ok('POST', '/v1/testclock/advance', { body: { seconds: 1 } })).complete
      expect(complete).toBe(true)
    },
    /** What was captured with a customer's payment methods: when, and how much, oldest first. */
    captured: async (customer: string): Promise<[day: string, amount: number][]> =>
      (await ok('GET', `/v1/transactions?customer=${customer}`)).transactions
        .filter(({ amountCaptured }: { amountCaptured: number }) => amountCaptured > 0)
        .map(({ created, amountCaptured }: { created: string; amountCaptured: number }) => [
          created.slice(0, 10),
          amountCaptured,
        ])
        .toReversed(),
    merchant,
  }
}
