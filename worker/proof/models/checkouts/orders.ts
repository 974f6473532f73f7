import type { ShownOrder } from '#contract/checkouts/order'
import * as fc from 'fast-check'
import { createShopper } from '../../../testing/shopper.ts'
import type { PageResponse } from '../../../testing/shopper.ts'
import type { Machine } from '../kernel/gateway.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import { changedChoice, choices, firstChoices, priceOf, toOrder, toRegion } from './choices.ts'
import type { Choices, Price } from './choices.ts'
import { checkoutKinds } from './kinds.ts'
import type { Quote, SentAttempt, State, Window } from './model.ts'
import { createOtherCheckout, isServed } from './requests.ts'

/** Choices, the quote that they are paid with, and what the shopper changes after the quote without pricing it. */
export interface Ordering {
  readonly choices: Choices
  readonly quote: 'own' | 'oldest' | 'otherCheckout' | 'forged'
  readonly changed: Partial<Choices>
}

export const ordering: fc.Arbitrary<Ordering> = fc.record(
  {
    choices,
    quote: fc.constantFrom('own', 'own', 'own', 'own', 'own', 'oldest', 'otherCheckout', 'forged'),
    changed: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: changedChoice }),
  },
  { noNullPrototype: true },
)

export const firstOrder: Ordering = { choices: firstChoices, quote: 'own', changed: {} }

const priceNow = (chosen: Choices, { system, codeExpires }: State): Price => priceOf(chosen, system.now() < codeExpires)

const isShown = ({ amount, code, codeError, options, noShipping }: ShownOrder, price: Price): boolean =>
  amount === price.amount &&
  code === price.code &&
  (codeError !== null) === price.codeRefused &&
  (options.find(({ selected }) => selected)?.id ?? null) === price.shippingOption &&
  noShipping === price.noShipping

const mismatch =
  (prices: readonly Price[], { status, json }: PageResponse) =>
  (): string =>
    JSON.stringify({ prices, status, json })

/** Prices choices and checks the response. Returns the quote; null without one. */
const priceOrder = async (checkout: string, chosen: Choices, machine: Machine, state: State): Promise<Quote | null> => {
  const before = priceNow(chosen, state)
  const response = await createShopper(machine).order(checkout, { ...toOrder(chosen), ...toRegion(chosen) })
  // Meanwhile the code may have expired.
  const prices = [before, priceNow(chosen, state)]
  const detail = mismatch(prices, response)
  const { status, json } = response
  if (status === 409) {
    assertInvariant(json.errors[0].type === 'checkout_closed', 'no request fails with an internal error', detail)
    return null
  }
  if (status === 400) {
    assertInvariant(before.isInvalid, 'offered choices have a price', detail)
    return null
  }
  if (!isServed(response, state)) return null
  const shown = prices.find((price) => isShown(json.order, price))
  assertInvariant(!before.isInvalid && shown !== undefined, 'choices have their price', detail)
  return { text: json.order.quote, order: shown!.order }
}

/** Text with the form of a quote. */
const forged: Quote = { text: 'A'.repeat(43), order: null }

const quoteFor = async (
  { choices: chosen, quote: source }: Ordering,
  window: Window,
  machine: Machine,
  state: State,
): Promise<Quote> => {
  if (source === 'forged') return forged
  if (source === 'otherCheckout') {
    const other = await createOtherCheckout(machine, state)
    const quote = other === null ? null : await priceOrder(other, chosen, machine, state)
    return quote === null ? forged : { ...quote, order: null }
  }
  const quote = await priceOrder(state.id, chosen, machine, state)
  if (quote !== null) window.quotes.push(quote)
  return (source === 'oldest' ? window.quotes[0] : quote) ?? forged
}

/** The order of an attempt; null for a checkout without choices. */
export const orderFor = async (
  order: Ordering,
  window: Window,
  machine: Machine,
  state: State,
): Promise<SentAttempt['order']> =>
  checkoutKinds[state.kind].charged === null
    ? { choices: { ...order.choices, ...order.changed }, quote: await quoteFor(order, window, machine, state) }
    : null

/** What an attempt on an open checkout comes to: a charge in minor units, or null for a refusal. */
export interface ExpectedAttempt {
  readonly charge: number | null
  /** Null for a checkout without choices. */
  readonly price: Price | null
}

export const expectedAttempt = ({ order }: SentAttempt, state: State): ExpectedAttempt => {
  if (order === null) return { charge: checkoutKinds[state.kind].charged, price: null }
  const price = priceNow(order.choices, state)
  const isAsSeen = price.order === order.quote.order
  const isRefused = price.isInvalid || price.noShipping || price.codeRefused || !isAsSeen
  return { charge: isRefused ? null : price.total, price }
}

/** Whether the response refuses the order, as expected at the begin or at the end of the request. */
export const isRefusedOrder = (response: PageResponse, expected: readonly ExpectedAttempt[]): boolean => {
  const { status, json } = response
  const isError = status === 400
  if (!isError && json.order === undefined) return false
  const refusals = expected.flatMap(({ charge, price }) => (charge === null && price !== null ? [price] : []))
  assertInvariant(
    refusals.some((price) => {
      const isUnoffered = price.isInvalid || price.noShipping
      return isError ? isUnoffered : !isUnoffered && isShown(json.order, price)
    }),
    'an order is refused only if it is not offered or has another price',
    mismatch(refusals, response),
  )
  return true
}
