import { expect, test } from 'vitest'
import { takeOrders } from './orders.ts'

test('an order is for the first request that fits, and for that one alone', () => {
  const orders = takeOrders()
  orders.give({ fault: { kind: 'silent' }, on: 'capture' })
  orders.give({ fault: { kind: 'garbage' }, op: '7' })
  orders.give({ fault: { kind: 'busy' } })
  expect(orders.take('authorize', '7')).toEqual({ kind: 'garbage' })
  expect(orders.take('authorize', '7')).toEqual({ kind: 'busy' })
  expect(orders.take('authorize', '7')).toBeUndefined()
  expect(orders.take('capture', '8')).toEqual({ kind: 'silent' })
  expect(orders.take('capture', '8')).toBeUndefined()
})

test('an order may be for several requests', () => {
  const orders = takeOrders()
  orders.give({ fault: { kind: 'busy' }, on: 'reverse', times: 2 })
  const taken = [1, 2, 3].map(() => orders.take('reverse', '1')?.kind)
  expect(taken).toEqual(['busy', 'busy', undefined])
})

test('orders can be taken back', () => {
  const orders = takeOrders()
  orders.give({ fault: { kind: 'busy' }, times: 9 })
  orders.clear()
  expect(orders.take('authorize', '1')).toBeUndefined()
})
