import { takesIdempotencyKey, type Endpoint } from '#contract/endpoint'
import type { Json } from '../openapi/json.ts'
import { bodySchemaOf, querySchemaOf, responseSchemaOf } from '../openapi/schemas.ts'

/** An operation of the client: an endpoint with its schemas as JSON Schema. */
export interface Operation {
  readonly endpoint: Endpoint
  /** Names of the path parameters in order: Customer, Wallet. */
  readonly ids: readonly string[]
  readonly query: Json | undefined
  readonly body: Json | undefined
  readonly response: Json
  /** The response member with the entries, if the operation is a paginated list. */
  readonly entries: string | undefined
  /** Whether the operation supports the Idempotency-Key. */
  readonly keyed: boolean
}

const propertiesOf = (schema: Json | undefined): Readonly<Record<string, Json>> =>
  (schema?.['properties'] ?? {}) as Record<string, Json>

const isList = (schema: Json): boolean => [schema['type']].flat().includes('array')

const entriesOf = (query: Json | undefined, response: Json): string | undefined => {
  if (!('cursor' in propertiesOf(query))) return undefined
  const lists = Object.entries(propertiesOf(response)).filter(([name, schema]) => name !== 'errors' && isList(schema))
  if (lists.length !== 1) throw new Error('a paginated list must have its entries in exactly one member')
  return lists[0]?.[0]
}

/** Parameters that select another media type. The client supports only JSON. */
const otherMedia = new Set(['format'])

const queryOf = (endpoint: Endpoint): Json | undefined => {
  const schema = querySchemaOf(endpoint)
  if (schema === undefined) return undefined
  const supported = Object.entries(propertiesOf(schema)).filter(([name]) => !otherMedia.has(name))
  return { ...schema, properties: Object.fromEntries(supported) }
}

export const toOperation = (endpoint: Endpoint): Operation => {
  const query = queryOf(endpoint)
  const response = responseSchemaOf(endpoint)
  return {
    endpoint,
    ids: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    body: bodySchemaOf(endpoint),
    response,
    entries: entriesOf(query, response),
    keyed: takesIdempotencyKey(endpoint),
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Names of an operation's types: AuthorizeTransactionRequest, ListApiKeysQuery, ListApiKeysAnswer, ListTransactionsEntry. */
export const typeNames = ({ endpoint: { name } }: Operation) => ({
  request: `${capital(name)}Request`,
  query: `${capital(name)}Query`,
  response: `${capital(name)}Answer`,
  entry: `${capital(name)}Entry`,
})
