import { expect, test } from 'vitest'
import { initialValues, toRequest, type Operation } from './request.ts'

const capture: Operation = {
  method: 'POST',
  path: '/v1/transactions/{id}/capture',
  parameters: [
    { name: 'id', in: 'path', required: true, description: 'The payment.', example: '018f' },
    { name: 'Idempotency-Key', in: 'header', required: false, description: 'A key.', example: 'order-1' },
    { name: 'pageSize', in: 'query', required: false, description: 'How many.', example: 50 },
  ],
  examples: [{ title: 'Capture a part', body: { amount: 5, payment: { token: '' } }, blanks: ['token'] }],
}

test('a form starts empty', () => {
  expect(initialValues(capture)).toEqual({ id: '', 'Idempotency-Key': '', pageSize: '' })
})

test('a request without an idempotency key has no such header', () => {
  expect(toRequest(capture, { id: '1', 'Idempotency-Key': ' ' }, '').init.headers).toEqual({})
})

test('a request has its values encoded in path, query and headers, and its body as JSON', () => {
  expect(toRequest(capture, { id: 'a/b c', 'Idempotency-Key': 'k', pageSize: ' 10 ' }, '{"amount": 5}')).toEqual({
    path: '/v1/transactions/a%2Fb%20c/capture?pageSize=10',
    init: {
      method: 'POST',
      headers: { 'Idempotency-Key': 'k', 'content-type': 'application/json' },
      body: '{"amount": 5}',
    },
  })
})

test('a request without a body has no content type', () => {
  expect(toRequest(capture, { id: '1', 'Idempotency-Key': 'k' }, ' ')).toEqual({
    path: '/v1/transactions/1/capture',
    init: { method: 'POST', headers: { 'Idempotency-Key': 'k' } },
  })
  expect(toRequest({ ...capture, method: 'GET' }, { id: '1', 'Idempotency-Key': 'k' }, '{}').init).not.toHaveProperty(
    'body',
  )
})

test.each([
  ['an empty required parameter', { id: ' ', 'Idempotency-Key': 'k' }, '{}', 'Enter id.'],
  [
    'an empty member that the reader fills in',
    { id: '1' },
    '{"note": "", "payment": {"token": ""}}',
    'Enter token in the request body.',
  ],
  ['a body that is not JSON', { id: '1', 'Idempotency-Key': 'k' }, '{amount}', /^The body is not valid JSON: /],
])('a request with %s is not sent', (_, values, body, message) => {
  expect(() => toRequest(capture, values, body)).toThrow(message)
})
