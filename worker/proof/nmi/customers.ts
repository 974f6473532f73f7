import type { Customer } from './accounts.ts'
import { readDetails } from './details.ts'
import type { Operation } from './operation.ts'
import { hasSource, readSource } from './paymentSource.ts'
import { Rejection } from './rejection.ts'
import type { TransactResponse } from './response.ts'
import { toResult } from './resultCodes.ts'

/** The source and details of a request, as the vault would store them. */
export type Payer = Customer

const findCustomer = ({ account, parameters }: Operation): Customer => {
  const customer = account.customers.get(parameters('customer_vault_id'))
  if (customer === undefined) throw new Rejection('Invalid Customer Vault Id')
  return customer
}

/** The payer of a request: of its own parameters, or of the vault with the changes of its parameters. @throws Rejection */
export const readPayer = (operation: Operation): Payer => {
  const { account, parameters, now } = operation
  const details = readDetails(parameters)
  const source = () => readSource(parameters, account.identify, now)
  if (parameters('customer_vault_id') === '' || parameters('customer_vault') === 'add_customer')
    return { source: source(), details }
  const stored = findCustomer(operation)
  return {
    source: hasSource(parameters) ? source() : stored.source,
    details: { ...stored.details, ...details },
  }
}

/** @throws Rejection if the request adds a customer that exists, or changes one that does not */
export const requireStorable = (operation: Operation): void => {
  const { account, parameters } = operation
  if (parameters('customer_vault') === 'update_customer') findCustomer(operation)
  if (parameters('customer_vault') === 'add_customer' && account.customers.has(parameters('customer_vault_id')))
    throw new Rejection('Duplicate Customer Vault Id')
}

/** Adds or updates the customer of a request. @returns its id */
export const storeCustomer = ({ account, parameters, nextId }: Operation, { source, details }: Payer): string => {
  const given = parameters('customer_vault_id')
  const id = given === '' ? nextId() : given
  account.customers.set(id, { source, details })
  return id
}

/** Performs a request that only changes the vault. @throws Rejection */
export const changeVault = (operation: Operation): TransactResponse => {
  const { account, parameters, forced } = operation
  const orderid = parameters('orderid')
  if (forced !== undefined) return { result: forced, orderid }
  if (parameters('customer_vault') === 'delete_customer') {
    findCustomer(operation)
    account.customers.delete(parameters('customer_vault_id'))
    return { result: toResult('100', 'Customer Deleted'), orderid }
  }
  requireStorable(operation)
  const text = parameters('customer_vault') === 'add_customer' ? 'Customer Added' : 'Customer Update Successful'
  const id = storeCustomer(operation, readPayer(operation))
  return { result: toResult('100', text), orderid, customer_vault_id: id }
}
