import * as fc from 'fast-check'
import { amountsOf, isSingle, least, onWire, predict, unit } from './model.ts'
import type { Operation, Payment, Prediction, Request } from './model.ts'

/** Two, none and three digits. */
const currency = fc.constantFrom(840, 840, 392, 414)

/** Of a payment: so many units of its currency; or what is left of it, with or without the amount in the request, or a little more. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 3, arbitrary: fc.constantFrom('rest' as const, 'allOfIt' as const, 'tooMuch' as const) },
)
type Amount = number | 'rest' | 'allOfIt' | 'tooMuch'

const authorize = fc.record({
  ask: fc.constant('authorize' as const),
  by: fc.constantFrom('card' as const, 'card' as const, 'card' as const, 'cash' as const),
  currency,
  amount: fc.integer({ min: 1, max: 6 }),
})
const payOut = fc.record({
  ask: fc.constant('payOut' as const),
  currency,
  amount: fc.integer({ min: 1, max: 4 }),
})
/** Mostly the newest: histories are deep rather than broad. */
const by = fc.constantFrom(0, 0, 0, 1, 2, 4)

/** @param payment which one, the newest by 0 */
const modificationOf = (payment: fc.Arbitrary<number>) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        ask: fc.constant('capture' as const),
        payment,
        by,
        amount,
        final: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        ask: fc.constant('void' as const),
        payment,
        of: fc.constantFrom(
          'payment' as const,
          'payment' as const,
          'capture' as const,
          'capture' as const,
          'credit' as const,
        ),
        by,
      }),
    },
    { weight: 6, arbitrary: fc.record({ ask: fc.constant('credit' as const), payment, by, amount }) },
  )
const modification = modificationOf(fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 4))

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never
export type Ask = ValueOf<typeof authorize | typeof payOut | typeof modification>

/** A request that a history sends, with an Idempotency-Key of its own or none. */
export interface Asking {
  readonly ask: Ask
  readonly keyed: boolean
}

export const asking: fc.Arbitrary<Asking> = fc.record({
  ask: fc.oneof<fc.WeightedArbitrary<Ask>[]>(
    { weight: 2, arbitrary: authorize },
    { weight: 1, arbitrary: payOut },
    { weight: 19, arbitrary: modification },
  ),
  keyed: fc.boolean(),
})

/** Modifies a payment. */
export const modifying = (payment: fc.Arbitrary<number>): fc.Arbitrary<Asking> =>
  fc.record({ ask: modificationOf(payment), keyed: fc.boolean() })

/** Begins a history: a payment whose request can be repeated. */
export const firstAsking: fc.Arbitrary<Asking> = fc.record({ ask: authorize, keyed: fc.constant(true) })

/** A request as it is sent, and sent again. */
export interface Sending {
  readonly verb: 'authorize' | 'capture' | 'void' | 'credit'
  readonly body: object
  readonly key: string | null
}

/** A request with what the model knows of it. */
export interface Sent {
  /** Its number, which it carries as `initiatedByUserId`: by it each operation is known as its own. */
  readonly tag: number
  readonly sending: Sending
  readonly type: Operation['type']
  /** Of one that begins a payment. */
  readonly begins: { readonly kind: Payment['kind']; readonly currency: number } | null
  /** Of one that asks for something of a payment. */
  readonly request: Request | null
  readonly payment: string | null
  /** In minor units; null for all that is left. */
  readonly asked: number | null
  /** Of a void: what it would undo. */
  readonly target: string | null
  /** When its key was claimed, as far as that is known. */
  claimed: number | null
  /** When it was claimed at the latest: while requests ran at once, the clock may have been put days ahead. */
  claimedAtLatest: number | null
  /** How many effects it may have: one, and one more each time that its key is used after its life. */
  lives: number
  /** The answer that stands for good. */
  answer: string | null
}

const card = { accountNumber: '4242424242424242', expires: '1249', verificationValue: '123' }

/** Any number selects one; 0 is the newest. */
export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from[from.length - 1 - (which % from.length)]

/** The request of a drawn asking; null where there is no payment for it. */
export const requestOf = ({ ask, keyed }: Asking, tag: number, payments: readonly Payment[]): Sent | null => {
  const sentAs = (
    verb: Sending['verb'],
    body: object,
    more: Pick<Sent, 'asked'> & Partial<Pick<Sent, 'begins' | 'request' | 'payment' | 'target'>>,
  ): Sent => ({
    tag,
    sending: { verb, body: { ...body, initiatedByUserId: tag }, key: keyed ? `key-${tag}` : null },
    type: verb,
    begins: null,
    request: null,
    payment: null,
    target: null,
    ...more,
    claimed: null,
    claimedAtLatest: null,
    lives: 1,
    answer: null,
  })
  if (ask.ask === 'authorize' || ask.ask === 'payOut') {
    const { currency } = ask
    const asked = ask.amount * unit[currency]!
    const kind = ask.ask === 'payOut' ? 'payOut' : ask.by
    const body = {
      payment: kind === 'cash' ? { cash: true } : { creditCard: card },
      amount: { value: onWire(asked, currency), currency },
    }
    return sentAs(kind === 'payOut' ? 'credit' : 'authorize', body, { asked, begins: { kind, currency } })
  }
  const payment = pick(payments, ask.payment)
  if (payment === undefined) return null
  const named = namedBy(ask, payment)
  const asked = ask.ask === 'void' ? null : amountOf(ask, payment)
  const final = ask.ask === 'capture' && ask.final
  const value = asked === null ? null : onWire(asked, payment.currency)
  const bodies = {
    capture: { transactionId: named.id, ...(value !== null && { amount: value }), ...(final && { final }) },
    void: { transactionId: named.id },
    credit: { referenceTransactionId: Number(named.id), ...(value !== null && { amount: { value } }) },
  }
  return sentAs(ask.ask, bodies[ask.ask], {
    asked,
    request: { verb: ask.ask, amount: asked, final, named: named.id },
    payment: payment.id,
    target: ask.ask === 'void' ? (isSingle(payment, named) ? named.id : payment.id) : null,
  })
}

/** Any operation names its payment; a void means the operation that it names, if that is a capture or a credit. */
const namedBy = (ask: Extract<Ask, { payment: number }>, { operations }: Payment): Operation => {
  if (ask.ask !== 'void') return pick(operations, ask.by)!
  const meant = operations.filter(({ type }) =>
    ask.of === 'payment' ? type !== 'capture' && type !== 'credit' : type === ask.of,
  )
  return pick(meant, ask.by) ?? operations[0]!
}

const amountOf = ({ ask, amount }: { ask: 'capture' | 'credit'; amount: Amount }, payment: Payment): number | null => {
  const { rest, capturing, captured, credited, crediting } = amountsOf(payment)
  const left = Math.max(0, ask === 'capture' ? rest - capturing : captured - credited - crediting)
  const { currency } = payment
  switch (amount) {
    case 'rest':
      return null
    case 'allOfIt':
      return wireable(left, currency) || unit[currency]!
    case 'tooMuch':
      return wireable(left, currency) + least[currency]!
    default:
      return amount * unit[currency]!
  }
}

/** The most of it that can be said on the wire, which takes two digits. */
const wireable = (amount: number, currency: number): number => amount - (amount % least[currency]!)

export const predictionOf = ({ request, payment: id }: Sent, payments: readonly Payment[], now: number): Prediction => {
  if (request === null) return { begins: true, amount: 0, target: null }
  return predict(
    payments.find((payment) => payment.id === id)!,
    request,
    now,
  )
}
