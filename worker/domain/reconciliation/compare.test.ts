import { describe, expect, test } from 'vitest'
import { operationStates } from '#contract/transactions/transactions'
import type { OperationState } from '#contract/transactions/transactions'
import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation, ComparedPayment } from '../../store/reconciliation/comparedRows.ts'
import { compareBoth, compareMissing, mustBeThere } from './compare.ts'

const theirStates = ['approved', 'declined', 'voided', 'reversed', 'settled', 'returned'] as const
const usd = (minor: bigint) => ({ minor, currency: 840, exponent: 2 })

const payment = (more: Partial<ComparedPayment> = {}): ComparedPayment => ({
  id: 1,
  type: 'payment',
  status: 'captured',
  currency: 840,
  approved: 1000,
  captured: 400,
  settled: 0,
  released: 0,
  connection: 'c',
  updated: 0,
  isChanging: false,
  ...more,
})

/** Id 1 is the payment's first operation. */
const ours = (
  operation: Partial<ComparedOperation['operation']> = {},
  more: Partial<Omit<ComparedOperation, 'operation'>> = {},
): ComparedOperation => ({
  operation: {
    id: 2,
    type: 'capture',
    status: 'approved',
    amount: 400,
    target: null,
    ...operation,
  } as ComparedOperation['operation'],
  payment: payment(),
  reversal: null,
  isChanging: false,
  ...more,
})

const theirs = (more: Partial<ReportedOperation> = {}): ReportedOperation => ({
  op: '2',
  theirs: 't2',
  original: 't1',
  originalOp: '1',
  type: 'capture',
  state: 'approved',
  money: usd(400n),
  at: 0,
  ...more,
})

const first = { id: 1, type: 'authorize', amount: 1000 } as const
const theirFirst = {
  op: '1',
  theirs: 't1',
  original: null,
  originalOp: null,
  type: 'authorize',
  money: usd(1000n),
} as const

const stands = (status: OperationState): boolean => ['approved', 'settled', 'returned'].includes(status)

/** What the rules of the documentation say, written apart from the tables. */
const expected = (isFirst: boolean, status: OperationState, state: (typeof theirStates)[number]): string | null => {
  const hasSettled = state === 'settled' || state === 'returned'
  const isThere = state === 'approved' || hasSettled
  if (status === 'pending')
    return isFirst ? (hasSettled ? 'none' : 'reverse') : state === 'reversed' ? 'none' : 'record'
  if (stands(status) && state === 'returned') return status === 'returned' ? null : 'none'
  if (stands(status)) return isThere ? null : 'none'
  if (!isThere) return null
  return isFirst && state === 'approved' && status !== 'voided' ? 'reverse' : 'none'
}

describe.each([
  ['a payment', true],
  ['a capture', false],
] as const)('%s of both sides', (name, isFirst) => {
  test.each(operationStates.flatMap((status) => theirStates.map((state) => [status, state] as const)))(
    `${name} that is %s here and %s there gets the repair of its rule`,
    (status, state) => {
      const found = isFirst
        ? compareBoth(ours({ ...first, status }), theirs({ ...theirFirst, state }))
        : compareBoth(ours({ status }), theirs({ state }))
      const repair = expected(isFirst, status, state)
      expect(found).toEqual(repair === null ? null : { kind: 'state', repair })
    },
  )

  test.each(operationStates)(`${name} that is %s here and waits for its outcome there is not compared`, (status) => {
    const operation = isFirst ? { ...first, status } : { status }
    expect(compareBoth(ours(operation), theirs({ ...(isFirst && theirFirst), state: 'pending' }))).toBeNull()
  })
})

describe('an operation of both sides', () => {
  test('an operation of a payment that is changing is not compared', () => {
    expect(compareBoth(ours({ status: 'voided' }, { isChanging: true }), theirs())).toBeNull()
  })

  test('an operation of another type differs in its state', () => {
    expect(compareBoth(ours(), theirs({ type: 'credit' }))).toEqual({ kind: 'state', repair: 'none' })
  })

  test.each(['approved', 'settled'] as const)(
    'another amount of a capture that is %s there is a difference',
    (state) => {
      expect(compareBoth(ours(), theirs({ state, money: usd(401n) }))).toEqual({ kind: 'amount', repair: 'none' })
    },
  )

  test('another currency is a difference, also of a void', () => {
    const money = { minor: 400n, currency: 978, exponent: 2 }
    expect(compareBoth(ours(), theirs({ money }))).toEqual({ kind: 'amount', repair: 'none' })
    expect(compareBoth(ours({ type: 'void' }), theirs({ type: 'void', money }))).toEqual({
      kind: 'amount',
      repair: 'none',
    })
  })

  test('another amount of a void, or of an operation without effect, is none', () => {
    expect(compareBoth(ours({ type: 'void' }), theirs({ type: 'void', money: usd(1n) }))).toBeNull()
    expect(compareBoth(ours({ status: 'declined' }), theirs({ state: 'declined', money: usd(1n) }))).toBeNull()
    expect(compareBoth(ours({ status: 'voided' }), theirs({ state: 'voided', money: usd(1n) }))).toBeNull()
  })

  test.each(['voided', 'reversed'] as const)(
    'a hold that ended here without a capture agrees with one %s there',
    (state) => {
      const ended = { payment: payment({ captured: 0, released: 1000, status: 'expired' }) }
      expect(compareBoth(ours(first, ended), theirs({ ...theirFirst, state }))).toBeNull()
    },
  )

  test.each([
    ['a declined one', 'declined', { captured: 0, released: 1000 }],
    ['a hold of which a part is captured', 'reversed', { captured: 400, released: 600 }],
    ['a hold of which a part is still held', 'reversed', { captured: 0, released: 999 }],
  ] as const)('%s there does not agree with an approved one here', (_name, state, amounts) => {
    const found = compareBoth(ours(first, { payment: payment(amounts) }), theirs({ ...theirFirst, state }))
    expect(found).toEqual({ kind: 'state', repair: 'none' })
  })

  test('a capture of a payment whose hold has ended does not agree with a reversed one', () => {
    const ended = { payment: payment({ captured: 0, released: 1000 }) }
    expect(compareBoth(ours({}, ended), theirs({ state: 'reversed' }))).toEqual({ kind: 'state', repair: 'none' })
  })
})

