import { endpoints } from '#contract/endpoints'
import type { Endpoint } from '#contract/endpoint'
import { openApiDocument } from '../../contract/openapi/document.ts'

/** A JSON Schema of the API description, as far as pages need it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly readOnly?: boolean
  readonly 'x-exactly-one-of'?: readonly string[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

interface Media {
  readonly schema: Schema
}
interface Operation {
  readonly summary: string
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

const json = 'application/json'

const document = openApiDocument() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The named schemas of the API description. */
export const namedSchemas = document.components.schemas

/** The name of a referenced schema. */
export const referenced = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '')

/** @throws Error for an unknown name */
export const schemaNamed = (name: string): Schema => {
  const schema = namedSchemas[name]
  if (schema === undefined) throw new Error(`The API description has no schema ${name}.`)
  return schema
}

/** The schema that a reference names, with the description of its place. */
export const resolved = (schema: Schema): Schema => {
  const name = referenced(schema)
  if (name === undefined) return schema
  const { $ref: _, ...here } = schema
  return { ...schemaNamed(name), ...here }
}

/** An operation with all that its section prints. */
export interface ApiOperation {
  readonly endpoint: Endpoint
  readonly name: string
  readonly summary: string
  /** Of path and query. */
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly response: Schema
  /** Statuses other than 200, in order. */
  readonly statuses: readonly number[]
}

const toApiOperation = (endpoint: Endpoint): ApiOperation => {
  const { summary, parameters, requestBody, responses } = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!
  const content = requestBody?.content[json]?.schema
  return {
    endpoint,
    name: endpoint.name,
    summary,
    parameters: (parameters ?? []).filter(({ $ref }) => $ref === undefined),
    body: content && resolved(content),
    response: responses['200']!.content![json]!.schema,
    statuses: Object.keys(responses)
      .map(Number)
      .filter((status) => status !== 200),
  }
}

/** All operations, in the order of the contract. */
export const operations: readonly ApiOperation[] = endpoints.map(toApiOperation)

/** @throws Error for an unknown name */
export const operationNamed = (name: string): ApiOperation => {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`The contract has no operation ${name}.`)
  return found
}
