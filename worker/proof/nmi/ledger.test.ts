import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { check, dayMs, openNmi, type Values } from './nmi.fixture.ts'

/** A request: of a first transaction, of one with an index, or none but a day that passes. */
const step = fc.record({
  type: fc.constantFrom('sale', 'auth', 'credit', 'validate', 'capture', 'void', 'refund', 'day'),
  index: fc.nat({ max: 5 }),
  cents: fc.integer({ min: 50, max: 1500 }),
  isCheck: fc.boolean(),
})

test('after any requests the sums are consistent: nothing is captured above its authorization or refunded above its capture', async () => {
  const history = fc.array(step, { maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom('always' as const, 'settledOnly' as const), async (steps, refunds) => {
      const { sale, transact, clock, ledger } = openNmi({ refunds })
      const ids: string[] = []
      let credits = 0n
      for (const { type, index, cents, isCheck } of steps) {
        const amount = type === 'validate' ? '' : (cents / 100).toFixed(2)
        const source: Values = isCheck ? check : {}
        if (type === 'day') clock.advance(dayMs)
        else if (['capture', 'void', 'refund'].includes(type))
          await transact({ type, amount, transactionid: ids[index] ?? '0' })
        else {
          const { response, transactionid } = await sale({ ...source, type, amount })
          if (transactionid !== '') ids.push(transactionid!)
          if (response === '1' && type === 'credit') credits += BigInt(cents)
        }
        const sums = ledger.sums('sandbox-key', 'USD')
        expect(sums.authorized).toBe(sums.captured + sums.released + sums.held)
        expect(sums.credited <= sums.captured + credits).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('sums are of one account and one currency', async () => {
  const { sale, ledger } = openNmi()
  await sale({ amount: '10.00' })
  await sale({ amount: '500', currency: 'JPY' })
  await sale({ amount: '3.00', security_key: 'other' })
  expect(ledger.sums('sandbox-key', 'USD')).toMatchObject({ captured: 1000n })
  expect(ledger.sums('sandbox-key', 'JPY')).toMatchObject({ captured: 500n })
  expect(ledger.sums('unknown', 'USD')).toMatchObject({ captured: 0n })
})

test('an order id finds every transaction that has it', async () => {
  const { sale, ledger } = openNmi()
  await sale({ orderid: 'a' })
  await sale({ orderid: 'b' })
  await sale({ orderid: 'a', security_key: 'other' })
  expect(ledger.find('a').map(({ account, orderId }) => `${account} ${orderId}`)).toEqual(['1 a', '2 a'])
})
