import { Rejection } from './rejection.ts'

/** Returns the value of a parameter, empty if it is absent. */
export type Parameters = (name: string) => string

/** Reads a form and the query string, as NMI does. The form takes precedence. */
export const readParameters = async (
  query: URLSearchParams,
  body: string,
  contentType: string,
): Promise<Parameters> => {
  const form = contentType.startsWith('multipart/form-data')
    ? await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => new FormData())
    : new URLSearchParams(body)
  return (name) => {
    const value = form.get(name) ?? query.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}

/** Parameters with a closed list of values. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  type: ['sale', 'auth', 'capture', 'void', 'refund', 'credit', 'validate'],
  payment: ['creditcard', 'check'],
  customer_vault: ['add_customer', 'update_customer', 'delete_customer'],
  account_holder_type: ['personal', 'business'],
  account_type: ['checking', 'savings'],
  sec_code: ['PPD', 'WEB', 'TEL', 'CCD'],
  initiated_by: ['customer', 'merchant'],
  stored_credential_indicator: ['stored', 'used'],
  billing_method: ['recurring', 'installment'],
  cardholder_auth: ['verified', 'attempted'],
}

/** @throws Rejection for a value outside its list */
export const requireKnownValues = (parameters: Parameters): void => {
  for (const [name, values] of Object.entries(enumerations))
    if (parameters(name) !== '' && !values.includes(parameters(name))) throw new Rejection(`Invalid ${name}`)
}

/** @throws Rejection */
export const requireValue = (parameters: Parameters, name: string): string => {
  const value = parameters(name)
  if (value === '') throw new Rejection(`Field required: ${name}`)
  return value
}
