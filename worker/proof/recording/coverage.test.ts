import { expect, test } from 'vitest'
import { recordingAdvice } from './errorRequests.ts'
import type { RecordedLine, RecordedRequest } from './replay.ts'

interface Operation {
  readonly operationId: string
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, unknown>>
}

const parseLines = <Line>(files: object): Line[][] =>
  Object.values(files).map((text) =>
    String(text)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  )

const api = import.meta.glob('../../openapi.json', { eager: true, import: 'default', query: '?raw' })
const { paths } = JSON.parse(String(Object.values(api)[0])) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** All operations. Paths without parameters come first, since `/batches/close` would match `/batches/{id}`. */
const operations = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => ({
      operationId,
      requestBody,
      responses,
      line: `${method.toUpperCase()} ${path}`,
      pattern: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '[^/?]+')}(\\?|$)`),
    })),
  )
  .toSorted((one, other) => Number(one.line.includes('{')) - Number(other.line.includes('{')))

const matchOperation = ({ send }: RecordedRequest) =>
  operations.find(({ pattern }) => pattern.test(send.replace(/\{\{[^}]+\}\}/g, 'value')))

const requests = parseLines<RecordedLine>(
  import.meta.glob('./requests/*.jsonl', { eager: true, import: 'default', query: '?raw' }),
).map((lines) => lines.flatMap((line) => ('step' in line ? [] : [line])))
const answers = parseLines<{ readonly name: string; readonly status: number }>(
  import.meta.glob('./answers/*.jsonl', { eager: true, import: 'default', query: '?raw' }),
)

/** Operation and status of each recorded response of the API. */
const recordedStatuses = answers.flatMap((file, at) => {
  const byName = new Map(requests[at]!.map((request) => [request.name, request]))
  return file.flatMap(({ name, status }) => {
    const operation = matchOperation(byName.get(name)!)
    return operation === undefined ? [] : [{ name, operation, status: String(status) }]
  })
})

const names = (files: readonly (readonly { readonly name: string }[])[]) =>
  files.map((file) => file.map(({ name }) => name).toSorted())

test('at least 1,000 requests are recorded, each with a response', () => {
  expect(requests.flat().length).toBeGreaterThanOrEqual(1000)
  expect(names(answers)).toEqual(names(requests))
})

test('recorded statuses are documented', () => {
  const others = recordedStatuses.filter(({ operation, status }) => !Object.hasOwn(operation.responses, status))
  expect(others.map(({ name, status }) => `${status} of ${name}`)).toEqual([])
})

test('each documented status of each operation is recorded', () => {
  const pairs = new Set(recordedStatuses.map(({ operation, status }) => `${operation.operationId} ${status}`))
  const missing = operations.flatMap((operation) =>
    Object.keys(operation.responses)
      .filter((status) => !pairs.has(`${operation.operationId} ${status}`))
      .map((status) => `${operation.operationId} ${status}`),
  )
  // An operation without its general errors is a new one.
  const fresh = operations.filter(({ operationId }) => missing.includes(`${operationId} 401`))
  const advice = recordingAdvice(
    fresh.map(({ operationId: name, line, requestBody }) => ({ name, line, hasBody: requestBody !== undefined })),
  )
  expect(missing, fresh.length > 0 ? advice : undefined).toEqual([])
})
