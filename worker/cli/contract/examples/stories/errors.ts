import type { Endpoint } from '../../../../contract/endpoint.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { errorResponseName, errorStatusesOf, hasErrorBody } from '../../openapi/errorStatuses.ts'
import type { Change, ExampleRequest, Story, StoryStep } from '../step.ts'
import { unknownId } from './shared.ts'

/** How to provoke an error of any operation. */
interface Provocation {
  readonly status: number
  readonly id: string
  readonly title: string
  readonly request: (endpoint: Endpoint) => Partial<Omit<ExampleRequest, 'example' | 'title' | 'operation'>>
  /** The state of the world in which the request fails, and its end. */
  readonly during?: readonly [begin: Change, end: Change]
}

const provocations: readonly Provocation[] = [
  {
    status: 400,
    id: 'invalid',
    title: 'Invalid request',
    request: ({ query, params, body }) => {
      if (query !== undefined) return { query: { pageSize: '0' } }
      return params === undefined || body !== undefined ? { body: { amuont: 10 } } : { path: { id: 'order 1042' } }
    },
  },
  { status: 401, id: 'key-missing', title: 'Request without an API key', request: () => ({ key: 'none' }) },
  {
    status: 403,
    id: 'scope-missing',
    title: 'API key that is not allowed',
    request: ({ scope }) => ({ key: scope === 'transactions:read' ? 'publishable' : 'reports' }),
  },
  {
    status: 406,
    id: 'not-acceptable',
    title: 'Accept header that refuses JSON',
    request: () => ({ headers: { Accept: 'application/json;q=0, application/problem+json;q=0, text/csv' } }),
  },
  { status: 413, id: 'too-large', title: 'Body of more than 256 KiB', request: () => ({ padding: 257 * 1024 }) },
  {
    status: 415,
    id: 'media-type',
    title: 'Body that is not JSON',
    request: () => ({ headers: { 'content-type': 'text/plain' } }),
  },
  {
    status: 429,
    id: 'rate-limited',
    title: 'Too many requests',
    request: () => ({}),
    during: [
      { change: 'limits', exceeded: ['standard'] },
      { change: 'limits', exceeded: [] },
    ],
  },
  {
    status: 500,
    id: 'internal-error',
    title: 'Internal error',
    request: () => ({}),
    during: [
      { change: 'database', is: 'broken' },
      { change: 'database', is: 'up' },
    ],
  },
  {
    status: 503,
    id: 'unavailable',
    title: 'Database that cannot be reached',
    request: () => ({}),
    during: [
      { change: 'database', is: 'away' },
      { change: 'database', is: 'up' },
    ],
  },
]

/** An endpoint for each error response with a body, without one if possible: its request needs no valid members. */
const representatives = (status: number): readonly Endpoint[] => {
  const all = endpoints
    .filter((endpoint) => hasErrorBody(endpoint, status))
    .filter((endpoint) => errorStatusesOf(endpoint).some((one) => one.status === status))
    .toSorted((a, b) => Number(a.body !== undefined) - Number(b.body !== undefined))
  return [...new Map(all.toReversed().map((endpoint) => [errorResponseName(endpoint, status), endpoint])).values()]
}

const pathOf = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      path.startsWith('/v1/transactions') ? '91105200000012' : unknownId,
    ]),
  )

const exampleOf = (endpoint: Endpoint, { status, id, title, request }: Provocation): ExampleRequest => {
  const suffix = errorResponseName(endpoint, status).replace(/\d+/, '-').replace(/-$/, '').toLowerCase()
  return {
    example: `${id}-${suffix}`,
    title,
    operation: endpoint.name,
    path: pathOf(endpoint),
    ...(endpoint.body !== undefined && { body: {} }),
    ...request(endpoint),
  }
}

const stepsOf = (provocation: Provocation): readonly StoryStep[] => {
  const { status, during } = provocation
  const examples = representatives(status).map((endpoint) => exampleOf(endpoint, provocation))
  return during === undefined ? examples : [during[0], ...examples, during[1]]
}

/** Errors that many operations return. */
export const errors: Story = {
  name: 'errors',
  begin: '2026-11-20T19:00:00.000Z',
  steps: provocations.flatMap(stepsOf),
}
