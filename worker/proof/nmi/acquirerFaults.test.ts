import { expect, test } from 'vitest'
import type { Fault } from '../acquirer/faultPlan.ts'
import { createFaultPlan } from '../acquirer/faultPlan.ts'
import { followPlan, toTransactType } from './acquirerFaults.ts'
import type { FaultTarget, NmiFault } from './faultPlan.ts'
import { reversal, reversalByHand } from './operationMarks.ts'

const request = (on: string, ipAddress = 'op-1'): FaultTarget => ({ on, orderIds: [], transactionId: '', ipAddress })

test.each<[Fault, NmiFault | undefined]>([
  [
    { kind: 'unclear', code: '421', before: true },
    { kind: 'result', code: '421' },
  ],
  [
    { kind: 'unclear', code: '430', before: false },
    { kind: 'afterDoing', code: '430' },
  ],
  [
    { kind: 'status', status: 429, before: true },
    { kind: 'status', status: 429, before: true },
  ],
  [
    { kind: 'decline', code: '51' },
    { kind: 'result', code: '202' },
  ],
  [{ kind: 'partial' }, { kind: 'result', code: '202' }],
  [{ kind: 'busy' }, { kind: 'dropBefore' }],
  [{ kind: 'double' }, undefined],
])('the fault %o of the acquirer is %o at NMI', (fault, expected) => {
  const plan = createFaultPlan()
  plan.add({ fault })
  expect(followPlan(plan).take(request('sale'))).toEqual(expected)
})

test.each([
  ['sale', 'op-1', 'authorize'],
  ['validate', 'op-1', 'authorize'],
  ['refund', 'op-1', 'credit'],
  ['void', 'op-1', 'void'],
  ['void', reversal, 'reverse'],
] as const)('a request %s with the mark %s is of the type %s', (on, ipAddress, type) => {
  expect(toTransactType({ on, ipAddress })).toBe(type)
})

test('faults of look-ups and reversals meet those requests only', () => {
  const plan = createFaultPlan()
  plan.add({ fault: { kind: 'half' }, on: 'lookup' })
  plan.add({ fault: { kind: 'dropAfter' }, on: 'reverse' })
  const { take } = followPlan(plan)
  expect(take(request('void'))).toBeUndefined()
  expect(take(request('void', reversal))).toEqual({ kind: 'dropAfter' })
  expect(take(request('query'))).toEqual({ kind: 'half' })
})

test('the void of a person meets no fault', () => {
  const plan = createFaultPlan()
  plan.add({ fault: { kind: 'dropBefore' } })
  expect(followPlan(plan).take(request('void', reversalByHand))).toBeUndefined()
})
