import { amountsOf, isSingle, least, onWire, predict, unit } from './ledger.ts'
import type { Operation, Payment, Prediction, Request } from './ledger.ts'
import type { Amount, Ask, Asking, Which } from './steps.ts'
import type { Sending } from './underTest.ts'

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

const pick = <T>(from: readonly T[], which: Which): T | undefined => from[from.length - 1 - (which % from.length)]

/** Makes a request of what a step says, where there is something that it can be about. */
export const requestOf = (asking: Asking, tag: number, payments: readonly Payment[]): Sent | null => {
  const plain = {
    tag,
    begins: null,
    request: null,
    payment: null,
    asked: null,
    target: null,
    claimed: null,
    claimedAtLatest: null,
    lives: 1,
    answer: null,
  }
  const sending = (verb: Sending['verb'], body: object): Sending => ({
    verb,
    body: { ...body, initiatedByUserId: tag },
    key: asking.keyed ? `key-${tag}` : null,
  })
  if (asking.ask === 'authorize' || asking.ask === 'payOut') {
    const { currency } = asking
    const asked = asking.amount * unit[currency]!
    const byCash = asking.ask === 'authorize' && asking.by === 'cash'
    const isPayOut = asking.ask === 'payOut'
    return {
      ...plain,
      sending: sending(isPayOut ? 'credit' : 'authorize', {
        payment: byCash ? { cash: true } : { creditCard: card },
        amount: { value: onWire(asked, currency), currency },
      }),
      type: isPayOut ? 'credit' : 'authorize',
      begins: { kind: isPayOut ? 'payOut' : byCash ? 'cash' : 'card', currency },
      asked,
    }
  }
  const payment = pick(payments, asking.payment)
  if (payment === undefined) return null
  const named = namedBy(asking, payment)
  const asked = asking.ask === 'void' ? null : amountOf(asking, payment)
  const request: Request = {
    verb: asking.ask,
    amount: asked,
    final: asking.ask === 'capture' && asking.final,
    named: named.id,
  }
  const value = asked === null ? {} : onWire(asked, payment.currency)
  const bodies = {
    capture: {
      transactionId: named.id,
      ...(asked === null ? {} : { amount: value }),
      ...(request.final ? { final: true } : {}),
    },
    void: { transactionId: named.id },
    credit: { referenceTransactionId: Number(named.id), ...(asked === null ? {} : { amount: { value } }) },
  }
  return {
    ...plain,
    sending: sending(asking.ask, bodies[asking.ask]),
    type: asking.ask,
    request,
    payment: payment.id,
    asked,
    target: asking.ask === 'void' ? (isSingle(payment, named) ? named.id : payment.id) : null,
  }
}

/** Any operation names its payment; a void means the operation that it names, if that is a capture or a credit. */
const namedBy = (ask: Extract<Ask, { payment: Which }>, { operations }: Payment): Operation => {
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
