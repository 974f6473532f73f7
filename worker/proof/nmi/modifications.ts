import { formatAmount } from './amounts.ts'
import { type Operation, readAmount, toAction } from './operation.ts'
import { Rejection } from './rejection.ts'
import type { TransactResponse } from './response.ts'
import { approved, isApproved, type Result, toResult } from './resultCodes.ts'
import { conditionOf, firstAction, isInEffect, type Transaction } from './transaction.ts'

const findTransaction = ({ account, parameters }: Operation): Transaction => {
  const transaction = account.transactions.get(parameters('transactionid'))
  if (transaction === undefined) throw new Rejection('Invalid Transaction ID specified')
  return transaction
}

/** The amount of a request, by default the whole. @throws Rejection */
const amountOr = (whole: bigint, { parameters }: Operation, currency: string, transactionId?: string): bigint =>
  parameters('amount') === '' ? whole : readAmount(parameters('amount'), currency, transactionId)

/** Appends the action of a capture or void, with the result that a fault may force. */
const append = (
  type: 'capture' | 'void',
  operation: Operation,
  transaction: Transaction,
  amount: bigint,
  success: Result = approved,
): TransactResponse => {
  const action = toAction(operation, type, amount, operation.forced ?? success)
  transaction.actions.push(action)
  const { id, orderId, authCode } = transaction
  return {
    result: action.result,
    authcode: isApproved(action.result) ? authCode : '',
    transactionid: id,
    orderid: orderId,
  }
}

/** Captures an authorization once. The rest of its amount is released. @throws Rejection */
export const capture = (operation: Operation): TransactResponse => {
  const transaction = findTransaction(operation)
  const { actions, currency, id } = transaction
  const { type, amount: authorized } = firstAction(transaction)
  if (type !== 'auth' || conditionOf(actions) !== 'pending')
    throw new Rejection('A capture requires that the existing transaction be an AUTH', id)
  const amount = amountOr(authorized, operation, currency, id)
  if (amount > authorized) {
    const limit = formatAmount(authorized, currency)
    throw new Rejection(
      `The specified amount of ${operation.parameters('amount')} exceeds the authorization amount of ${limit}`,
      id,
    )
  }
  const response = append('capture', operation, transaction, amount)
  if (isApproved(response.result)) operation.settlement.add(transaction, operation.now)
  return response
}

/** Voids a transaction with its capture. @throws Rejection */
export const voidTransaction = (operation: Operation): TransactResponse => {
  const transaction = findTransaction(operation)
  const isPending = ['pending', 'pendingsettlement'].includes(conditionOf(transaction.actions))
  if (!isPending || refundsOf(operation, transaction).length > 0)
    throw new Rejection('Only transactions pending settlement can be voided', transaction.id)
  const { amount } = transaction.actions.findLast(({ result }) => isApproved(result))!
  return append('void', operation, transaction, amount, toResult('100', 'Transaction Void Successful'))
}

const refundsOf = ({ account }: Operation, { id }: Transaction): Transaction[] =>
  [...account.transactions.values()].filter((other) => other.original === id && isInEffect(other))

/** Refunds a captured transaction with a new one. @throws Rejection */
export const refund = (operation: Operation): TransactResponse => {
  const { account, parameters, now, rules, settlement } = operation
  const original = findTransaction(operation)
  const charge = original.actions.findLast(({ type, result }) => /^(?:sale|capture)$/.test(type) && isApproved(result))
  const condition = conditionOf(original.actions)
  const isRefundable = condition === 'complete' || (condition === 'pendingsettlement' && rules.refunds === 'always')
  if (charge === undefined || !isRefundable) throw new Rejection('Refund requires a settled transaction')

  const amount = amountOr(charge.amount, operation, original.currency)
  const refunded = refundsOf(operation, original).reduce((sum, other) => sum + firstAction(other).amount, 0n)
  if (amount > charge.amount - refunded) throw new Rejection('Refund amount may not exceed the transaction balance')

  const action = toAction(operation, 'refund', amount, operation.forced ?? approved)
  const id = operation.nextId()
  const orderid = parameters('orderid')
  const transaction: Transaction = {
    ...original,
    id,
    original: original.id,
    orderId: orderid,
    facts: {},
    authCode: '',
    avs: '',
    cvv: '',
    actions: [action],
  }
  account.transactions.set(id, transaction)
  if (isApproved(action.result)) settlement.add(transaction, now)
  return { result: action.result, transactionid: id, orderid }
}
