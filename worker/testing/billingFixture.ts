import { createSubscription as createPlanEndpoint } from '#contract/plans'
import { createCustomerSubscription, updateCustomerSubscription } from '#contract/subscriptions'
import { createPlan } from '../domain/plans/create.ts'
import { billDueSubscriptions } from '../domain/subscriptions/billDue.ts'
import { cancelSubscription } from '../domain/subscriptions/cancel.ts'
import { createSubscription } from '../domain/subscriptions/create.ts'
import { listSubscriptions } from '../domain/subscriptions/list.ts'
import { listBills } from '../domain/subscriptions/listBills.ts'
import { updateSubscription } from '../domain/subscriptions/update.ts'
import { recoverPendingOperations } from '../domain/transactions/recoverPendingOperations.ts'
import type { BillRow, SubscriptionRow } from '../store/subscriptions/subscriptionColumns.ts'
import { customerFixture } from './customerFixture.ts'
import type { MerchantOptions } from './merchant.ts'
import { replaceFunctions } from './replaceFunctions.ts'
import { asJson, inputOf } from './verbs.ts'

const page = { pageNumber: 1, pageSize: 100, cursor: null }
const day = 86_400_000

/** The domain fixture with plans, subscribed customers and the billing sweep. */
export const billingFixture = async (options: MerchantOptions = {}) => {
  const fixture = await customerFixture(options)
  const { services, sweepServices, merchant, clock, ledger } = fixture

  const newPlan = async (cycle: object = { unit: 'day' }, more: object = {}): Promise<string> => {
    const body = { label: crypto.randomUUID(), cycle, amount: { value: 10 }, ...more }
    return (await createPlan(inputOf(createPlanEndpoint, body), services())).subscriptions[0]!.id
  }

  const subscribe = async (customer: string, body: object) =>
    asJson(await createSubscription(customer, inputOf(createCustomerSubscription, body), services()))

  return {
    ...fixture,
    newPlan,
    subscribe,
    /** A customer with a card of this number, subscribed: by default to a daily plan of 10.00 that is due at once. */
    newSubscription: async (more: object = {}, accountNumber?: string) => {
      const customer = await fixture.newCustomer()
      const entry = await fixture.newEntry(customer, accountNumber)
      const plan = 'plan' in more ? (more.plan as string) : await newPlan()
      const { customerSubscriptions } = await subscribe(customer, { plan, ...more })
      const id = customerSubscriptions[0]!.customerSubscriptionId
      const of = { Customer: customer, Subscription: id }
      return {
        customer,
        entry,
        id,
        of,
        shown: async () => asJson(await listSubscriptions(customer, page, services())).customerSubscriptions[0]!,
        bills: async () => asJson(await listBills(of, page, services())).bills,
        update: async (body: object) =>
          asJson(await updateSubscription(of, inputOf(updateCustomerSubscription, body), services()))
            .customerSubscriptions[0]!,
        cancel: async () => asJson(await cancelSubscription(of, services())).customerSubscriptions[0]!,
        /** Its row, and those of its bills by period, as they are stored. */
        row: async () =>
          (await merchant.rows('SELECT * FROM subscriptions WHERE id = ?', id))[0] as Record<
            keyof SubscriptionRow | 'leased',
            any
          >,
        billRows: async () =>
          (await merchant.rows('SELECT * FROM bills WHERE subscription = ? ORDER BY period', id)) as Record<
            keyof BillRow,
            any
          >[],
        eventTypes: () => fixture.eventTypes(id),
      }
    },
    /** One sweep of due subscriptions. */
    billDue: () => billDueSubscriptions(sweepServices()),
    /** The same for a sweep that dies where it would record the outcome of a charge. */
    dieBeforeRecord: async () => {
      const services = sweepServices()
      const dying: typeof services = {
        ...services,
        servicesOf: (account, by) => {
          const needs = services.servicesOf(account, by)
          const subscriptions = replaceFunctions(needs.subscriptions, {
            update: () => Promise.reject(new Error('died')),
          })
          return { ...needs, subscriptions }
        },
      }
      const death: unknown = await billDueSubscriptions(dying).catch((reason: unknown) => reason)
      if (!(death instanceof Error && death.message === 'died'))
        throw new Error('The sweep did not die.', { cause: death })
    },
    recover: () => recoverPendingOperations(sweepServices()),
    /** When the day begins that is so many days after the clock's, in UTC. */
    midnight: (days = 0): number => Math.floor(clock.now() / day) * day + days * day,
    /** Puts the clock forward to a time, in milliseconds since 1970. */
    advanceTo: (ms: number): void => clock.advance(Math.max(0, ms - clock.now())),
    /** What the acquirer has taken of each payment, in minor units, oldest first; 0 for one that was declined or reversed. */
    taken: (): number[] =>
      ledger
        .entries()
        .filter(({ type }) => type === 'authorize')
        .map((entry) => (entry.state === 'approved' && entry.captureNow ? Number(entry.approved) : 0)),
  }
}

export type BillingFixture = Awaited<ReturnType<typeof billingFixture>>
export type SubscribedFixture = Awaited<ReturnType<BillingFixture['newSubscription']>>
