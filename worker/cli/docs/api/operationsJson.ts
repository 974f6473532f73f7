import type { ApiOperation, Parameter } from './contract.ts'
import { operations, resolved } from './contract.ts'
import { takesIdempotencyKey } from '#contract/endpoint'
import { examplesOf } from '../../contract/examples/index.ts'
import { isSuccess } from './examples.ts'
import { toTriedBodies } from './triedBodies.ts'
import type { TriedBody } from './triedBodies.ts'

/** An operation as the component TryIt of the pages needs it. */
export interface TryItOperation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: Parameter['in']
    readonly required: boolean
    readonly description: string
    readonly example: string
  }[]
  readonly examples: readonly TriedBody[]
}

const idempotencyKey: TryItOperation['parameters'][number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Send the same key and body twice: the second response repeats the first one, and nothing else happens.',
  example: 'order-1042',
}

const toTryIt = (operation: ApiOperation): TryItOperation => {
  const { name, endpoint, parameters } = operation
  const examples = examplesOf(name).filter(isSuccess)
  const exampleOf = (parameter: Parameter): string => {
    for (const { request } of examples) {
      const value = (parameter.in === 'path' ? request.pathParameters : request.query)[parameter.name]
      if (value !== undefined) return value
    }
    const { enum: values = [] } = resolved(parameter.schema)
    return typeof values[0] === 'string' ? values[0] : ''
  }
  return {
    method: endpoint.method,
    path: endpoint.path,
    parameters: [
      ...parameters.map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        required: parameter.required,
        description: parameter.description,
        example: exampleOf(parameter),
      })),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
    ],
    examples: toTriedBodies(examples),
  }
}

/** Operations of live mode alone have no example to try: the page calls with the demo account's test key. */
export const canBeTried = ({ endpoint }: ApiOperation): boolean => endpoint.liveOnly !== true

/** docs/reference/api/operations.json: the operations by name, for the component TryIt. */
export const operationsJson = (): string => {
  const tried = operations.filter(canBeTried).map((operation) => [operation.name, toTryIt(operation)] as const)
  return `${JSON.stringify(Object.fromEntries(tried), null, 2)}\n`
}
