import type { Endpoint } from '#contract/endpoint'
import { bodyParts } from '../../contract/bodyMembers.fixtures.ts'
import { bodyWith, errorsIn, json, validBodies } from '../../contract/requestBodies.fixtures.ts'
import type { Body } from '../../contract/requestBodies.fixtures.ts'
import { pan } from '../../testing/fixtures/personalData.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { card } from '../../testing/merchant.ts'
import { kinds, newConnection, newToken, expectJson, newTransaction, unknownValues } from './resources.fixtures.ts'
import type { Kind, Party, Resources } from './resources.fixtures.ts'

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The parameters of a path. */
export const parametersOf = ({ path }: Endpoint): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** The kinds of the parameters. `id` and `Subscription` have another one in each path. */
const kindsOfParameters: Readonly<Record<string, Kind>> = {
  Customer: 'customer',
  Wallet: 'wallet',
  Terminal: 'terminal',
  Checkout: 'checkout',
  Webhook: 'webhook',
  Connection: 'connection',
  Event: 'event',
  Invitation: 'invitation',
  Member: 'member',
  Session: 'session',
  View: 'view',
  'transactions/{id}': 'transaction',
  'transactions/{id}/signature': 'signed',
  'transactions/{id}/resolve': 'unclear',
  'batches/{id}': 'batch',
  'dynamiccheckout/{Checkout}/receipt': 'paidCheckout',
  'disputes/{id}': 'dispute',
  'disputes/{id}/accept': 'dispute',
  'apikeys/{id}': 'apiKey',
  'apikeys/{id}/rotate': 'apiKey',
  'subscriptions/{Subscription}': 'plan',
  Subscription: 'subscription',
}

/** The kind of a parameter. Throws for a new one, which needs a resource in this matrix. */
export const kindOfParameter = ({ path }: Endpoint, parameter: string): Kind => {
  const kind = kindsOfParameters[path.replace('/v1/', '')] ?? kindsOfParameters[parameter]
  if (kind === undefined) throw new Error(`No resource for {${parameter}} of ${path}.`)
  return kind
}

/** The path with the party's own ids, except for the given parameters. */
export const pathOf = (endpoint: Endpoint, own: Resources, given: Readonly<Record<string, string>> = {}): string =>
  endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => given[name] ?? own[kindOfParameter(endpoint, name) as keyof Resources],
  )

/** Members that a body needs to succeed, with the party's own ids or fresh values. */
const ownMembers: Readonly<Record<string, (party: Party, own: Resources) => Promise<Body> | Body>> = {
  authorizeTransaction: () => ({ payment: { creditCard: card(pan) } }),
  saleTransaction: () => ({ payment: { creditCard: card(pan) } }),
  creditTransaction: () => ({ payment: { creditCard: card(pan) } }),
  captureTransaction: async (party) => ({ transactionId: await newTransaction(party) }),
  voidTransaction: async (party) => ({ transactionId: await newTransaction(party) }),
  resolveTransaction: (_party, { unclear }) => ({ operation: unclear }),
  recordDispute: async (party) => {
    const transactionId = await newTransaction(party)
    await expectJson(party, 'POST', 'transactions/capture', { transactionId })
    return { transactionId, caseId: crypto.randomUUID(), stage: 'open' }
  },
  createToken: () => ({ creditCard: card(pan) }),
  addWalletEntry: async (party) => ({ token: await newToken(party) }),
  createCustomerSubscription: (_party, { plan }) => ({ plan }),
  createSubscription: () => ({ label: crypto.randomUUID() }),
  simulateTerminal: () => ({ action: 'offline' }),
  createConnection: ({ marker }) => newConnection(marker),
  createView: () => ({ name: crypto.randomUUID() }),
  createWebhook: () => ({ url: `https://shop.example/${crypto.randomUUID()}`, enabled: false }),
}

/** A body that succeeds for the party, or undefined if the operation has none. */
export const bodyOf = async (endpoint: Endpoint, party: Party, own: Resources): Promise<Body | undefined> =>
  endpoint.body && { ...validBodies[endpoint.name], ...(await ownMembers[endpoint.name]?.(party, own)) }

/** A body that succeeds for the party, but for the value of one member. */
export const bodyWithReference = async (
  { endpoint, path }: Pick<Reference, 'endpoint' | 'path'>,
  value: unknown,
  party: Party,
  own: Resources,
): Promise<Body> => {
  const body = (await bodyOf(endpoint, party, own))!
  const ofStored = /^payment\.stored\.(\w+)$/.exec(path)?.[1]
  if (ofStored === undefined) return bodyWith(endpoint.name, path, value, body)
  return { ...body, payment: { stored: { customer: own.customer, [ofStored]: value } } }
}

/** A member of a body that takes ids: it accepts one of a kind, and not any text. */
export interface Reference {
  readonly endpoint: Endpoint
  readonly path: string
  readonly kind: Kind
  /** The value as the member takes it: text or integer. */
  readonly toValue: (id: string) => unknown
}

/** Text, and for ids of digits an integer. */
const forms = (id: string): readonly ((id: string) => unknown)[] =>
  /^[0-9]+$/.test(id) ? [(text) => text, Number] : [(text) => text]

/** Members that take digits of the same length: no ids. */
const numbers = /\.(accountNumber|routingNumber)$/

/** Members that take any text, and open it. */
const opaque = /(^|\.)creditCardEncrypted$/

/** Every member that takes ids of each kind. Read-only members, whose value is dropped, have the type `unknown`. */
export const references: readonly Reference[] = bodyParts
  .filter(({ path, type }) => path !== '' && type !== 'unknown' && !numbers.test(path))
  .flatMap(({ endpoint, path }) => {
    const accepts = (value: unknown): boolean =>
      errorsIn(endpoint, json(bodyWith(endpoint.name, path, value))).length === 0
    if (accepts('a b') && !opaque.test(path)) return []
    return kinds.flatMap((kind) =>
      forms(unknownValues[kind])
        .filter((toValue) => accepts(toValue(unknownValues[kind])))
        .map((toValue) => ({ endpoint, path, kind, toValue })),
    )
  })

/** Members whose values differ between equal requests, beside ids and times. */
const volatile =
  /"(requestId|latency|authCode|networkTransactionId|key|secret|hint|label|url|expires|sequence)":("[^"]*"|[0-9]+)/g
const texts = [
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /\d{4}-\d{2}-\d{2}T[0-9:.]+Z/g,
  /\b\d{13,19}\b/g,
  /\b00[0-9A-Za-z_-]{22}\b/g,
  /\b[0-9A-Za-z_-]{43,}\b/g,
]
const headersOfOneResponse = new Set([
  'x-request-id',
  'server-timing',
  'date',
  'content-length',
  'etag',
  // One id of ten in a text has the check digit of a card number.
  'sluice-warning',
])

/** What a client can observe of a response, without the requested value, ids and times. */
export const observable = ({ status, headers, text, d1 }: ApiResponse, requested: string) => ({
  status,
  d1,
  headers: [...headers]
    .filter(([name]) => !headersOfOneResponse.has(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(requested, '<id>')}`)
    .toSorted(),
  body: texts.reduce(
    (rest, pattern) => rest.replace(pattern, '<id>'),
    text.replaceAll(requested, '<id>').replace(volatile, '"$1":"<value>"'),
  ),
})
