import { expect, it } from 'vitest'
import { Intention } from './intention.ts'

it('the same request has one idempotency key until its outcome is known', () => {
  const intention = new Intention()
  const request = { path: '/v1/x', body: { amount: 5 } }
  const key = intention.keyFor(request)
  expect(intention.keyFor({ path: '/v1/x', body: { amount: 5 } })).toBe(key)
  expect(intention.keyFor({ ...request, body: { amount: 6 } })).not.toBe(key)
  const other = intention.keyFor(request)
  intention.end()
  expect(intention.keyFor(request)).not.toBe(other)
})
