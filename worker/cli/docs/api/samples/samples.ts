import type { RecordedExample } from '../../../contract/examples/index.ts'
import { takesIdempotencyKey } from '#contract/endpoint'
import { querySchemaOf } from '../../../contract/openapi/schemas.ts'
import type { ApiOperation, Schema } from '../contract.ts'
import { curlSample } from './curl.ts'
import { javascriptSample } from './javascript.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import type { JsonValue, SampleRequest } from './request.ts'

/** A sample in one language. */
export interface Sample {
  /** Of its code block. */
  readonly language: 'sh' | 'js' | 'python' | 'php'
  readonly title: string
  readonly text: string
}

const keys = {
  secret: 'SLUICE_SECRET_KEY',
  publishable: 'SLUICE_PUBLISHABLE_KEY',
  team: 'SLUICE_TEAM_KEY',
} as const

/** The request of an example as samples send it. */
export const toSampleRequest = ({ endpoint, name }: ApiOperation, { key, request }: RecordedExample): SampleRequest => {
  if (key !== 'secret' && key !== 'publishable' && key !== 'team')
    throw new Error(`The sample of ${name} needs a secret or publishable key, or one of the team.`)
  return {
    operation: name,
    method: request.method,
    path: request.path,
    ids: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => request.pathParameters[id]!),
    query: request.query,
    idempotencyKey: takesIdempotencyKey(endpoint) ? request.headers['Idempotency-Key'] : undefined,
    body: request.body as JsonValue | undefined,
    key: keys[key],
  }
}

const queryTypes = ({ endpoint }: ApiOperation): ReadonlyMap<string, string> => {
  const { properties = {} } = (querySchemaOf(endpoint) ?? {}) as Schema
  return new Map(
    Object.entries(properties).map(([name, { type, $ref }]) => [name, $ref === undefined ? String(type) : 'integer']),
  )
}

/** The samples of an operation. */
export const samplesOf = (operation: ApiOperation, example: RecordedExample): readonly Sample[] => {
  const request = toSampleRequest(operation, example)
  return [
    { language: 'sh', title: 'curl', text: curlSample(request) },
    { language: 'js', title: 'JavaScript', text: javascriptSample(request, queryTypes(operation)) },
    { language: 'python', title: 'Python', text: pythonSample(request) },
    { language: 'php', title: 'PHP', text: phpSample(request) },
  ]
}