describe('an operation that only the processor has', () => {
  const free = { isOthers: false, hasSettled: false }
  const missing = (
    more: Partial<ReportedOperation>,
    its: Partial<ComparedPayment> | null = null,
    obstacles: Partial<typeof free> = {},
  ) => compareMissing(theirs(more), its === null ? null : payment(its), { ...free, ...obstacles })?.repair ?? null

  test.each([
    ['approved', 'reverse'],
    ['settled', 'none'],
    ['pending', null],
    ['declined', null],
    ['voided', null],
    ['reversed', null],
  ] as const)('an unknown payment that is %s there has the repair %s', (state, repair) => {
    expect(missing({ ...theirFirst, state })).toBe(repair)
    expect(missing({ ...theirFirst, type: 'credit', state })).toBe(repair)
  })

  test.each([
    ['approved', 'record', 'reverse'],
    ['settled', 'record', 'none'],
    ['pending', null, null],
    ['declined', null, null],
    ['voided', null, null],
    ['reversed', null, null],
  ] as const)('a capture that is %s there has the repair %s, without its payment %s', (state, known, unknown) => {
    for (const type of ['capture', 'credit'] as const) {
      expect(missing({ type, state }, {})).toBe(known)
      expect(missing({ type, state })).toBe(unknown)
    }
  })

  test('a payment of which something has settled is left to a person, with what belongs to it', () => {
    expect(missing(theirFirst, null, { hasSettled: true })).toBe('none')
    expect(missing({}, null, { hasSettled: true })).toBe('none')
  })

  test('a void is recorded if its payment is here, and has no effect of its own otherwise', () => {
    expect(missing({ type: 'void' }, {})).toBe('record')
    expect(missing({ type: 'void' })).toBeNull()
  })

  test.each(['pending', 'declined', 'failed', 'reversed'] as const)(
    'a capture of a payment that is %s here is left to a person, and a void of it is none',
    (status) => {
      expect(missing({}, { status })).toBe('none')
      expect(missing({ type: 'void' }, { status })).toBeNull()
    },
  )

  test('a modification of a payment that is changing is not compared', () => {
    expect(missing({}, { isChanging: true })).toBeNull()
  })

  test('a verification and an operation of another account are none', () => {
    expect(missing({ ...theirFirst, money: usd(0n) })).toBeNull()
    expect(missing(theirFirst, null, { isOthers: true })).toBeNull()
  })

  test('an authorization whose payment was returned here and which was returned there agrees', () => {
    const returned = ours({ ...first, status: 'approved' }, { payment: payment({ status: 'returned' }) })
    expect(compareBoth(returned, theirs({ ...theirFirst, state: 'returned' }))).toBeNull()
  })

  test.each([
    ['capture', { kind: 'missing_here', repair: 'record' }],
    ['void', { kind: 'missing_here', repair: 'record' }],
    ['credit', { kind: 'foreign', repair: 'none' }],
  ] as const)('%s of a payment of the gateway without a reference gets its repair', (type, finding) => {
    expect(compareMissing(theirs({ op: null, type }), payment(), free)).toEqual(finding)
  })

  test('an operation of any type that was not made through the gateway is foreign', () => {
    for (const type of ['authorize', 'capture', 'void', 'credit'] as const)
      expect(compareMissing(theirs({ op: null, originalOp: null, type }), null, free)).toEqual({
        kind: 'foreign',
        repair: 'none',
      })
    expect(compareMissing(theirs({ op: null, state: 'declined' }), null, free)).toBeNull()
  })
})

describe('an operation that must be at the processor', () => {
  test.each(operationStates)('one that is %s must be there if it holds or moved money', (status) => {
    expect(mustBeThere(ours({ status }))).toBe(stands(status))
    expect(mustBeThere(ours({ status, amount: 0 }))).toBe(false)
  })

  test('the void of a payment with settled captures is none, since it is sent as the release of the rest', () => {
    const settled = { payment: payment({ settled: 400 }) }
    expect(mustBeThere(ours({ type: 'void', target: 1 }, settled))).toBe(false)
    expect(mustBeThere(ours({ type: 'void', target: 5 }, settled))).toBe(true)
    expect(mustBeThere(ours({ type: 'void', target: 1 }))).toBe(true)
    expect(mustBeThere(ours({ type: 'credit', target: 1 }, settled))).toBe(true)
  })
})
