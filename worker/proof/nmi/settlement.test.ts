import { expect, test } from 'vitest'
import { check, dayMs, hourMs, openNmi } from './nmi.fixture.ts'

test('at 00:00 UTC everything captured, refunded and credited settles in a batch', async () => {
  const { sale, authorize, transact, query, clock } = openNmi()
  const captured = await authorize()
  await transact({ type: 'capture', transactionid: captured.transactionid!, amount: '6.00' })
  await sale({ type: 'credit' })
  await authorize()
  const voided = await sale()
  await transact({ type: 'void', transactionid: voided.transactionid! })
  await sale({ type: 'validate', amount: '' })
  clock.advance(12 * hourMs - 1)
  expect(await query({ action_type: 'settle' })).toEqual([])
  clock.advance(1)
  const settle = {
    action_type: 'settle',
    success: '1',
    date: '20260116000000',
    source: 'internal',
    response_code: '100',
  }
  const settled = await query({ action_type: 'settle' })
  expect(settled).toMatchObject([
    { members: { condition: 'complete' }, actions: [{}, {}, { ...settle, amount: '6.00' }] },
    { members: { condition: 'complete' }, actions: [{}, { ...settle, amount: '10.00' }] },
  ])
  const batches = new Set(settled.map(({ actions }) => actions.at(-1)!.batch_id))
  expect([...batches]).toEqual([expect.stringMatching(/^[1-9]\d+$/)])
  const conditions = (await query()).map(({ members }) => members.condition)
  expect(conditions).toEqual(['complete', 'complete', 'pending', 'canceled', 'complete'])
})

test('transactions of different days settle at the cut-offs after them, also if the clock advances by a month', async () => {
  const { sale, query, clock } = openNmi()
  await sale()
  clock.advance(dayMs)
  await sale()
  clock.advance(30 * dayMs)
  const dates = (await query()).map(({ actions }) => actions[1]!.date)
  expect(dates).toEqual(['20260116000000', '20260117000000'])
})

test('settleEveryMs sets the time between cut-offs', async () => {
  const { sale, condition, clock } = openNmi({ settleEveryMs: 5_000 })
  const { transactionid } = await sale()
  clock.advance(4_999)
  expect(await condition(transactionid)).toBe('pendingsettlement')
  clock.advance(1)
  expect(await condition(transactionid)).toBe('complete')
})

test('check account 9990000NN is returned with RNN two days after its settlement', async () => {
  const { sale, query, condition, clock, ledger } = openNmi()
  const { transactionid } = await sale({ ...check, checkaccount: '999000001' })
  clock.advance(dayMs)
  expect(await condition(transactionid)).toBe('complete')
  clock.advance(1.5 * dayMs)
  const [returned] = await query()
  expect(returned).toMatchObject({ members: { condition: 'failed' } })
  expect(returned!.actions[2]).toMatchObject({
    action_type: 'check_return',
    amount: '10.00',
    success: '1',
    date: '20260118000000',
    response_text: 'R01 Insufficient funds',
  })
  expect(ledger.sums('sandbox-key', 'USD')).toMatchObject({ captured: 1000n })
})

test('a settlement leaves later ones due', async () => {
  const { sale, query, clock } = openNmi()
  await sale({ ...check, checkaccount: '999000003' })
  clock.advance(dayMs)
  await sale()
  for (let days = 0; days < 2; days++) {
    clock.advance(dayMs)
    await query()
  }
  const types = (await query()).map(({ actions }) => actions.map(({ action_type: type }) => type))
  expect(types).toEqual([
    ['sale', 'settle', 'check_return'],
    ['sale', 'settle'],
  ])
})

test('one advance of the clock settles and returns a check', async () => {
  const { sale, query, clock } = openNmi()
  await sale({ ...check, checkaccount: '999000099' })
  clock.advance(10 * dayMs)
  const [{ actions } = { actions: [] }] = await query()
  expect(actions.map(({ action_type: type, date }) => `${type} ${date}`)).toEqual([
    'sale 20260115120000',
    'settle 20260116000000',
    'check_return 20260118000000',
  ])
  expect(actions[2]!.response_text).toBe('R99')
})

test('a returned check cannot be refunded, and credits and voided checks are not returned', async () => {
  const { sale, transact, query, clock } = openNmi()
  const account = { ...check, checkaccount: '999000002' }
  const [returned, , voided] = [await sale(account), await sale({ ...account, type: 'credit' }), await sale(account)]
  await transact({ type: 'void', transactionid: voided.transactionid! })
  clock.advance(10 * dayMs)
  expect((await query()).map(({ members }) => members.condition)).toEqual(['failed', 'complete', 'canceled'])
  expect(await transact({ type: 'refund', transactionid: returned.transactionid! })).toMatchObject({ response: '3' })
})

test('a void that is delayed beyond the cut-off is rejected', async () => {
  const nmi = openNmi({ wait: async (ms) => nmi.clock.advance(ms) })
  const { transactionid = '' } = await nmi.sale()
  nmi.faults.add({ on: 'void', fault: { kind: 'delay', ms: dayMs } })
  const rejected = await nmi.transact({ type: 'void', transactionid })
  expect(rejected.responsetext).toMatch(/^Only transactions pending settlement can be voided/)
})
