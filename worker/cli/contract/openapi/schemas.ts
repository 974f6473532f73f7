import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { envelope, errorItem, problem } from '../../../contract/errors/envelope.ts'
import { apiKey } from '../../../contract/apiKeys/apiKeys.ts'
import { auditEntry } from '../../../contract/audit/audit.ts'
import { appearance } from '../../../contract/checkouts/appearance.ts'
import { connection } from '../../../contract/connections/connections.ts'
import { customer, storedAddress, walletEntry } from '../../../contract/customers/customers.ts'
import { dispute, disputeSummary } from '../../../contract/disputes/disputeSchema.ts'
import { documentationOf } from '../../../contract/documentation.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { delivery } from '../../../contract/events/eventEndpoints.ts'
import { dailyFigures, figures } from '../../../contract/figures/figures.ts'
import { event, eventSchemas, eventTypesBySchema } from '../../../contract/events/events.ts'
import { readFault } from '../../../contract/errors/fault.ts'
import { address, amount, currencyCode } from '../../../contract/schema/fields.ts'
import { line, order } from '../../../contract/transactions/order.ts'
import {
  check,
  creditCard,
  digitalPayPayment,
  payment,
  paymentTerminal,
  shopperCard,
  stored,
} from '../../../contract/transactions/payment.ts'
import { plan } from '../../../contract/plans/plans.ts'
import { subscriptionWithCustomer } from '../../../contract/subscriptions/subscriptionList.ts'
import { bill, customerSubscription } from '../../../contract/subscriptions/subscriptions.ts'
import { consoleSession, invitation, member } from '../../../contract/team/team.ts'
import { terminal } from '../../../contract/terminals/terminals.ts'
import { returnSummary, transaction, transactionResponse } from '../../../contract/transactions/transactions.ts'
import { savedView } from '../../../contract/views/views.ts'
import { attempt, eventTypeName, webhook } from '../../../contract/webhooks/webhooks.ts'
import { describer } from './describeMembers.ts'
import type { Json } from './json.ts'

/** The named schemas of the description. A schema with the same JSON Schema becomes a reference to it. */
const named: Readonly<Record<string, () => v.GenericSchema>> = {
  TransactionResponse: transactionResponse,
  Transaction: transaction,
  Payment: payment,
  Stored: stored,
  PaymentTerminal: paymentTerminal,
  CreditCard: creditCard,
  ShopperCard: shopperCard,
  Check: check,
  DigitalPayPayment: digitalPayPayment,
  Amount: amount,
  CurrencyCode: currencyCode,
  Order: order,
  Line: line,
  Address: address,
  StoredAddress: storedAddress,
  Customer: customer,
  WalletEntry: walletEntry,
  CustomerSubscription: customerSubscription,
  SubscriptionWithCustomer: subscriptionWithCustomer,
  Subscription: plan,
  Bill: bill,
  Terminal: terminal,
  Appearance: appearance,
  ApiKey: apiKey,
  AuditEntry: auditEntry,
  Member: member,
  Invitation: invitation,
  ConsoleSession: consoleSession,
  SavedView: savedView,
  Webhook: webhook,
  Figures: figures,
  DailyFigures: dailyFigures,
  Dispute: dispute,
  DisputeSummary: disputeSummary,
  ReturnSummary: returnSummary,
  Connection: connection,
  EventType: eventTypeName,
  Attempt: attempt,
  Delivery: delivery,
  ...Object.fromEntries(Object.entries(eventSchemas()).map(([name, schema]) => [name, () => schema])),
  Event: event,
  ErrorItem: errorItem,
  Failure: () => envelope({}),
  Problem: problem,
}

/**
 * The rule that an object has one of some members. JSON Schema could state it only in a form that generators turn into unreadable types, since
 * null means absent.
 */
