import { describe, expect, test } from 'vitest'
import type { Unsolicited } from '../../processors/processor.ts'
import { processorSuite } from '../../processors/suite.ts'
import { authorize, followUp, payment } from './ask.ts'
import { inMemoryAcquirer } from './memory.ts'
import { subject } from './subject.ts'

processorSuite('acquirer in memory', () => subject(inMemoryAcquirer()))

const soon = () => payment({ deadline: Date.now() + 60 })

describe('an answer that nobody waits for any more', () => {
  test('comes late to who listens', async () => {
    const { processor, faultPlan } = inMemoryAcquirer()
    const late = new Promise<Unsolicited>((resolve) => processor.onUnsolicited?.(resolve))
    faultPlan.add({ fault: { kind: 'late', ms: 120 } })
    const op = soon()
    expect(await authorize(processor, op)).toMatchObject({ result: 'unknown', reason: 'timeout' })
    expect(await late).toMatchObject({ ref: { op: op.op }, outcome: { result: 'approved', code: '00' } })
  })

  test('comes twice when it is doubled', async () => {
    const { processor, faultPlan } = inMemoryAcquirer()
    const heard: Unsolicited[] = []
    processor.onUnsolicited?.((unsolicited) => heard.push(unsolicited))
    faultPlan.add({ fault: { kind: 'double' } })
    const outcome = await authorize(processor)
    expect(outcome).toHaveProperty('result', 'approved')
    expect(heard).toEqual([{ ref: outcome.ref, outcome }])
  })

  test('does not come when the reversal was first', async () => {
    const { processor, ledger, faultPlan } = inMemoryAcquirer()
    faultPlan.add({ fault: { kind: 'delay', ms: 120 } })
    const late = new Promise<Unsolicited>((resolve) => processor.onUnsolicited?.(resolve))
    const { ref } = await authorize(processor, soon())
    expect(await processor.reverse(ref, 1)).toBe('notFound')
    expect(await late).toMatchObject({ outcome: { result: 'declined', code: '94' } })
    expect(ledger.find(ref.op)).toMatchObject({ state: 'reversed', effects: 0 })
  })
})

test("a deadline is read on the caller's clock", async () => {
  const { processor, faultPlan } = inMemoryAcquirer({ now: () => 5_000 })
  expect(await authorize(processor, payment({ deadline: 10_000 }))).toHaveProperty('result', 'approved')
  faultPlan.add({ fault: { kind: 'silent' } })
  expect(await authorize(processor, payment({ deadline: 5_001 }))).toHaveProperty('reason', 'timeout')
})

describe('the moment after the answer', () => {
  test('is when the hook runs: the ledger knows, the caller does not', async () => {
    const seen: unknown[] = []
    const { promise: held, resolve: resume } = Promise.withResolvers<void>()
    const { processor, ledger } = inMemoryAcquirer({
      onAnswered: (op) => {
        seen.push(ledger.find(op))
        return held
      },
    })
    let outcome: unknown
    const op = payment()
    const going = authorize(processor, op).then((answer) => (outcome = answer))
    await expect.poll(() => seen).toEqual([expect.objectContaining({ op: op.op, state: 'approved', answered: true })])
    expect(outcome).toBeUndefined()
    resume()
    expect(await going).toHaveProperty('result', 'approved')
  })

  test('does not hold a caller that stops waiting', async () => {
    const stop = new AbortController()
    const { processor } = inMemoryAcquirer({
      onAnswered: () => {
        stop.abort()
        return new Promise(() => {})
      },
    })
    expect(await authorize(processor, payment({ signal: stop.signal }))).toHaveProperty('result', 'approved')
  })

  test('comes after a decline, and not where there was no answer', async () => {
    const heard: string[] = []
    const { processor, faultPlan } = inMemoryAcquirer({ onAnswered: (op) => void heard.push(op) })
    faultPlan.add({ fault: { kind: 'decline', code: '05' } })
    const { ref } = await authorize(processor)
    faultPlan.add({ fault: { kind: 'dropAfter' } })
    await authorize(processor)
    expect(heard).toEqual([ref.op])
  })
})

test('the ledger keeps the last four digits and nothing else of a card', async () => {
  const { processor, ledger } = inMemoryAcquirer()
  const { ref } = await authorize(processor, payment({ avs: { postal: '10001' } }))
  await followUp(processor, 'capture', ref, 400n)
  expect(ledger.entries()).toMatchObject([{ lastFour: '4242' }, { lastFour: null }])
  expect(JSON.stringify(ledger.entries())).not.toContain('42424')
})
