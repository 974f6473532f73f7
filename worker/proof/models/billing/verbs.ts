import type { Cycle } from '#contract/cycles'
import { createSubscription } from '#contract/plans'
import { parseKeepingNumbers } from '#contract/rawJson'
import { Refusal } from '#contract/refusal'
import { Secret } from '#contract/secret'
import { createCustomerSubscription, updateCustomerSubscription } from '#contract/subscriptions'
import * as v from 'valibot'
import { createPlan } from '../../../domain/plans/create.ts'
import { cancelSubscription } from '../../../domain/subscriptions/cancel.ts'
import { createSubscription as subscribe } from '../../../domain/subscriptions/create.ts'
import { updateSubscription } from '../../../domain/subscriptions/update.ts'
import type { RequestServices } from '../../../app/compose.ts'

/** Who is billed for what. */
export interface Enrolment {
  readonly account: string
  readonly customer: string
  readonly cycle: Cycle
  /** Local date, YYYY-MM-DD. */
  readonly startDate: string
  readonly installments: number
  /** In minor units of the US dollar. */
  readonly total: number
}

/** Which subscription is changed. */
export interface Subject {
  readonly account: string
  readonly customer: string
  readonly subscription: string
}

const card = { number: new Secret('4242424242424242'), expiry: '1230', nameOnCard: null, postalCode: null }

const sealCard = async ({ vault }: RequestServices) => ({
  ...(await vault.sealPan(card)),
  network: 'visa',
  last4: '4242',
  digits: 16,
  expiry: card.expiry,
  fingerprint: await vault.fingerprint(card.number),
  cardRange: '42424242',
})

/** A body as it comes off the wire. */
const parsed = <T>(schema: v.GenericSchema | undefined, body: object): T =>
  v.parse(schema!, parseKeepingNumbers(JSON.stringify(body))) as T

/** A database that cannot be reached, which a client hears as 503. Every other failure is our own. */
export const isOutage = (thrown: unknown): boolean =>
  thrown instanceof Refusal
    ? thrown.faults[0].type === 'unavailable'
    : thrown instanceof Error && thrown.message.includes('Network connection lost')

const unlessRefused = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (thrown) {
    if (thrown instanceof Refusal && !isOutage(thrown)) return false
    throw thrown
  }
}

/**
 * The verbs of the API that billing is about, called as the routes call them.
 *
 * @param sealed cards that are sealed already: once for each account is enough, since the cryptography is not what is tested
 */
export const verbsWith = (
  servicesOf: (account: string) => RequestServices,
  nextId: () => string,
  sealed: Map<string, ReturnType<typeof sealCard>>,
) => ({
  /** Answers the id of the new subscription, to a plan of its own. */
  enrol: async ({ account, customer, cycle, startDate, installments, total }: Enrolment): Promise<string> => {
    const services = servicesOf(account)
    const plan = parsed<Parameters<typeof createPlan>[0]>(createSubscription.body, {
      label: `Plan ${nextId()}`,
      cycle,
      amount: { value: total / 100, currency: 840 },
      installments,
    })
    const { subscriptions: plans } = await createPlan(plan, services)
    const said = parsed<Parameters<typeof subscribe>[1]>(createCustomerSubscription.body, {
      plan: plans[0]!.id,
      startDate,
    })
    const { customerSubscriptions } = await subscribe(customer, said, services)
    return customerSubscriptions[0]!.customerSubscriptionId
  },

  /** Changes a subscription by the body of a PUT: answers false where that is refused. */
  update: ({ account, customer, subscription }: Subject, body: object): Promise<boolean> => {
    const said = parsed<Parameters<typeof updateSubscription>[1]>(updateCustomerSubscription.body, body)
    return unlessRefused(
      updateSubscription({ Customer: customer, Subscription: subscription }, said, servicesOf(account)),
    )
  },

  /** Answers false where it is refused. */
  cancel: ({ account, customer, subscription }: Subject): Promise<boolean> =>
    unlessRefused(cancelSubscription({ Customer: customer, Subscription: subscription }, servicesOf(account))),

  /** Stores a card, which becomes the customer's default. */
  storeCard: async ({ account, customer }: Pick<Subject, 'account' | 'customer'>): Promise<void> => {
    const services = servicesOf(account)
    const once = sealed.get(account) ?? sealCard(services)
    sealed.set(account, once)
    const at = services.clock.now()
    await services.walletEntries.insertCard(
      { id: nextId(), customer, makeDefault: true, address: {}, created: at },
      await once,
      { at, action: 'wallet.default', detail: {} },
    )
  },
})

export type Verbs = ReturnType<typeof verbsWith>
export type SealedOnce = Parameters<typeof verbsWith>[2]
