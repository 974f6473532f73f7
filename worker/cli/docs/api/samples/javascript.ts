import { literal } from './literal.ts'
import type { LiteralStyle } from './literal.ts'
import type { JsonValue, SampleRequest } from './request.ts'

const text = (value: string): string =>
  value.includes("'") && !value.includes('"')
    ? JSON.stringify(value)
    : `'${JSON.stringify(value)
        .slice(1, -1)
        .replaceAll('\\"', '"')
        .replaceAll("'", String.raw`\'`)}'`

const javascript: LiteralStyle = {
  string: text,
  true: 'true',
  false: 'false',
  null: 'null',
  list: ['[', ']'],
  object: ['{', '}'],
  member: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)}: ${value}`,
  indent: '  ',
  trailingComma: true,
}

/** Numbers and truth values of a query, which the client's types expect as such. */
const queryValues = (query: SampleRequest['query'], types: ReadonlyMap<string, string>): JsonValue =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      types.get(name) === 'string' ? value : (JSON.parse(value) as JsonValue),
    ]),
  )

/**
 * Prints a call of the client.
 *
 * @param queryTypes the JSON types of the query's parameters
 */
export const javascriptSample = (request: SampleRequest, queryTypes: ReadonlyMap<string, string>): string => {
  const { operation, ids, body, query, idempotencyKey, key } = request
  const values: JsonValue[] = [
    ...ids,
    ...(body === undefined ? [] : [body]),
    ...(Object.keys(query).length === 0 ? [] : [queryValues(query, queryTypes)]),
    ...(idempotencyKey === undefined ? [] : [{ idempotencyKey }]),
  ]
  const line = `(${values.map((value) => literal(value, javascript)).join(', ')})`
  const call =
    line.length + operation.length <= 68 && !line.includes('\n')
      ? line
      : values.length === 1
        ? `(${literal(values[0]!, javascript)})`
        : `(\n${values.map((value) => `  ${literal(value, javascript, 1)},\n`).join('')})`
  return `import { SluiceClient } from '@sluicepay/sluice'

const { SLUICE_URL = '', ${key} = '' } = process.env
const sluice = new SluiceClient({ baseUrl: SLUICE_URL, apiKey: ${key} })

const response = await sluice.${operation}${call}
console.log(response)`
}
