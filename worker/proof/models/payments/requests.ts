import * as fc from 'fast-check'
import type { Capabilities, PaymentMethod } from '../../../processors/processor.ts'
import { amountsOf, isSingle, notSupported, smallestAmount, toWire, predict, unit } from './model.ts'
import type { Operation, Payment, Prediction, Request } from './model.ts'

/** Currencies with two, no and three minor digits. */
const currency = fc.constantFrom(840, 840, 392, 414)

/** A number of units, the remaining amount without (`rest`) or with (`exactRest`) an amount in the request, or slightly more (`tooMuch`). */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 3, arbitrary: fc.constantFrom('rest' as const, 'exactRest' as const, 'tooMuch' as const) },
)
type Amount = number | 'rest' | 'exactRest' | 'tooMuch'

const authorize = fc.record({
  verb: fc.constant('authorize' as const),
  method: fc.constantFrom('card' as const, 'card' as const, 'card' as const, 'sale' as const, 'cash' as const),
  currency,
  amount: fc.integer({ min: 1, max: 6 }),
})
const unreferencedCredit = fc.record({
  verb: fc.constant('unreferencedCredit' as const),
  currency,
  amount: fc.integer({ min: 1, max: 4 }),
})
/** Index of the named operation, mostly the newest, so that histories are deep rather than broad. */
const named = fc.constantFrom(0, 0, 0, 1, 2, 4)

/** @param payment index of the payment; 0 is the newest */
const modificationFor = (payment: fc.Arbitrary<number>) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        verb: fc.constant('capture' as const),
        payment,
        named,
        amount,
        final: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        verb: fc.constant('void' as const),
        payment,
        target: fc.constantFrom(
          'payment' as const,
          'payment' as const,
          'capture' as const,
          'capture' as const,
          'credit' as const,
        ),
        named,
      }),
    },
    { weight: 6, arbitrary: fc.record({ verb: fc.constant('credit' as const), payment, named, amount }) },
  )
const modification = modificationFor(fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 4))

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never
export type DrawnOperation = ValueOf<typeof authorize | typeof unreferencedCredit | typeof modification>

/** A drawn request, with a new Idempotency-Key or none. */
export interface DrawnRequest {
  readonly operation: DrawnOperation
  readonly hasKey: boolean
}

export const anyRequest: fc.Arbitrary<DrawnRequest> = fc.record({
  operation: fc.oneof<fc.WeightedArbitrary<DrawnOperation>[]>(
    { weight: 2, arbitrary: authorize },
    { weight: 1, arbitrary: unreferencedCredit },
    { weight: 19, arbitrary: modification },
  ),
  hasKey: fc.boolean(),
})

/** A capture, void or credit. */
export const modificationRequest = (payment: fc.Arbitrary<number>): fc.Arbitrary<DrawnRequest> =>
  fc.record({ operation: modificationFor(payment), hasKey: fc.boolean() })

/** The first request of a history: an authorize that can be repeated. */
export const firstRequest: fc.Arbitrary<DrawnRequest> = fc.record({ operation: authorize, hasKey: fc.constant(true) })

/** The request with a method and a currency that the processor takes. */
export const toSupported = (drawn: DrawnRequest, can: Capabilities): DrawnRequest => {
  const { operation } = drawn
  if (operation.verb !== 'authorize') return drawn
  const { method, currency } = operation
  return {
    ...drawn,
    operation: {
      ...operation,
      method: can.methods.includes(methodOf(method)) ? method : 'card',
      currency: takesCurrency(can, currency) ? currency : 840,
    },
  }
}

const methodOf = (kind: Payment['kind']): PaymentMethod => (kind === 'cash' ? 'cash' : 'card')

const takesCurrency = ({ currencies }: Capabilities, currency: number): boolean =>
  currencies === 'all' || currencies.includes(currency)

/** The content of a request; a repetition sends it unchanged. */
export interface HttpRequest {
  readonly verb: 'authorize' | 'sale' | 'capture' | 'void' | 'credit'
  readonly body: object
  readonly key: string | null
}

/** A sent request and its expected effects. */
export interface SentRequest {
  /** Its number, sent as `initiatedByUserId`, by which its operations are found. */
  readonly tag: number
  readonly http: HttpRequest
  readonly type: Operation['type']
  /** Of an authorize or unreferenced credit. */
  readonly newPayment: { readonly kind: Payment['kind']; readonly currency: number } | null
  /** Of a capture, void or referenced credit. */
  readonly request: Request | null
  readonly payment: string | null
  /** In minor units; null for the remaining amount. */
  readonly requested: number | null
  /** Of a void: the operation that it voids. */
  readonly target: string | null
  /** The earliest time at which its key may have been claimed. */
  claimed: number | null
  /** The latest such time: the clock may have been advanced by days during concurrent requests. */
  claimedAtLatest: number | null
  /** One, plus one for each use of its key after expiry. */
  allowedEffects: number
  /** The first final response. */
  finalResponse: string | null
  finalCode: string | null
}

