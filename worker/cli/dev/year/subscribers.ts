import { dayMs, hourMs } from './shop.ts'
import type { Shop } from './shop.ts'

const plans = [
  { label: 'Mug of the month', cycle: { unit: 'month' }, amount: { value: 28 } },
  { label: 'Studio membership', cycle: { unit: 'month' }, amount: { value: 45 } },
  { label: 'Glaze club', cycle: { unit: 'month', interval: 3 }, amount: { value: 64 } },
] as const

type Fate = 'active' | 'past due' | 'unpaid' | 'canceled' | 'paused' | 'pending'

/**
 * Plan, and months and days before today on which the subscription begins. The last bill of one that is past due is two days old, so that it is
 * still retried.
 */
const subscribers: readonly (readonly [plan: number, months: number, days: number, fate: Fate])[] = [
  [0, 11, 15, 'active'],
  [1, 10, 18, 'active'],
  [0, 9, 17, 'canceled'],
  [2, 8, 24, 'active'],
  [0, 7, 26, 'active'],
  [1, 7, 1, 'canceled'],
  [0, 6, 0, 'active'],
  [1, 5, 2, 'past due'],
  [0, 4, 5, 'active'],
  [2, 3, 9, 'active'],
  [0, 3, 2, 'past due'],
  [1, 2, 20, 'unpaid'],
  [1, 2, 13, 'active'],
  [0, 1, 24, 'paused'],
  [1, 1, 5, 'active'],
  [0, 0, 17, 'active'],
  [0, 0, 6, 'active'],
  [1, 0, 2, 'pending'],
]

/** The same day some months and days earlier. */
const earlier = (ms: number, months: number, days: number): number => {
  const date = new Date(ms - days * dayMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months + 1, 0)
  date.setUTCDate(Math.min(day, date.getUTCDate()))
  return date.getTime()
}

/** Since when the card of a subscription is declined. */
const declinedDays = { 'past due': 5, unpaid: 45 } as const

/** Adds the plans and the saved customers with their subscriptions. The first customer has two cards. */
export const addSubscribers = ({ agenda, gateway, newShopper, now, random, requests, start }: Shop): void => {
  const ids: string[] = []
  agenda.add(start + hourMs, async () => {
    for (const [index, plan] of plans.entries()) {
      gateway.setClock(start + hourMs + index)
      ids.push(await requests.createPlan(plan))
    }
  })
  for (const [index, [plan, months, days, fate]] of subscribers.entries()) {
    const begins = earlier(now, months, days) + random.between(8, 17) * hourMs
    agenda.add(begins, async () => {
      const { firstName, lastName, email, number, address, card } = newShopper()
      const customer = await requests.createCustomer({
        firstName,
        lastName,
        emailAddress: email,
        merchantIdentifier: number,
        shippingAddress: address,
      })
      await requests.storeCard(customer, card)
      if (index === 0) await requests.storeCard(customer, newShopper().card)
      const startDate = fate === 'pending' ? { startDate: new Date(now + 9 * dayMs).toISOString().slice(0, 10) } : {}
      gateway.setClock(begins + 1000)
      const id = await requests.subscribe(customer, { plan: ids[plan], ...startDate })
      if (fate === 'canceled')
        agenda.add(begins + 130 * dayMs, async () => void (await requests.cancelSubscription(customer, id)))
      if (fate === 'paused')
        agenda.add(
          now - 20 * dayMs,
          async () => void (await requests.changeSubscription(customer, id, { status: 'paused' })),
        )
      if (fate === 'past due' || fate === 'unpaid')
        agenda.add(now - declinedDays[fate] * dayMs, async () => gateway.issuer.declineCard(card.accountNumber, '51'))
    })
  }
}
