import { currencies } from '#contract/money/currencies'
import type { Money, Outcome, Ref, SentModification } from '../processor.ts'
import { parseAmount } from './amounts.ts'
import { toDeclineCode, toFailureCode } from './responseCodes.ts'
import type { Query } from './query.ts'
import type { NmiAction, NmiTransaction } from './queryXml.ts'
import { parseReference, withReference } from './references.ts'
import { toVerification } from './verification.ts'

const currencyByCode = new Map([...currencies].map(([number, { code, exponent }]) => [code, { number, exponent }]))

/** An amount of a transaction. Null in a currency that the gateway does not have. */
export const toMoney = (amount: string, { currency }: Pick<NmiTransaction, 'currency'>): Money | null => {
  const known = currencyByCode.get(currency)
  const minor = known === undefined ? null : parseAmount(amount, known.exponent)
  return known === undefined || minor === null ? null : { minor, currency: known.number, exponent: known.exponent }
}

/** Actions that begin a transaction. */
const firstTypes: ReadonlySet<string> = new Set(['auth', 'sale', 'refund', 'credit', 'validate'])

export const firstActionOf = ({ actions }: NmiTransaction): NmiAction | undefined =>
  actions.find(({ type }) => firstTypes.has(type))

/** Whether a transaction was undone as a whole. */
export const isUndone = ({ condition, actions }: NmiTransaction): boolean =>
  condition === 'canceled' || actions.some(({ type, isSuccess }) => type === 'void' && isSuccess)

const unknown = (ref: Ref, reason: 'disconnected' | 'unparsable'): Outcome => ({ result: 'unknown', ref, reason })

/** The outcome of a transaction of its own: an authorization, sale, verification, refund or credit. */
const ofTransaction = (ref: Ref, transaction: NmiTransaction): Outcome => {
  const { transactionId, isCheck, authCode } = transaction
  const found = withReference(ref, { transactionId, isCheck, isCapture: false })
  const first = firstActionOf(transaction)
  if (first === undefined) return unknown(ref, 'unparsable')
  const approved = toMoney(first.amount, transaction)
  if (first.isSuccess && !isUndone(transaction)) {
    if (approved === null) return unknown(ref, 'unparsable')
    const code = first.type === 'validate' ? '85' : '00'
    return {
      result: 'approved',
      ref: found,
      approved,
      code,
      ...(authCode !== null && { authCode }),
      ...toVerification(transaction),
    }
  }
  if (first.isSuccess) return { result: 'declined', ref: found, code: '12' }
  const toCode = transaction.condition === 'failed' ? toFailureCode : toDeclineCode
  const code = toCode({ response: 'declined', code: first.code, text: first.text })
  return code === null
    ? unknown(ref, 'unparsable')
    : { result: 'declined', ref: found, code, ...toVerification(transaction) }
}

/**
 * The outcome of a capture or void, an action on its original. A failed action may be an earlier attempt, so that it proves nothing.
 */
const ofAction = (ref: Ref, type: 'capture' | 'void', transaction: NmiTransaction): Outcome | 'notFound' => {
  const action = transaction.actions.find((each) => each.type === type && each.isSuccess)
  if (action === undefined) return 'notFound'
  const { transactionId, isCheck } = transaction
  const approved = toMoney(type === 'void' ? (firstActionOf(transaction)?.amount ?? '') : action.amount, transaction)
  if (approved === null) return unknown(ref, 'unparsable')
  return {
    result: 'approved',
    ref: withReference(ref, { transactionId, isCheck, isCapture: type === 'capture' }),
    approved,
    code: '00',
  }
}

/**
 * Looks an operation up by our reference, which is NMI's order id: of a capture or void by that of its original. Several transactions with one
 * order id are an operation that was sent twice: what stands counts.
 */
export const lookUp = async (query: Query, of: Ref, modification?: SentModification): Promise<Outcome | 'notFound'> => {
  const type = modification?.type
  const part = type === 'capture' || type === 'void' ? type : null
  const named = part === null ? of : modification!.original
  const theirs = parseReference(named.raw)?.transactionId
  const answer = await query(theirs === undefined ? { order_id: named.op } : { transaction_id: theirs })
  if (answer.result !== 'found') return unknown(of, answer.result === 'unreachable' ? 'disconnected' : 'unparsable')
  const transactions =
    theirs === undefined
      ? answer.transactions.filter(({ orderId }) => orderId === named.op)
      : answer.transactions.filter(({ transactionId }) => transactionId === theirs)
  const outcomes = transactions.map((transaction) =>
    part === null ? ofTransaction(of, transaction) : ofAction(of, part, transaction),
  )
  const found = outcomes.filter((outcome) => outcome !== 'notFound')
  return (
    found.find(({ result }) => result === 'approved') ??
    found.find(({ result }) => result === 'unknown') ??
    found[0] ??
    'notFound'
  )
}
