import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../processors/processor.ts'
import { money } from '../money.ts'
import { declinedByGateway, declinedByRule, unknownOutcome, toVerdict } from './verdict.ts'

const ref = { account: 'a', op: '1', root: '1' }
const approved = money('5.25', 840)

/** Transitions of a pending payment. */
const transitions: readonly (readonly [
  Outcome,
  transaction: string,
  operation: string,
  code: string,
  reverse: boolean,
])[] = [
  [{ result: 'approved', ref, approved, code: '00' }, 'authorized', 'approved', '00', false],
  [{ result: 'approved', ref, approved, code: '10' }, 'authorized', 'approved', '10', false],
  [{ result: 'declined', ref, code: '51' }, 'declined', 'declined', '51', false],
  [{ result: 'notSent', ref, reason: 'link_down' }, 'failed', 'failed', '92', false],
  [{ result: 'unknown', ref, reason: 'timeout' }, 'pending', 'pending', '68', true],
  [{ result: 'unknown', ref, reason: 'disconnected' }, 'pending', 'pending', '68', true],
  [{ result: 'unknown', ref, reason: 'unparsable' }, 'pending', 'pending', '68', true],
  [{ result: 'pending', ref, pollAfterMs: 5 }, 'pending', 'pending', '68', true],
]

describe('verdict', () => {
  test.each(transitions)(
    'outcome %o makes the payment %s',
    (outcome, transaction, operation, responseCode, reverse) => {
      expect(toVerdict(outcome)).toEqual({
        transaction,
        operation,
        responseCode,
        reverse,
        approved: outcome.result === 'approved' ? approved : null,
      })
    },
  )

  test('a pending credit waits for its outcome, and a pending authorization is reversed', () => {
    const pending = { result: 'pending', ref, pollAfterMs: 5 } as const
    expect(toVerdict(pending, 'refunded')).toMatchObject({ operation: 'pending', responseCode: '09', reverse: false })
    expect(toVerdict(pending)).toMatchObject({ operation: 'pending', responseCode: '68', reverse: true })
  })

  test('the code of a request in progress is no reason for a decline', () => {
    expect(toVerdict({ result: 'declined', ref, code: '09' })).toMatchObject({
      operation: 'declined',
      responseCode: '05',
    })
  })

  test('declines and unknown outcomes have no approved amount', () => {
    for (const verdict of [declinedByGateway('14'), declinedByRule('G05'), unknownOutcome])
      expect(verdict.approved).toBeNull()
  })

  test('a decline by a rule is reversed, a decline before the processor call is not', () => {
    expect(declinedByGateway('14')).toMatchObject({ transaction: 'declined', operation: 'declined', reverse: false })
    expect(declinedByRule('G05')).toMatchObject({ transaction: 'declined', operation: 'declined', reverse: true })
  })
})
