import type { Parameters } from './parameters.ts'

/** Data of an order and its customer, by their names in responses of query.php. */
export type Details = Readonly<Record<string, string>>

/** Members of query.php, each with the parameter that sets it. */
export const detailMembers = [
  ['ponumber', 'ponumber'],
  ['order_description', 'orderdescription'],
  ['first_name', 'firstname'],
  ['last_name', 'lastname'],
  ['address_1', 'address1'],
  ['address_2', 'address2'],
  ['company', 'company'],
  ['city', 'city'],
  ['state', 'state'],
  ['postal_code', 'zip'],
  ['country', 'country'],
  ['email', 'email'],
  ['phone', 'phone'],
] as const

export const merchantFields = Array.from({ length: 20 }, (_, index) => `merchant_defined_field_${index + 1}`)

const allMembers = [...detailMembers, ...merchantFields.map((name) => [name, name] as const)]

const given = (entries: readonly (readonly [string, string])[]): Details =>
  Object.fromEntries(entries.filter(([, value]) => value !== ''))

export const readDetails = (parameters: Parameters): Details =>
  given(allMembers.map(([member, name]) => [member, parameters(name)]))

const plainFacts = [
  'decrypted_googlepay_data',
  'decrypted_applepay_data',
  'eci',
  'cardholder_auth',
  'three_ds_version',
  'directory_server_id',
  'initiated_by',
  'stored_credential_indicator',
  'billing_method',
  'initial_transaction_id',
]

/** Only whether they were sent is kept. */
const secretFacts = ['cavv', 'xid', 'token_cryptogram']

/** Data about wallets, 3-D Secure and stored credentials, for the ledger. */
export const readFacts = (parameters: Parameters): Details =>
  given([
    ...plainFacts.map((name) => [name, parameters(name)] as const),
    ...secretFacts.map((name) => [name, parameters(name) === '' ? '' : 'present'] as const),
  ])
