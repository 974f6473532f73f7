import { expect, test } from 'vitest'
import { createLedger } from './ledger.ts'
import { truthfulOutcome } from './truthfulOutcome.ts'

const request = { account: 'a', minor: '1050', currency: 840 }

/** A ledger with an authorization `1`, and its capture `2` unless the capture was lost. */
const ledgerWith = (captured: boolean) => {
  const ledger = createLedger()
  ledger.perform({ ...request, type: 'authorize', op: '1' })
  if (captured) ledger.perform({ ...request, type: 'capture', op: '2', original: '1' })
  return ledger
}

test.each([
  [true, 'happened'],
  [false, 'did_not_happen'],
] as const)('verdict on a capture that arrived (%s) is %s', (arrived, expected) => {
  const operation = { id: '2', type: 'capture', payment: '1', status: 'authorized' }
  expect(truthfulOutcome(ledgerWith(arrived), operation)).toBe(expected)
})

test('verdict on the reversal of a payment that stands is did_not_happen', () => {
  const operation = { id: '3', type: 'reversal', payment: '1', status: 'pending' }
  expect(truthfulOutcome(ledgerWith(false), operation)).toBe('did_not_happen')
  expect(truthfulOutcome(createLedger(), operation)).toBe('happened')
})

test('verdict on the reversal of a declined payment that stands is happened, after a reversal by hand', () => {
  const ledger = ledgerWith(false)
  expect(truthfulOutcome(ledger, { id: '3', type: 'reversal', payment: '1', status: 'declined' })).toBe('happened')
  expect(ledger.find('1')?.state).toBe('reversed')
})
