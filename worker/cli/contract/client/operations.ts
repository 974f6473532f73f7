import type { Endpoint } from '#contract/endpoint'
import { isIdempotent } from '../openapi/errorResponses.ts'
import { querySchemaOf, schemaOf, type Json } from '../openapi/schemas.ts'

/** An operation as a client sees it: its endpoint in the words of JSON Schema. */
export interface Operation {
  readonly endpoint: Endpoint
  /** Names of the parameters in the path, in their order: Customer, Wallet. */
  readonly ids: readonly string[]
  readonly query: Json | undefined
  readonly body: Json | undefined
  readonly answer: Json
  /** The member of the answer that holds the entries, where the operation is a list of pages. */
  readonly entries: string | undefined
  /** Takes an Idempotency-Key. */
  readonly keyed: boolean
}

const propertiesOf = (schema: Json | undefined): Readonly<Record<string, Json>> =>
  (schema?.['properties'] ?? {}) as Record<string, Json>

const isList = (schema: Json): boolean => [schema['type']].flat().includes('array')

const entriesOf = (query: Json | undefined, answer: Json): string | undefined => {
  if (!('cursor' in propertiesOf(query))) return undefined
  const lists = Object.entries(propertiesOf(answer)).filter(([name, schema]) => name !== 'errors' && isList(schema))
  if (lists.length !== 1) throw new Error('a list of pages has its entries in one member')
  return lists[0]?.[0]
}

/** Parameters that ask for an answer of another media type: the client reads JSON. */
const otherMedia = new Set(['format'])

const queryOf = (endpoint: Endpoint): Json | undefined => {
  const schema = querySchemaOf(endpoint)
  if (schema === undefined) return undefined
  const kept = Object.entries(propertiesOf(schema)).filter(([name]) => !otherMedia.has(name))
  return { ...schema, properties: Object.fromEntries(kept) }
}

export const operationOf = (endpoint: Endpoint): Operation => {
  const query = queryOf(endpoint)
  const answer = schemaOf(endpoint.answer)
  return {
    endpoint,
    ids: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    body: endpoint.body && schemaOf(endpoint.body),
    answer,
    entries: entriesOf(query, answer),
    keyed: isIdempotent(endpoint),
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Names of an operation's types: AuthorizeTransactionRequest, ListApiKeysQuery, ListApiKeysAnswer, and ListTransactionsEntry. */
export const typeNames = ({ endpoint: { name } }: Operation) => ({
  request: `${capital(name)}Request`,
  query: `${capital(name)}Query`,
  answer: `${capital(name)}Answer`,
  entry: `${capital(name)}Entry`,
})
