import { expect, test } from 'vitest'
import { curlSample } from './curl.ts'
import { javascriptSample } from './javascript.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import type { SampleRequest } from './request.ts'

const request: SampleRequest = {
  operation: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  ids: [],
  query: {},
  idempotencyKey: "o'reilly",
  body: { company: `Tom's "Tea" \\ $5`, metadata: {}, phoneNumber: null, active: true },
  key: 'SLUICE_SECRET_KEY',
}

test('a curl sample escapes single quotes for the shell, and keeps the rest of the JSON', () => {
  expect(curlSample(request)).toBe(String.raw`curl "$SLUICE_URL/v1/customers" \
  -H "x-api-key: $SLUICE_SECRET_KEY" \
  -H 'Idempotency-Key: o'\''reilly' \
  -H 'Content-Type: application/json' \
  -d '{
    "company": "Tom'\''s \"Tea\" \\ $5",
    "metadata": {},
    "phoneNumber": null,
    "active": true
  }'`)
})

test('a JavaScript sample has the body and the idempotency key as literals', () => {
  expect(javascriptSample(request, new Map())).toContain(String.raw`await sluice.createCustomer(
  {
    company: 'Tom\'s "Tea" \\ $5',
    metadata: {},
    phoneNumber: null,
    active: true,
  },
  { idempotencyKey: "o'reilly" },
)`)
})

test('a Python sample has True, None and double quotes', () => {
  expect(pythonSample(request)).toContain(String.raw`    json={
        "company": "Tom's \"Tea\" \\ $5",
        "metadata": {},
        "phoneNumber": None,
        "active": True,
    },`)
})

test('a sample waits longer than the gateway, and prints errors as well', () => {
  const atTerminal: SampleRequest = { ...request, body: { payment: { terminal: { id: '01a1f942' } } } }
  expect(pythonSample(request)).toMatch(/timeout=65,\n\)\nprint\(response\.json\(\)\)$/)
  expect(pythonSample(atTerminal)).toContain('timeout=130,')
  expect(phpSample(request)).toContain('CURLOPT_TIMEOUT => 65,')
  expect(phpSample(atTerminal)).toContain('CURLOPT_TIMEOUT => 130,')
})

test('a PHP sample has no variables in texts, and an empty object is no list', () => {
  expect(phpSample(request)).toContain(String.raw`json_encode([
        'company' => 'Tom\'s "Tea" \\ $5',
        'metadata' => new stdClass(),
        'phoneNumber' => null,
        'active' => true,
    ]),`)
})

const list: SampleRequest = {
  ...request,
  operation: 'listBills',
  method: 'GET',
  path: '/v1/customers/01a1f882/subscriptions/01a1f90c/bills',
  ids: ['01a1f882', '01a1f90c'],
  query: { limit: '2', cursor: 'a b' },
  idempotencyKey: undefined,
  body: undefined,
}

test('a query is encoded in URLs, and has its types in JavaScript', () => {
  const types = new Map([
    ['limit', 'integer'],
    ['cursor', 'string'],
  ])
  expect(javascriptSample(list, types)).toContain(
    "await sluice.listBills('01a1f882', '01a1f90c', { limit: 2, cursor: 'a b' })",
  )
  expect(curlSample(list)).toContain('/bills?limit=2&cursor=a+b"')
})

test('a DELETE without a body names its method, and a POST with one does not', () => {
  const remove: SampleRequest = { ...list, method: 'DELETE', query: {} }
  expect(curlSample(remove)).toContain('curl -X DELETE "$SLUICE_URL')
  expect(phpSample(remove)).toContain("CURLOPT_CUSTOMREQUEST => 'DELETE'")
  expect(curlSample(request)).not.toContain('-X')
  expect(phpSample(request)).not.toContain('CUSTOMREQUEST')
})
