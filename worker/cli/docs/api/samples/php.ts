import { literal } from './literal.ts'
import type { LiteralStyle } from './literal.ts'
import { target, timeoutSeconds } from './request.ts'
import type { SampleRequest } from './request.ts'

const text = (value: string): string => `'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`

const php: LiteralStyle = {
  string: text,
  true: 'true',
  false: 'false',
  null: 'null',
  list: ['[', ']'],
  object: ['[', ']'],
  // [] is an empty list.
  emptyObject: 'new stdClass()',
  member: (name, value) => `${text(name)} => ${value}`,
  indent: '    ',
  trailingComma: true,
}

/** curl's default is GET, or POST with a body. */
const methodOption = ({ method, body }: SampleRequest): string[] =>
  method === (body === undefined ? 'GET' : 'POST') ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]

/** Prints the request with PHP's curl extension. */
export const phpSample = (request: SampleRequest): string => {
  const { key, idempotencyKey, body } = request
  return [
    '<?php',
    `$curl = curl_init(getenv('SLUICE_URL') . ${text(target(request))});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_TIMEOUT => ${timeoutSeconds(request)},`,
    ...methodOption(request),
    '    CURLOPT_HTTPHEADER => [',
    `        'x-api-key: ' . getenv('${key}'),`,
    ...(idempotencyKey === undefined ? [] : [`        ${text(`Idempotency-Key: ${idempotencyKey}`)},`]),
    ...(body === undefined ? [] : ["        'Content-Type: application/json',"]),
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, php, 1)}),`]),
    ']);',
    '$response = json_decode(curl_exec($curl));',
    'echo json_encode($response, JSON_PRETTY_PRINT);',
  ].join('\n')
}
