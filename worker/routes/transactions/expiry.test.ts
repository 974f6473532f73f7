import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'

/** When an authorization lapses, and what becomes of what it held. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// Sweeps see the whole shard, so each test begins with nothing left to do, whatever other tests have left.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
  await bindings.DB_00.prepare('UPDATE transactions SET expires = NULL').run()
})

const sevenDays = 7 * 86_400_000

const setUp = async () => {
  let now = Date.now()
  const clock = { now: () => now }
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock })
  const call = worker.as(merchant.secretKey)
  const post = (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body })
  const id = (await post('authorize', byCard(undefined, { amount: { value: 10 } }))).json.transactionId as string
  return {
    id,
    merchant,
    ledger,
    faultPlan,
    worker,
    capture: (amount?: number) => post('capture', { transactionId: id, ...(amount !== undefined && { amount }) }),
    voidIt: () => post('void', { transactionId: id }),
    shown: async () => (await call('GET', `/v1/transactions/${id}`)).json,
    expires: async () => Date.parse((await call('GET', `/v1/transactions/${id}`)).json.expires),
    goTo: (ms: number) => {
      now = ms
    },
    start: now,
  }
}

describe('an authorization', () => {
  test('Authorization expires at 7 d on the test clock: event, reversal, capture -> 409 `authorization_expired`; capture in the same millisecond as expiry has one winner.', async () => {
    const at = await setUp()
    expect(await at.expires()).toBe(at.start + sevenDays)
    at.goTo(at.start + sevenDays - 1)
    await at.worker.sweep()
    expect((await at.shown()).status).toBe('authorized')
    at.goTo(at.start + sevenDays)
    await at.worker.sweep()
    expect(await at.shown()).toMatchObject({
      status: 'expired',
      amountAuthorized: 10,
      amountCapturable: 0,
      operations: [
        { type: 'authorize', status: 'approved' },
        { type: 'reversal', status: 'approved', amount: 10 },
      ],
    })
    expect(at.ledger.find(at.id)).toMatchObject({ reversals: 1 })
    const late = await at.capture()
    expect([late.status, late.json.errors[0].type]).toEqual([409, 'authorization_expired'])
    expect((await at.voidIt()).json.errors[0].type).toBe('authorization_expired')
  })

  test('is expired by the clock alone, before a sweep comes by', async () => {
    const at = await setUp()
    at.goTo(at.start + sevenDays)
    for (const amount of [undefined, 1]) {
      const late = await at.capture(amount)
      expect([late.status, late.json.errors[0].type]).toEqual([409, 'authorization_expired'])
    }
    expect(at.ledger.entries()).toHaveLength(1)
  })

  test('that was captured in part keeps what was captured, and gives the rest back', async () => {
    const at = await setUp()
    await at.capture(4)
    at.goTo(at.start + sevenDays)
    await at.worker.sweep()
    const { status, ...rest } = await at.shown()
    // Its day's batch has closed in the same sweep, or closes in the next.
    expect(['captured', 'settled']).toContain(status)
    expect(rest).toMatchObject({ amountCaptured: 4, amountCapturable: 0 })
    expect(rest.operations.at(-1)).toMatchObject({ type: 'reversal', amount: 6, status: 'approved' })
    const capture = at.ledger.entries().find(({ type }) => type === 'capture')
    expect(capture).toMatchObject({ state: 'approved', effects: 1 })
  })

  test('whose reversal is not heard is given back later', async () => {
    const at = await setUp()
    at.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: 2 })
    at.goTo(at.start + sevenDays)
    await at.worker.sweep()
    expect((await at.shown()).operations.at(-1)).toMatchObject({ type: 'reversal', status: 'pending' })
    for (const minutes of [1, 2]) {
      at.goTo(at.start + sevenDays + minutes * 60_000)
      await at.worker.sweep()
    }
    expect((await at.shown()).operations.at(-1)).toMatchObject({ type: 'reversal', status: 'approved' })
    expect(at.ledger.find(at.id)?.reversals).toBe(1)
  })

  test('capture in the same millisecond as expiry has one winner', async () => {
    for (let round = 0; round < 4; round++) {
      const at = await setUp()
      at.goTo(at.start + sevenDays - (round % 2))
      const [answer] = await Promise.all([at.capture(), at.worker.sweep()])
      await at.worker.sweep()
      const { status, amountCaptured } = await at.shown()
      if (answer.status === 200) expect([['captured', 'settled'].includes(status), amountCaptured]).toEqual([true, 10])
      else expect([answer.json.errors[0].type, status, amountCaptured]).toEqual(['authorization_expired', 'expired', 0])
      expect(answer.status).toBe(round % 2 === 1 ? 200 : 409)
    }
  })

  test('does not expire while a capture is on its way', async () => {
    const at = await setUp()
    at.goTo(at.start + sevenDays - 1)
    at.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    expect((await at.capture(4)).status).toBe(504)
    at.goTo(at.start + sevenDays)
    await at.worker.sweep()
    expect((await at.shown()).status).toBe('authorized')
    at.goTo(at.start + sevenDays + 60_000)
    await at.worker.sweep()
    await at.worker.sweep()
    expect(await at.shown()).toMatchObject({ amountCaptured: 4, amountCapturable: 0 })
  })

  test('that is captured as a whole, or takes its money at once, does not expire', async () => {
    const at = await setUp()
    await at.capture()
    at.goTo(at.start + sevenDays + 1000)
    await at.worker.sweep()
    expect((await at.shown()).operations.map(({ type }: any) => type)).toEqual(['authorize', 'capture'])
  })
})

test('of sixty that lapse at once, no sweep takes more than its share, and none is forgotten', async () => {
  const at = await setUp()
  const call = at.worker.as(at.merchant.secretKey)
  const body = byCard(undefined, { amount: { value: 1 } })
  for (let n = 0; n < 59; n++) await call('POST', '/v1/transactions/authorize', { body })
  at.goTo(at.start + sevenDays + 60_000)
  const count = async (status: string) =>
    (
      await at.merchant.rows(
        'SELECT count(*) AS n FROM transactions WHERE account = ? AND status = ?',
        at.merchant.id,
        status,
      )
    )[0]?.['n']
  await at.worker.sweep()
  expect([await count('expired'), await count('authorized')]).toEqual([50, 10])
  await at.worker.sweep()
  expect(await count('expired')).toBe(60)
})
