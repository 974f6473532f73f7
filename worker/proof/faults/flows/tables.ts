import { takesIdempotencyKey } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { flow, hour } from './flow.ts'
import type { Flow } from './flow.ts'
import { preconditions } from './preconditions.ts'

/** Fills in the result of a precondition: `{id}`, or a value by its name. `{+7}` is the time in 7 hours. */
const fillTemplate = (template: string, values: unknown, now: number): string =>
  template.replaceAll(/\{([a-z]+|[+-]\d+)\}/gi, (_match, name: string) => {
    if (/\d/.test(name)) return new Date(now + Number(name) * hour).toISOString()
    return String(name === 'id' ? values : (values as Record<string, unknown>)[name])
  })

const parseRows = (rows: string): readonly (readonly string[])[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => row.split(' | ').map((cell) => cell.trim()))

/** One flow per row: name, endpoint, precondition, request, and the error type of a retry whose first attempt succeeded. */
export const requestFlows = (rows: string): readonly Flow[] =>
  parseRows(rows).map(([name = '', endpoint = '', precondition = '', request = '', isDone = '']) => {
    const isKeyed = takesIdempotencyKey(endpoints.find((one) => one.name === endpoint)!)
    return flow(name, [endpoint], preconditions[precondition as keyof typeof preconditions], (client, values) => {
      const [method = '', path = '', ...body] = fillTemplate(request, values, client.clock.now()).split(' ')
      const json: unknown = body.length === 0 ? undefined : JSON.parse(body.join(' '))
      return client.request(method, path, json, { isKeyed, ...(isDone !== '' && { isDone }) })
    })
  })

/** One payment or modification per row: name, endpoint, precondition, operation and body. */
export const transactionFlows = (rows: string): readonly Flow[] =>
  parseRows(rows).map(([name = '', endpoint = '', precondition = '', operation = '', body = '']) =>
    flow(name, [endpoint], preconditions[precondition as keyof typeof preconditions], (client, values) =>
      client.pay(() => JSON.parse(fillTemplate(body, values, client.clock.now())) as object, operation),
    ),
  )
