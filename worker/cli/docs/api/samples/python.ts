import { literal } from './literal.ts'
import type { LiteralStyle } from './literal.ts'
import { target } from './request.ts'
import type { SampleRequest } from './request.ts'

const python: LiteralStyle = {
  string: (text) => JSON.stringify(text),
  true: 'True',
  false: 'False',
  null: 'None',
  list: ['[', ']'],
  object: ['{', '}'],
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  indent: '    ',
  trailingComma: true,
}

/** The gateway takes up to 60 s, and up to 120 s for a payment at a terminal. */
const timeoutSeconds = ({ body }: SampleRequest): number =>
  JSON.stringify(body ?? null).includes('"terminal":{') ? 130 : 65

const headers = ({ key, idempotencyKey }: SampleRequest): string =>
  idempotencyKey === undefined
    ? `    headers={"x-api-key": os.environ["${key}"]},`
    : [
        '    headers={',
        `        "x-api-key": os.environ["${key}"],`,
        `        "Idempotency-Key": ${JSON.stringify(idempotencyKey)},`,
        '    },',
      ].join('\n')

/** Prints the request with the package requests. */
export const pythonSample = (request: SampleRequest): string => {
  const { method, body } = request
  return [
    'import os',
    '',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    os.environ["SLUICE_URL"] + ${JSON.stringify(target(request))},`,
    headers(request),
    ...(body === undefined ? [] : [`    json=${literal(body, python, 1)},`]),
    `    timeout=${timeoutSeconds(request)},`,
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}
