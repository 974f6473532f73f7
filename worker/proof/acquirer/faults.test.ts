import { describe, expect, test } from 'vitest'
import { authorize, followUp, type FollowUpType, payment, prepareFollowUp } from './ask.ts'
import { inMemoryAcquirer } from './memory.ts'
import type { Fault } from './faultPlan.ts'

const soon = () => payment({ deadline: Date.now() + 60 })

/** What each fault makes of any operation, and how often that has moved money when its answer is there, or is not. */
const ofAnyOperation: readonly [Fault, object, number][] = [
  [{ kind: 'dropBefore' }, { result: 'unknown', reason: 'disconnected' }, 0],
  [{ kind: 'dropAfter' }, { result: 'unknown', reason: 'disconnected' }, 1],
  [{ kind: 'silent' }, { result: 'unknown', reason: 'timeout' }, 1],
  [{ kind: 'delay', ms: 1 }, { result: 'approved', code: '00' }, 1],
  [{ kind: 'late', ms: 200 }, { result: 'unknown', reason: 'timeout' }, 1],
  [{ kind: 'double' }, { result: 'approved', code: '00' }, 1],
  [{ kind: 'garbage' }, { result: 'unknown', reason: 'unparsable' }, 1],
  [{ kind: 'busy' }, { result: 'notSent', reason: 'overloaded' }, 0],
]

describe('a fault', () => {
  test.each<[Fault, object, number]>([
    ...ofAnyOperation,
    [{ kind: 'delay', ms: 200 }, { result: 'unknown', reason: 'timeout' }, 0],
    [{ kind: 'decline', code: '41' }, { result: 'declined', code: '41', avs: 'I', cvv: 'M' }, 0],
    [{ kind: 'partial', minor: '123' }, { result: 'approved', code: '10', approved: { minor: 123n } }, 1],
    [{ kind: 'partial' }, { result: 'approved', code: '10', approved: { minor: 500n } }, 1],
  ])('%o ends as %o with %d effects', async (fault, outcome, effects) => {
    const { processor, ledger, faultPlan } = inMemoryAcquirer()
    faultPlan.add({ fault })
    const op = 'reason' in outcome && outcome.reason === 'timeout' ? soon() : payment()
    expect(await authorize(processor, op)).toMatchObject(outcome)
    expect(ledger.find(op.op)?.effects ?? 0).toBe(effects)
  })

  test('strikes once, then the same operation goes through with one effect', async () => {
    const { processor, ledger, faultPlan } = inMemoryAcquirer()
    faultPlan.add({ fault: { kind: 'dropAfter' } })
    const op = payment()
    expect(await authorize(processor, op)).toHaveProperty('result', 'unknown')
    expect(await authorize(processor, op)).toHaveProperty('result', 'approved')
    expect(ledger.find(op.op)).toMatchObject({ requests: 2, effects: 1 })
  })
})

const amounts = { capture: 600n, void: 1000n, credit: 300n } as const

/** Authorized, captured, credited, held: of a payment of 10.00, a sale where money is to be given back. */
const sums: { [type in FollowUpType]: { before: number[]; after: number[] } } = {
  capture: { before: [1000, 0, 0, 1000], after: [1000, 600, 0, 400] },
  void: { before: [1000, 0, 0, 1000], after: [0, 0, 0, 0] },
  credit: { before: [1000, 1000, 0, 0], after: [1000, 1000, 300, 0] },
}