/** No documented test card, which a live account at NMI declines. */
const card = { accountNumber: '4539578763621486', expires: '1244', verificationValue: '123' }

/** Any number selects one; 0 is the newest. */
export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from[from.length - 1 - (which % from.length)]

/** The request for a drawn one; null without a payment to modify. */
export const toSentRequest = (
  { operation, hasKey }: DrawnRequest,
  tag: number,
  payments: readonly Payment[],
): SentRequest | null => {
  const withContent = (
    verb: HttpRequest['verb'],
    body: object,
    more: Pick<SentRequest, 'requested'> & Partial<Pick<SentRequest, 'newPayment' | 'request' | 'payment' | 'target'>>,
  ): SentRequest => ({
    tag,
    http: { verb, body: { ...body, initiatedByUserId: tag }, key: hasKey ? `key-${tag}` : null },
    type: verb === 'sale' ? 'authorize' : verb,
    newPayment: null,
    request: null,
    payment: null,
    target: null,
    ...more,
    claimed: null,
    claimedAtLatest: null,
    allowedEffects: 1,
    finalResponse: null,
    finalCode: null,
  })
  if (operation.verb === 'authorize' || operation.verb === 'unreferencedCredit') {
    const { currency } = operation
    const requested = operation.amount * unit[currency]!
    const kind = operation.verb === 'unreferencedCredit' ? 'unreferencedCredit' : operation.method
    const body = {
      payment: kind === 'cash' ? { cash: true } : { creditCard: card },
      amount: { value: toWire(requested, currency), currency },
    }
    const verb = kind === 'unreferencedCredit' ? 'credit' : kind === 'sale' ? 'sale' : 'authorize'
    return withContent(verb, body, {
      requested,
      newPayment: { kind, currency },
    })
  }
  const payment = pick(payments, operation.payment)
  if (payment === undefined) return null
  const named = namedOperation(operation, payment)
  const requested = operation.verb === 'void' ? null : requestedAmount(operation, payment)
  const final = operation.verb === 'capture' && operation.final
  const value = requested === null ? null : toWire(requested, payment.currency)
  const bodies = {
    capture: { transactionId: named.id, ...(value !== null && { amount: value }), ...(final && { final }) },
    void: { transactionId: named.id },
    credit: { referenceTransactionId: Number(named.id), ...(value !== null && { amount: { value } }) },
  }
  return withContent(operation.verb, bodies[operation.verb], {
    requested,
    request: { verb: operation.verb, amount: requested, final, named: named.id },
    payment: payment.id,
    target: operation.verb === 'void' ? (isSingle(payment, named) ? named.id : payment.id) : null,
  })
}

/** Any operation id names its payment. A void of a capture or credit voids that operation alone. */
const namedOperation = (drawn: Extract<DrawnOperation, { payment: number }>, { operations }: Payment): Operation => {
  if (drawn.verb !== 'void') return pick(operations, drawn.named)!
  const candidates = operations.filter(({ type }) =>
    drawn.target === 'payment' ? type !== 'capture' && type !== 'credit' : type === drawn.target,
  )
  return pick(candidates, drawn.named) ?? operations[0]!
}

const requestedAmount = (
  { verb, amount }: { verb: 'capture' | 'credit'; amount: Amount },
  payment: Payment,
): number | null => {
  const { uncaptured, capturing, captured, credited, crediting } = amountsOf(payment)
  const left = Math.max(0, verb === 'capture' ? uncaptured - capturing : captured - credited - crediting)
  const { currency } = payment
  switch (amount) {
    case 'rest':
      return null
    case 'exactRest':
      return roundToWire(left, currency) || unit[currency]!
    case 'tooMuch':
      return roundToWire(left, currency) + smallestAmount[currency]!
    default:
      return amount * unit[currency]!
  }
}

/** Rounds down to an amount that the API accepts: it takes two decimals. */
const roundToWire = (amount: number, currency: number): number => amount - (amount % smallestAmount[currency]!)

export const predictRequest = (
  { request, newPayment, payment: id }: SentRequest,
  payments: readonly Payment[],
  now: number,
  can: Capabilities,
): Prediction => {
  if (request === null) return predictNew(newPayment!, can)
  return predict(
    payments.find((payment) => payment.id === id)!,
    request,
    now,
    can,
  )
}

const predictNew = ({ kind, currency }: NonNullable<SentRequest['newPayment']>, can: Capabilities): Prediction =>
  takesCurrency(can, currency) &&
  can.methods.includes(methodOf(kind)) &&
  (kind !== 'unreferencedCredit' || can.unreferencedCredit)
    ? { accepted: true, amount: 0, target: null }
    : notSupported
