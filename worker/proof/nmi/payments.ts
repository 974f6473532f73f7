import { isCurrency, oneUnit, parseAmount } from './amounts.ts'
import { type Payer, readPayer } from './customers.ts'
import { readFacts } from './details.ts'
import { type Operation, readAmount, toAction } from './operation.ts'
import { Rejection } from './rejection.ts'
import type { TransactResponse } from './response.ts'
import { approved, isApproved, type Result, toResult } from './resultCodes.ts'
import { firstAction, type InitialType, isInEffect, type Transaction } from './transaction.ts'
import { avsResult, cvvResult } from './verification.ts'

/** Performs a sale, an authorization, an unreferenced credit or a validation. @throws Rejection */
export const initiate = (
  type: InitialType,
  operation: Operation,
): { transaction: Transaction; response: TransactResponse } => {
  const { account, parameters, now, settlement } = operation
  requireInitialTransaction(operation)
  const payer = readPayer(operation)
  const { source, details } = payer
  const isCheck = source.method === 'check'
  if (isCheck && (type === 'auth' || type === 'validate')) throw new Rejection('Invalid type')
  const currency = parameters('currency').toUpperCase() || 'USD'
  if (!isCurrency(currency)) throw new Rejection('Invalid currency')
  const amount =
    type === 'validate' ? readZero(parameters('amount'), currency) : readAmount(parameters('amount'), currency)
  refuseDuplicate(type, operation, payer, amount, currency)

  const result = decide(type, operation, payer, amount, currency)
  const id = operation.nextId()
  const transaction: Transaction = {
    id,
    original: null,
    orderId: parameters('orderid'),
    currency,
    source,
    details,
    facts: readFacts(parameters),
    authCode: authCode(type, operation, payer, result, id),
    avs: isCheck ? '' : avsResult(details),
    cvv: isCheck ? '' : cvvResult(parameters('cvv')),
    processorId: parameters('processor_id'),
    actions: [toAction(operation, type, amount, result)],
  }
  account.transactions.set(id, transaction)
  if (isApproved(result) && (type === 'sale' || type === 'credit')) settlement.add(transaction, now)
  return { transaction, response: toResponse(transaction, result) }
}

const toResponse = ({ id, authCode, avs, cvv, orderId }: Transaction, result: Result): TransactResponse => ({
  result,
  authcode: authCode,
  transactionid: id,
  avsresponse: avs,
  cvvresponse: cvv,
  orderid: orderId,
})

/** Payments without the customer name the transaction that stored the credential. */
const requireInitialTransaction = ({ account, parameters }: Operation): void => {
  const initial = parameters('initial_transaction_id')
  const isSubsequent = parameters('initiated_by') === 'merchant' && parameters('stored_credential_indicator') === 'used'
  if (isSubsequent && initial !== '' && !account.transactions.has(initial))
    throw new Rejection('Invalid Initial Transaction ID')
}

const readZero = (text: string, currency: string): bigint => {
  if (text !== '' && parseAmount(text, currency) !== 0n) throw new Rejection('Invalid amount')
  return 0n
}

/** Order ids are not compared. */
const refuseDuplicate = (
  type: InitialType,
  { account, parameters, now, rules }: Operation,
  { source }: Payer,
  amount: bigint,
  currency: string,
): void => {
  const given = parameters('dup_seconds')
  if (!/^\d{0,9}$/.test(given)) throw new Rejection('Invalid dup_seconds')
  const seconds = given === '' ? rules.duplicateSeconds : Number(given)
  if (seconds === 0 || type === 'validate') return
  for (const other of account.transactions.values()) {
    const first = firstAction(other)
    const isSame = other.source.identity === source.identity && first.amount === amount && other.currency === currency
    const sameDirection = (first.type === 'credit') === (type === 'credit')
    if (isSame && sameDirection && other.original === null && now - first.at < seconds * 1000 && isInEffect(other))
      throw new Rejection('Duplicate transaction')
  }
}

const decide = (
  type: InitialType,
  { account, forced }: Operation,
  { source }: Payer,
  amount: bigint,
  currency: string,
): Result => {
  if (forced !== undefined) return forced
  const isDeclined =
    account.mode === 'live'
      ? source.method === 'card' && source.isTestCard
      : type !== 'validate' && amount < oneUnit(currency)
  if (!isDeclined) return approved
  return source.method === 'check' ? toResult('200', 'FAILED') : toResult('200')
}

/** The sandbox has one code, also for failed checks. No code of a live account equals it. */
const authCode = (type: InitialType, { account }: Operation, { source }: Payer, result: Result, id: string): string => {
  if (type === 'credit' || type === 'validate') return ''
  if (!isApproved(result) && source.method === 'card') return ''
  return account.mode === 'sandbox' ? '123456' : `9${id.slice(-5)}`
}
