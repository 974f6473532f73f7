import { isLuhnValid } from '#contract/card/luhn'
import type { Request } from '../load/load.ts'

/** What a payment needs: values of its own, and the results of its earlier steps. */
export interface PaymentContext {
  /** Counts from 0. */
  readonly nth: number
  readonly wallet: string
  /** Differs between the steps of two payments, but not between the repetitions of one. */
  readonly key: string
  token: string
  transactionId: string
}

export interface Step {
  readonly name: string
  /** Whether it is sent by a browser with the publishable key. */
  readonly byBrowser?: true
  request(context: PaymentContext): Request
}

export interface Flow {
  readonly name: string
  readonly steps: readonly Step[]
}

/** A card number of its own for each payment, as in a shop with many customers. */
export const cardNumber = (nth: number): string => {
  const digits = `45000001${String(nth).padStart(7, '0')}`
  return Array.from({ length: 10 }, (_, check) => digits + check).find(isLuhnValid)!
}

/** Each shopper has an address, so that card testing is not suspected. */
const browser = (nth: number) => ({
  'cf-connecting-ip': `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
  origin: shopOrigin,
})

/** The origin of the shop, which a live account must allow. */
export const shopOrigin = 'https://shop.example'

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Request => ({
  method: 'POST',
  path: `/v1/${path}`,
  body,
  headers,
})

const amount = (nth: number) => ({ value: (1_000 + (nth % 1_000)) / 100 })

const order = (nth: number) => ({
  referenceObject: 'Invoice',
  referenceObjectId: String(100_000 + nth),
  customerPublicIdentifier: `customer-${nth}`,
})

const token: Step = {
  name: 'token',
  byBrowser: true,
  request: ({ nth }) =>
    post(
      'tokens',
      { creditCard: { accountNumber: cardNumber(nth), expires: '1230', verificationValue: '123' } },
      browser(nth),
    ),
}

const pay = (name: 'authorize' | 'sale', more: { readonly keyed?: true; readonly ordered?: true } = {}): Step => ({
  name,
  request: ({ nth, key, token }) =>
    post(
      `transactions/${name}`,
      { payment: { token }, amount: amount(nth), ...(more.ordered && { order: order(nth) }) },
      more.keyed && { 'idempotency-key': `${key}-pay` },
    ),
})

const bySavedCard: Step = {
  name: 'authorize',
  request: ({ nth, wallet }) =>
    post('transactions/authorize', { payment: { stored: { wallet } }, amount: amount(nth) }),
}

const capture = (keyed?: true): Step => ({
  name: 'capture',
  request: ({ key, transactionId }) =>
    post('transactions/capture', { transactionId }, keyed && { 'idempotency-key': `${key}-capture` }),
})

const refund: Step = {
  name: 'credit',
  request: ({ transactionId }) => post('transactions/credit', { referenceTransactionId: Number(transactionId) }),
}

/** The flow whose costs have goals, and whose bytes are measured. */
export const bare: Flow = { name: 'Card', steps: [token, pay('authorize'), capture()] }

export const flows: readonly Flow[] = [
  bare,
  {
    name: 'Card, with keys and an order',
    steps: [token, pay('authorize', { keyed: true, ordered: true }), capture(true)],
  },
  { name: 'Sale', steps: [token, pay('sale')] },
  { name: 'Sale and refund', steps: [token, pay('sale'), refund] },
  { name: 'Saved card', steps: [bySavedCard, capture()] },
]
