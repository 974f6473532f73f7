import { expect, test, vi } from 'vitest'
import { firstTransactionIdOf } from '../../domain/ids.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { seedPayments, setScanned } from './seedPayments.fixture.ts'

vi.spyOn(console, 'log').mockReturnValue()

const minute = 60_000

/** The cron at its own time, and an account with no other operations in its shard that wait for their figures. */
const setUp = async () => {
  const clock = testClock()
  const merchant = await createMerchant()
  const worker = startWorker({ clock })
  await setScanned(firstTransactionIdOf(clock.now()) - 1)
  const runCronAfter = async (ms: number) => {
    clock.advance(ms)
    await worker.sweep()
  }
  const rolledUp = ({ rows, id }: Merchant = merchant) =>
    rows('SELECT figure, operations, amount FROM dailyFigures WHERE account = ? ORDER BY day, figure', id)
  return { clock, merchant, call: worker.as(merchant.secretKey), runCronAfter, rolledUp }
}

test('the cron adds the last payment of an idle gateway to the figures after ten minutes, and its read stays the same', async () => {
  const { call, runCronAfter, rolledUp } = await setUp()
  const { json } = await call('POST', '/v1/transactions/sale', { body: cardPayment() })
  expect(json.approved).toBe(true)
  const totals = async () => (await call('GET', '/v1/figures')).json.figures.totals
  const before = await totals()
  expect(before).toMatchObject([{ captures: { count: 1, amount: 10.5 }, authorizations: { approved: 1 } }])
  for (let minutes = 1; minutes < 10; minutes++) await runCronAfter(minute)
  expect(await rolledUp()).toEqual([])
  await runCronAfter(minute + 1)
  const added = [
    { figure: 'approved', operations: 1, amount: 1050 },
    { figure: 'captured', operations: 1, amount: 1050 },
  ]
  expect(await rolledUp()).toEqual(added)
  expect(await totals()).toEqual(before)
  for (let minutes = 0; minutes < 3; minutes++) await runCronAfter(minute)
  expect(await rolledUp()).toEqual(added)
})

test.each([
  ['2,002 young operations are added to the figures by the next run of the cron', 1_001, true],
  ['1,998 young operations are not added to the figures yet', 999, false],
])('%s', async (_title, payments, isAdded) => {
  const { clock, merchant, runCronAfter, rolledUp } = await setUp()
  await seedPayments(merchant, payments, firstTransactionIdOf(clock.now()))
  // By then their requests have ended, and nothing follows.
  await runCronAfter(minute)
  expect((await rolledUp()).length > 0).toBe(isAdded)
})

test('2,002 operations of a gateway whose cron paused are added to the figures after ten minutes', async () => {
  const { clock, merchant, runCronAfter, rolledUp } = await setUp()
  await seedPayments(merchant, 1_001, firstTransactionIdOf(clock.now()))
  await runCronAfter(9.5 * minute)
  expect(await rolledUp()).toEqual([])
  await runCronAfter(minute)
  const operations = (await rolledUp()).reduce((sum, row) => sum + Number(row['operations']), 0)
  // A tenth of the payments is declined, and their captures count for nothing.
  expect(operations).toBe(2_002 - 101)
})