const describeExactlyOne = (names: readonly string[]): Json => ({
  description: `Exactly one of ${names.map((name) => `\`${name}\``).join(', ')}. Null means absent.`,
  'x-exactly-one-of': names,
})

/** Adds the JSON Schema of a valibot action. It comes from metadata, or from the format in the message of a check. */
const fromAction = (action: { readonly type: string }, json: Json): Json => {
  if (action.type === 'metadata') {
    const { jsonSchema, alternatives, extension, exactlyOneOf } = (action as v.MetadataAction<unknown, Json>).metadata
    // Valibot's printer copies metadata; OpenAPI allows only names with x-.
    const { extension: _extension, exactlyOneOf: _exactlyOneOf, freeText: _freeText, ...plain } = json
    if (extension === true) return { ...plain, 'x-extension': true }
    if (exactlyOneOf !== undefined) return { ...plain, ...describeExactlyOne(exactlyOneOf as readonly string[]) }
    if (jsonSchema !== undefined) return jsonSchema as Json
    if (alternatives !== undefined) return { anyOf: (alternatives as v.GenericSchema[]).map(convert) }
    return plain
  }
  if (action.type === 'check') {
    const { message } = action as v.CheckAction<unknown, string>
    const format = readFault(message).details?.['format']
    if (format !== undefined) return { ...json, description: `Format: ${String(format)}.` }
  }
  return json
}

/** Actions that do not affect the JSON Schema: transformations, and rules over several members. */
const shapeless = ['raw_check', 'raw_transform', 'transform']

/** Schema types that valibot cannot convert; their metadata has the JSON Schema. */
const opaque: ReadonlySet<string> = new Set(['custom', 'lazy'])

/** What the schemas of requests add to valibot's: objects without other members, and null for absent members. */
type RequestPart = v.GenericSchema & { readonly closed?: unknown; readonly nullIsAbsent?: true }

const fromRequest = ({ type, closed, nullIsAbsent }: RequestPart, json: Json): Json | undefined => {
  if (opaque.has(type)) return {}
  if (closed !== undefined) return { ...json, additionalProperties: false }
  if (nullIsAbsent !== true) return undefined
  const { default: initial, ...present } = json
  return { anyOf: [present, { type: 'null' }], ...(initial !== undefined && { default: initial }) }
}

const convert = (schema: v.GenericSchema): Json => {
  const {
    $schema: _,
    $defs: __,
    ...json
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    ignoreActions: shapeless,
    overrideSchema: ({ valibotSchema, jsonSchema }) => fromRequest(valibotSchema as RequestPart, jsonSchema as Json),
    overrideAction: ({ valibotAction, jsonSchema }) => fromAction(valibotAction, jsonSchema as Json),
  }) as Json
  return json
}

const converted = Object.entries(named).map(([name, schema]) => [name, convert(schema())] as const)
const nameOf: ReadonlyMap<string, string> = new Map(converted.map(([name, json]) => [JSON.stringify(json), name]))

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * Simplifies `anyOf: [X, null]` to `type: [x, 'null']`, and adds null to the alternatives of X if it has some, which is easier to read for
 * people and generators.
 */
const tidyNull = (json: Json): Json => {
  const [wrapped, none, ...more] = Array.isArray(json['anyOf']) ? (json['anyOf'] as Json[]) : []
  if (more.length > 0 || none?.['type'] !== 'null' || wrapped === undefined) return json
  const { anyOf: _, ...rest } = json
  if (Array.isArray(wrapped['anyOf'])) return { ...wrapped, anyOf: [...(wrapped['anyOf'] as Json[]), none], ...rest }
  if (typeof wrapped['type'] !== 'string') return json
  const values = Array.isArray(wrapped['enum']) ? { enum: [...wrapped['enum'], null] } : {}
  return { ...wrapped, ...values, type: [wrapped['type'], 'null'], ...rest }
}

/** Removes limits without effect. */
const tidyEmpty = (json: Json): Json =>
  Object.fromEntries(
    Object.entries(json).filter(
      ([name, value]) => !(name === 'minLength' && value === 0) && !(name === 'required' && isEmptyList(value)),
    ),
  )

const refer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(refer)
  if (!isObject(value)) return value
  const name = nameOf.get(JSON.stringify(value))
  return name === undefined ? tidy(value) : { $ref: `#/components/schemas/${name}` }
}

const tidy = (json: Json): Json =>
  tidyEmpty(tidyNull(Object.fromEntries(Object.entries(json).map(([name, value]) => [name, refer(value)]))))

/** Converts a schema to JSON Schema 2020-12 with references to the named schemas. */
export const schemaOf = (schema: v.GenericSchema): Json => refer(convert(schema)) as Json

/** Name of an endpoint's body, such as AuthorizeTransactionRequest. */
export const requestName = ({ name }: Endpoint): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`

/** The described JSON Schema of an endpoint's body. */
export const bodySchemaOf = (endpoint: Endpoint): Json | undefined =>
  endpoint.body && describer.describe(requestName(endpoint), schemaOf(endpoint.body))

/** The described JSON Schema of an endpoint's response. */
export const responseSchemaOf = (endpoint: Endpoint): Json =>
  describer.describe(endpoint.name, schemaOf(endpoint.response))

/** The JSON Schema of an endpoint's query, with the documentation of its parameters. */
export const querySchemaOf = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.query === undefined) return undefined
  const json = schemaOf(endpoint.query)
  const descriptions = documentationOf(endpoint).parameters ?? {}
  const described = Object.entries(json['properties'] as Record<string, Json>).map(([name, parameter]) => [
    name,
    descriptions[name] === undefined ? parameter : { ...parameter, description: descriptions[name] },
  ])
  return { ...json, properties: Object.fromEntries(described) as Json }
}

/** The schema of an event is found by its type. */
const eventDiscriminator: Json = {
  propertyName: 'type',
  mapping: Object.fromEntries(
    [...eventTypesBySchema].flatMap(([name, types]) => types.map((type) => [type, `#/components/schemas/${name}`])),
  ),
}

/** The described JSON Schemas of the named schemas. */
export const namedSchemas = (): Json => ({
  ...Object.fromEntries(converted.map(([name, json]) => [name, describer.describe(name, tidy(json))])),
  Event: { ...tidy(Object.fromEntries(converted)['Event']!), discriminator: eventDiscriminator },
})
