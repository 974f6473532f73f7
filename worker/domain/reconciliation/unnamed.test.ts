import { describe, expect, test } from 'vitest'
import type { OperationState } from '#contract/transactions/transactions'
import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation } from '../../store/reconciliation/comparedRows.ts'
import { findUnnamed, isShown, unnamedOriginalId } from './unnamed.ts'

const payment = 91_000_000_000_001
const ours = (id: number, type: 'capture' | 'void', status: OperationState, target: number | null = null) =>
  ({ operation: { id, type, status, target }, payment: { id: payment } }) as ComparedOperation

const theirs = (more: Partial<ReportedOperation> = {}): ReportedOperation => ({
  op: null,
  theirs: 't2',
  original: 't1',
  originalOp: String(payment),
  type: 'capture',
  state: 'approved',
  money: { minor: 400n, currency: 840, exponent: 2 },
  at: 0,
  ...more,
})

describe('an operation without our reference', () => {
  test.each([
    ['capture', theirs(), payment],
    ['void', theirs({ type: 'void' }), payment],
    ['credit', theirs({ type: 'credit' }), null],
    ['capture with our reference', theirs({ op: '5' }), null],
    ["capture of another system's payment", theirs({ originalOp: 'order 5' }), null],
    ['capture without an original', theirs({ originalOp: null }), null],
  ])('%s names its original by our transaction id', (_name, line, original) => {
    expect(unnamedOriginalId(line)).toBe(original)
  })

  test('the capture in effect is found before a pending one, and both before a voided one', () => {
    const captures = (['declined', 'voided', 'pending', 'approved'] as const).map((status, at) =>
      ours(at, 'capture', status),
    )
    expect(findUnnamed(theirs({ state: 'settled' }), captures)?.operation.status).toBe('approved')
    expect(findUnnamed(theirs(), captures.slice(0, 3))?.operation.status).toBe('pending')
    expect(findUnnamed(theirs(), captures.slice(0, 2))?.operation.status).toBe('voided')
    expect(findUnnamed(theirs(), captures.slice(0, 1))).toBeNull()
  })

  test('a declined attempt is never the capture that stands', () => {
    expect(findUnnamed(theirs({ state: 'declined' }), [ours(1, 'capture', 'approved')])).toBeNull()
    const attempts = [ours(1, 'capture', 'pending'), ours(2, 'capture', 'declined')]
    expect(findUnnamed(theirs({ state: 'declined' }), attempts)?.operation.id).toBe(2)
  })

  test('a void is found by the operation that it undoes', () => {
    const voids = [ours(1, 'void', 'approved', 7), ours(2, 'void', 'approved', payment)]
    expect(findUnnamed(theirs({ type: 'void' }), voids)?.operation.id).toBe(2)
  })

  test('a capture counts as reported, unless the reported attempt was declined', () => {
    const capture = ours(1, 'capture', 'approved')
    expect(isShown(capture, theirs())).toBe(true)
    expect(isShown(capture, theirs({ state: 'declined' }))).toBe(false)
    expect(isShown(capture, theirs({ op: '1' }))).toBe(true)
    expect(isShown(capture, theirs({ op: '2' }))).toBe(false)
  })
})