describe.each(['capture', 'void', 'credit'] as const)('a fault in a %s', (type) => {
  const start = async () => {
    const acquirer = inMemoryAcquirer()
    const { ref } = await authorize(acquirer.processor, payment({ capture: type === 'credit' ? 'now' : 'later' }))
    const totals = () => {
      const { authorized, captured, credited, held } = acquirer.ledger.totals('account-1', 840)
      return [authorized, captured, credited, held].map(Number)
    }
    return { ...acquirer, totals, ...(await prepareFollowUp(acquirer.processor, type, ref, amounts[type])) }
  }

  test.each(ofAnyOperation)(
    '%o ends as %o with %d effects, and one after its repeat',
    async (fault, outcome, effects) => {
      const { ledger, faultPlan, totals, op, send } = await start()
      faultPlan.add({ fault, on: type })
      const impatient = 'reason' in outcome && outcome.reason === 'timeout' ? { deadline: Date.now() + 60 } : {}
      expect(await send(impatient)).toMatchObject(outcome)
      expect(ledger.find(op.op)?.effects ?? 0).toBe(effects)
      expect(totals()).toEqual(sums[type][effects === 0 ? 'before' : 'after'])
      expect(await send()).toMatchObject({ result: 'approved', code: '00', approved: { minor: amounts[type] } })
      expect(ledger.find(op.op)).toMatchObject({ effects: 1 })
      expect(totals()).toEqual(sums[type].after)
    },
  )

  test('that declines it changes no sum, and stays when it is repeated', async () => {
    const { faultPlan, totals, send } = await start()
    faultPlan.add({ fault: { kind: 'decline', code: '96' }, on: type })
    expect(await send()).toMatchObject({ result: 'declined', code: '96' })
    expect(await send()).toMatchObject({ result: 'declined', code: '96' })
    expect(totals()).toEqual(sums[type].before)
  })

  test('that is undone changes no sum', async () => {
    const { processor, totals, ref, send } = await start()
    await send()
    expect(await processor.reverse(ref, 1)).toBe('done')
    expect(totals()).toEqual(sums[type].before)
    expect(await send()).toMatchObject({ result: 'declined', code: '94' })
  })
})

test.each([
  ['capture', undefined, { code: '10', approved: { minor: 500n } }],
  ['capture', '123', { code: '10', approved: { minor: 123n } }],
  ['credit', '123', { code: '10', approved: { minor: 123n } }],
  ['void', undefined, { result: 'declined', code: '12' }],
] as const)('a %s can be approved in part, a void cannot', async (type, minor, outcome) => {
  const { processor, faultPlan } = inMemoryAcquirer()
  const { ref } = await authorize(processor, payment({ capture: type === 'credit' ? 'now' : 'later' }))
  faultPlan.add({ fault: { kind: 'partial', ...(minor ? { minor } : {}) }, on: type })
  expect(await followUp(processor, type, ref, 1000n)).toMatchObject(outcome)
})

const usd = (minor: bigint) => ({ minor, currency: 840, exponent: 2 })

const startReversal = async (fault: Fault) => {
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ reversalTimeoutMs: 60 })
  const { ref } = await authorize(processor)
  await followUp(processor, 'capture', ref, 400n)
  faultPlan.add({ fault, on: 'reverse' })
  return { processor, ref, shown: () => ledger.find(ref.op) }
}

describe('a fault in a reversal', () => {
  test.each<Fault>([
    { kind: 'dropBefore' },
    { kind: 'dropAfter' },
    { kind: 'silent' },
    { kind: 'late', ms: 200 },
    { kind: 'garbage' },
    { kind: 'busy' },
    { kind: 'decline', code: '96' },
    { kind: 'partial' },
  ])('%o leaves it to the next attempt', async (fault) => {
    const { processor, ref, shown } = await startReversal(fault)
    expect(await processor.reverse(ref, 1, usd(600n))).toBe('retry')
    expect(await processor.reverse(ref, 2, usd(600n))).toBe('done')
    expect(shown()).toMatchObject({ state: 'approved', released: '600' })
    expect(await processor.reverse(ref, 1)).toBe('done')
    expect(shown()).toMatchObject({ state: 'reversed' })
  })

  test.each<Fault>([{ kind: 'delay', ms: 1 }, { kind: 'late', ms: 1 }, { kind: 'double' }])(
    '%o is none that is noticed',
    async (fault) => {
      const { processor, ref, shown } = await startReversal(fault)
      expect(await processor.reverse(ref, 1, usd(600n))).toBe('done')
      expect(shown()).toMatchObject({ state: 'approved', released: '600', reversals: 1 })
    },
  )
})
