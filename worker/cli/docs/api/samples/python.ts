import { literal } from './literal.ts'
import type { LiteralStyle } from './literal.ts'
import { target, timeoutSeconds } from './request.ts'
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
    'print(response.json())',
  ].join('\n')
}
