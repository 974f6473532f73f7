import { literal } from './literal.ts'
import type { LiteralStyle } from './literal.ts'
import { target } from './request.ts'
import type { SampleRequest } from './request.ts'

const json: LiteralStyle = {
  string: (text) => JSON.stringify(text),
  true: 'true',
  false: 'false',
  null: 'null',
  list: ['[', ']'],
  object: ['{', '}'],
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  indent: '  ',
  trailingComma: false,
}

/** Text in single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** curl's default is GET, or POST with a body. */
const methodOption = ({ method, body }: SampleRequest): string =>
  method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `

/** Prints the request for a shell with curl. */
export const curlSample = (request: SampleRequest): string => {
  const { key, idempotencyKey, body } = request
  return [
    `curl ${methodOption(request)}"$SLUICE_URL${target(request)}"`,
    `-H "x-api-key: $${key}"`,
    ...(idempotencyKey === undefined ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(literal(body, json, 1))}`]),
  ].join(' \\\n  ')
}
