import { expect, test } from 'vitest'
import { isInOrder } from './throughput.ts'

const arrival = (resource: string, sequence: number) => ({
  resource,
  sequence,
  madeAt: 0,
  at: 0,
  atOnce: 1,
  status: 204,
})

test('first deliveries in the order of each resource are in order, also with a retry in between', () => {
  expect(isInOrder([arrival('a', 1), arrival('b', 1), arrival('a', 2), arrival('b', 1), arrival('b', 2)])).toBe(true)
})

test('a first delivery after a later event of its resource is out of order', () => {
  expect(isInOrder([arrival('a', 2), arrival('b', 1), arrival('a', 1)])).toBe(false)
})
