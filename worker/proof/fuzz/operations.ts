import type { Endpoint } from '#contract/endpoint'
import openapi from '../../openapi.json'
import type { JsonSchema, JsonSchemas } from './schemaBodies.ts'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly schema?: JsonSchema }[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: JsonSchema
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
      }
    }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

/** Operations of the OpenAPI description, by operation id. */
const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
)
export const openapiOperation = ({ name }: Endpoint): Operation => operations.get(name)!

export const componentSchemas = openapi.components.schemas as unknown as JsonSchemas

/** The JSON Schema of an endpoint's body; null if it takes no body. */
export const bodySchema = (endpoint: Endpoint): JsonSchema | null =>
  openapiOperation(endpoint).requestBody?.content['application/json'].schema ?? null
