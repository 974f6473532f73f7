import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { operationStates, transactionStates } from './transactions.ts'
import {
  allowedOperations,
  fixedStates,
  modificationRequests,
  stateRules,
  statesAllowing,
  deriveStatus,
  capturedOnApproval,
  transitions,
} from './transitions.ts'

const errors = {
  '-': 'invalid_state',
  c: 'already_captured',
  e: 'amount_exceeds_authorized',
  p: 'operation_in_progress',
  s: 'already_settled',
  v: 'already_voided',
  x: 'authorization_expired',
  yes: 'begin',
} as const

/** Columns: capture of a part, of the rest; void of a payment, of a capture, of a credit; credit of a part, of the rest. */
const table: Readonly<Record<(typeof transactionStates)[number], string>> = {
  pending: 'p p p p p p p',
  authorized: 'yes yes yes - - - -',
  partially_captured: 'yes yes yes yes - yes yes',
  captured: 'e c yes yes - yes yes',
  settled: '- c s s s yes yes',
  partially_refunded: '- - - - yes yes yes',
  refunded: '- - - - yes - -',
  voided: 'v v v v v v v',
  declined: '- - - - - - -',
  failed: '- - - - - - -',
  reversed: '- - - - - - -',
  expired: 'x x x x x x x',
  returned: '- - - - - - -',
}

const cells = transactionStates.flatMap((state) =>
  table[state]
    .split(' ')
    .map((sign, at) => [modificationRequests[at]!, state, errors[sign as keyof typeof errors]] as const),
)

describe('modifications in each state of a payment', () => {
  test('the table has a cell for each modification in each state', () => {
    expect(cells).toHaveLength(modificationRequests.length * transactionStates.length)
  })

  test.each(cells)('%s of a payment in the state %s: %s', (request, state, permission) => {
    expect(transitions[request][state]).toBe(permission)
    expect(statesAllowing(request).includes(state)).toBe(permission === 'begin')
  })

  test.each([
    ['authorized', ['capture', 'void']],
    ['partially_captured', ['capture', 'void', 'credit']],
    ['captured', ['void', 'credit']],
    ['settled', ['credit']],
    ['partially_refunded', ['void', 'credit']],
    ['refunded', ['void']],
    ['pending', []],
    ['voided', []],
    ['declined', []],
    ['failed', []],
    ['reversed', []],
    ['expired', []],
    ['returned', []],
  ] as const)('a payment in the state %s allows the operations %j', (state, operations) => {
    expect(allowedOperations(state)).toEqual(operations)
  })
})

describe('state of an approved payment', () => {
  test.each([
    ['authorized', { approved: 1000, captured: 0, credited: 0, settled: 0, released: 0 }],
    ['authorized', { approved: 1000, captured: 0, credited: 0, settled: 0, released: 999 }],
    ['voided', { approved: 1000, captured: 0, credited: 0, settled: 0, released: 1000 }],
    ['partially_captured', { approved: 1000, captured: 1, credited: 0, settled: 0, released: 0 }],
    ['partially_captured', { approved: 1000, captured: 500, credited: 0, settled: 500, released: 499 }],
    ['captured', { approved: 1000, captured: 500, credited: 0, settled: 0, released: 500 }],
    ['captured', { approved: 1000, captured: 1000, credited: 0, settled: 999, released: 0 }],
    ['settled', { approved: 1000, captured: 1000, credited: 0, settled: 1000, released: 0 }],
    ['settled', { approved: 1000, captured: 500, credited: 0, settled: 500, released: 500 }],
    ['partially_refunded', { approved: 1000, captured: 1000, credited: 1, settled: 1000, released: 0 }],
    ['partially_refunded', { approved: 1000, captured: 500, credited: 499, settled: 0, released: 0 }],
    ['refunded', { approved: 1000, captured: 500, credited: 500, settled: 0, released: 500 }],
  ] as const)('the state of an approved payment is %s for the amounts %j', (state, amounts) => {
    expect(deriveStatus(amounts)).toBe(state)
  })

  test('SQL and TypeScript compute the same state, for all small amounts', () => {
    const database = new DatabaseSync(':memory:')
    const rules = stateRules.map(({ state, sql }) => `WHEN ${sql} THEN '${state}'`).join(' ')
    const statement = database.prepare(
      `SELECT CASE ${rules} END AS state FROM (SELECT ? AS approved, ? AS captured, ? AS credited, ? AS settled, ? AS released)`,
    )
    for (let captured = 0; captured <= 3; captured++)
      for (let credited = 0; credited <= captured; credited++)
        for (let settled = 0; settled <= captured; settled++)
          for (let released = 0; released <= 3 - captured; released++) {
            const amounts = { approved: 3, captured, credited, settled, released }
            expect(statement.all(3, captured, credited, settled, released), JSON.stringify(amounts)).toEqual([
              { state: deriveStatus(amounts) },
            ])
          }
  })

  test('every state of a payment is either fixed or computed', () => {
    expect([...fixedStates, ...stateRules.map(({ state }) => state)].toSorted()).toEqual(
      [...transactionStates].toSorted(),
    )
  })
})

test('checks and cash are captured with their approval', () => {
  expect(capturedOnApproval).toEqual(['check', 'cash'])
})

test('the states of operations are those of payments without the partial and total ones', () => {
  expect([...operationStates].toSorted()).toEqual([
    'approved',
    'declined',
    'failed',
    'pending',
    'returned',
    'reversed',
    'settled',
    'voided',
  ])
})
