import { expect, test } from 'vitest'
import { operationsJson } from '../../cli/docs/api/operationsJson.ts'
import type { TryItOperation } from '../../cli/docs/api/operationsJson.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const operations = Object.entries(JSON.parse(operationsJson()) as Record<string, TryItOperation>)

const ready = operations.flatMap(([operation, { method, path, parameters, examples }]) =>
  parameters.some(({ required }) => required)
    ? []
    : examples
        .filter(({ blanks }) => blanks.length === 0)
        .map(({ title, body }) => ({ operation, title, method, path, body })),
)

test.each(ready)('$operation, tried with "$title", succeeds in a new account', async ({ method, path, body }) => {
  const { secretKey } = await createMerchant()
  const { status, json } = await startWorker().as(secretKey)(method, path, { body })
  expect(json.errors).toBeNull()
  expect(status).toBe(200)
})

test('a payment is tried first with a test token, and has no recorded token, key or id', () => {
  const { examples, parameters } = new Map(operations).get('authorizeTransaction')!
  expect(examples[0]).toMatchObject({ body: { payment: { token: 'test-visa-4242' } }, blanks: [] })
  expect(examples.map(({ title }) => title)).not.toContain('Repeated request with the same Idempotency-Key')
  expect(examples.map(({ body }) => JSON.stringify(body)).join(' ')).not.toMatch(/[\w-]{36}|creditCardEncrypted/)
  expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
})

test('a capture is tried with the id that the reader enters', () => {
  const { examples } = new Map(operations).get('captureTransaction')!
  expect(examples[0]).toMatchObject({ body: { transactionId: '' }, blanks: ['transactionId'] })
})
