import type { Accounts } from './accounts.ts'
import { changeVault, requireStorable, storeCustomer } from './customers.ts'
import { capture, refund, voidTransaction } from './modifications.ts'
import type { Operation } from './operation.ts'
import { requireKnownValues } from './parameters.ts'
import { initiate } from './payments.ts'
import { Rejection } from './rejection.ts'
import type { TransactResponse } from './response.ts'
import { isApproved, toResult } from './resultCodes.ts'
import type { InitialType, RequestedType } from './transaction.ts'

/** What a request of transact.php does: `vault` changes only the customer vault. */
export type TransactType = RequestedType | 'vault'

const modifications = { capture, void: voidTransaction, refund }

const isModification = (type: TransactType): type is keyof typeof modifications => Object.hasOwn(modifications, type)

export const typeOf = ({ parameters }: Pick<Operation, 'parameters'>): TransactType => {
  const [type, vault] = [parameters('type'), parameters('customer_vault')]
  if (vault === 'delete_customer' || (vault !== '' && type === '')) return 'vault'
  return (type || 'sale') as RequestedType
}

const pay = (type: InitialType, operation: Operation): TransactResponse => {
  const { parameters } = operation
  requireStorable(operation)
  const { transaction, response } = initiate(type, operation)
  const stores = parameters('customer_vault') !== '' && isApproved(response.result)
  const customer = stores ? storeCustomer(operation, transaction) : parameters('customer_vault_id')
  return customer === '' ? response : { ...response, customer_vault_id: customer }
}

const perform = (operation: Operation): TransactResponse => {
  requireKnownValues(operation.parameters)
  const type = typeOf(operation)
  if (type === 'vault') return changeVault(operation)
  return isModification(type) ? modifications[type](operation) : pay(type, operation)
}

export interface TransactRequest extends Omit<Operation, 'account'> {
  readonly accounts: Accounts
  /** Returns a new reference number for a rejection. */
  nextReference(): string
}

/** Performs a request of transact.php. Each request gets a response, rejected or not. */
export const transact = ({ accounts, nextReference, ...request }: TransactRequest): TransactResponse => {
  const { parameters } = request
  const orderid = parameters('orderid')
  const account = accounts.authenticate(parameters)
  if (account === undefined) return { result: toResult('300', 'Authentication Failed'), orderid }
  try {
    return perform({ ...request, account })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const customer = parameters('customer_vault_id')
    return {
      result: toResult('300', `${error.message} REFID:${nextReference()}`),
      transactionid: error.transactionId,
      orderid,
      ...(customer !== '' && { customer_vault_id: customer }),
    }
  }
}
