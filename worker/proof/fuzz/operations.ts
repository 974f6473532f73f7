import type { Endpoint } from '#contract/endpoint'
import openapi from '../../openapi.json'
import type { Shape, Shapes } from './schemaBodies.ts'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly schema?: Shape }[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Shape
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
      }
    }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

/** The contract as it is printed: schemas of bodies and queries, with examples. */
const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
)
export const operationOf = ({ name }: Endpoint): Operation => operations.get(name)!

/** The named parts of the printed contract. */
export const shapes = openapi.components.schemas as unknown as Shapes

/** What is printed of the body that an endpoint takes, or null of one that takes none. */
export const bodyShapeOf = (endpoint: Endpoint): Shape | null =>
  operationOf(endpoint).requestBody?.content['application/json'].schema ?? null
