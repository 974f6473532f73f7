import { expect, onTestFinished, test, vi } from 'vitest'
import type { Unsolicited } from '../../processors/processor.ts'
import { capabilitySets, keepsReferenceOf } from '../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../processors/conformance/capabilitySets.ts'
import { testProcessorConformance } from '../../processors/conformance/conformance.ts'
import { usd } from '../../processors/conformance/fixtures.ts'
import { createSetup } from '../../processors/conformance/setup.ts'
import type { Fault } from './faultPlan.ts'
import { inMemoryAcquirer } from './memory.ts'
import { conformanceSubject } from './conformanceSubject.ts'

for (const name of Object.keys(capabilitySets) as CapabilitySetName[]) {
  const can = capabilitySets[name]
  testProcessorConformance(`acquirer in memory, ${name}`, can, () =>
    conformanceSubject(inMemoryAcquirer({ can, keepsReferenceOf: keepsReferenceOf(name) })),
  )
}

const begin = async (options: Parameters<typeof inMemoryAcquirer>[0] = {}) => {
  const acquirer = inMemoryAcquirer(options)
  return { ...acquirer, ...(await createSetup(() => conformanceSubject(acquirer))()) }
}

const soon = () => ({ deadline: Date.now() + 60 })

/** The outcome of an authorization under each fault, and how often it held money. */
test.each<[Fault, object, number]>([
  [{ kind: 'dropBefore' }, { result: 'unknown', reason: 'disconnected' }, 0],
  [{ kind: 'dropAfter' }, { result: 'unknown', reason: 'disconnected' }, 1],
  [{ kind: 'silent' }, { result: 'unknown', reason: 'timeout' }, 1],
  [{ kind: 'delay', ms: 1 }, { result: 'approved', code: '00' }, 1],
  [{ kind: 'delay', ms: 200 }, { result: 'unknown', reason: 'timeout' }, 0],
  [{ kind: 'late', ms: 200 }, { result: 'unknown', reason: 'timeout' }, 1],
  [{ kind: 'double' }, { result: 'approved', code: '00' }, 1],
  [{ kind: 'garbage' }, { result: 'unknown', reason: 'unparsable' }, 1],
  [{ kind: 'busy' }, { result: 'notSent', reason: 'overloaded' }, 0],
  [{ kind: 'status', status: 500, before: true }, { result: 'unknown', reason: 'unparsable' }, 0],
  [{ kind: 'status', status: 429, before: false }, { result: 'unknown', reason: 'unparsable' }, 1],
  [{ kind: 'unclear', code: '420', before: true }, { result: 'unknown', reason: 'unparsable' }, 0],
  [{ kind: 'unclear', code: '430', before: false }, { result: 'unknown', reason: 'unparsable' }, 1],
  [{ kind: 'decline', code: '41' }, { result: 'declined', code: '41', avs: 'Y', cvv: 'M' }, 0],
  [{ kind: 'partial', minor: '123' }, { result: 'approved', code: '10', approved: { minor: 123n } }, 1],
  [{ kind: 'partial' }, { result: 'approved', code: '10', approved: { minor: 500n } }, 1],
])('fault %o of an authorization leads to %o and %d effects', async (fault, outcome, effects) => {
  const { operation, send, ledger, faultPlan } = await begin()
  faultPlan.add({ fault })
  const op = operation('approve', 'reason' in outcome && outcome.reason === 'timeout' ? soon() : {})
  expect(await send(op)).toMatchObject(outcome)
  expect(ledger.find(op.op)?.effects ?? 0).toBe(effects)
})

test('a fault hits one request: the same operation sent again is approved with one effect', async () => {
  const { operation, send, ledger, faultPlan } = await begin()
  faultPlan.add({ fault: { kind: 'dropAfter' } })
  const op = operation()
  expect(await send(op)).toHaveProperty('result', 'unknown')
  expect(await send(op)).toHaveProperty('result', 'approved')
  expect(ledger.find(op.op)).toMatchObject({ requests: 2, effects: 1 })
})

test.each<Fault>([
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'late', ms: 200 },
  { kind: 'garbage' },
  { kind: 'half' },
  { kind: 'busy' },
  { kind: 'status', status: 429, before: true },
  { kind: 'unclear', code: '421', before: true },
  { kind: 'decline', code: '96' },
  { kind: 'partial' },
])('fault %o of a reversal leaves it to the next attempt', async (fault) => {
  const { processor, authorize, ledger, faultPlan } = await begin({ reversalTimeoutMs: 60 })
  const { ref } = await authorize()
  faultPlan.add({ fault, on: 'reverse' })
  expect(await processor.reverse(ref, 1, usd(600n))).toBe('retry')
  expect(await processor.reverse(ref, 2, usd(600n))).toBe('done')
  expect(ledger.find(ref.op)).toMatchObject({ state: 'approved', released: '600' })
})

test('a doubled response is returned once and passed once to listeners for late responses', async () => {
  const { processor, authorize, faultPlan } = await begin()
  const late: Unsolicited[] = []
  processor.onUnsolicited?.((unsolicited) => late.push(unsolicited))
  faultPlan.add({ fault: { kind: 'double' } })
  const outcome = await authorize()
  expect(outcome).toHaveProperty('result', 'approved')
  expect(late).toEqual([{ ref: outcome.ref, outcome }])
})

test('an operation that arrives after its reversal is declined', async () => {
  const { processor, authorize, ledger, faultPlan } = await begin()
  faultPlan.add({ fault: { kind: 'delay', ms: 120 } })
  const late = new Promise<Unsolicited>((resolve) => processor.onUnsolicited?.(resolve))
  const { ref } = await authorize('approve', soon())
  expect(await processor.reverse(ref, 1)).toBe('notFound')
  expect(await late).toMatchObject({ outcome: { result: 'declined', code: '94' } })
  expect(ledger.find(ref.op)).toMatchObject({ state: 'reversed', effects: 0 })
})

test("a deadline is read on the caller's clock", async () => {
  const { authorize, faultPlan } = await begin({ now: () => 5_000 })
  expect(await authorize('approve', { deadline: 10_000 })).toHaveProperty('result', 'approved')
  faultPlan.add({ fault: { kind: 'silent' } })
  expect(await authorize('approve', { deadline: 5_001 })).toHaveProperty('reason', 'timeout')
})

test('an operation whose deadline has passed times out at once', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timer.mockRestore())
  const { authorize, faultPlan } = await begin({ now: () => Date.now() + 60_000 })
  faultPlan.add({ fault: { kind: 'silent' } })
  expect(await authorize()).toMatchObject({ result: 'unknown', reason: 'timeout' })
  expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([0])
})

test('the ledger keeps the last four digits of a card and nothing else', async () => {
  const { authorize, modify, ledger } = await begin()
  const { ref } = await authorize()
  await modify('capture', ref, 400n)
  expect(ledger.entries()).toMatchObject([{ lastFour: '4242' }, { lastFour: null }])
  expect(JSON.stringify(ledger.entries())).not.toContain('42424')
})
