import { expect, test } from 'vitest'
import { capabilitySets } from '../conformance/capabilitySets.ts'
import { usd } from '../conformance/fixtures.ts'
import { createSetup } from '../conformance/setup.ts'
import type { Capabilities, Unsolicited } from '../processor.ts'
import { allEntries } from './bookSubject.fixture.ts'
import { memoryBook, memoryEntries } from './book/memoryBook.ts'
import { pans } from './pans.fixture.ts'
import { defaultSettings } from './settings.ts'
import { simulator } from './simulator.ts'

/** The documented faults, of which the book shows the effect. */

const setUp = async (capabilities: Capabilities, pan: string = pans.approve) => {
  const entries = memoryEntries()
  const waits: number[] = []
  const processor = simulator({
    settings: { ...defaultSettings, capabilities, keepsBook: true, outcomeAfterMs: 5 },
    book: memoryBook(entries),
    lateMs: 1,
    wait: async (ms) => void waits.push(ms),
  })
  const late: Unsolicited[] = []
  processor.onUnsolicited?.((unsolicited) => late.push(unsolicited))
  const started = await createSetup(() => ({ processor, cardFor: () => pan }))()
  return { ...started, entries: () => allEntries(entries), waits, late }
}

test.each([
  ['68 silent', '4000003900000684', 'unknown', 1, 0],
  ['88 slow', '4000003900000882', 'approved', 1, 0],
  ['90 not arrived', '4000003900000908', 'unknown', 0, 0],
  ['95 twice', '4000003900000957', 'approved', 1, 1],
  ['97 dropped', '4000003900000973', 'unknown', 1, 0],
  ['98 late', '4000003900000981', 'unknown', 1, 1],
])(
  'authorization with the card %s (%s) is %s, with %d entries in the book and %d late responses',
  async (_, pan, result, count, lateCount) => {
    const { authorize, entries, late } = await setUp(capabilitySets.isoLike, pan)
    expect(await authorize()).toHaveProperty('result', result)
    expect(entries().map(({ approved }) => approved)).toEqual(Array.from({ length: count }, () => 1000n))
    await expect.poll(() => late.length).toBe(lateCount)
  },
)

const amountDriven = '4000003900099983'

test.each(['capture', 'credit'] as const)(
  '%s of .90 has no effect, of .97 has one without a response, and a repeat of either is approved once',
  async (type) => {
    for (const [minor, effects] of [
      [590n, 0],
      [597n, 1],
    ] as const) {
      const { authorize, prepareModification, processor, entries } = await setUp(capabilitySets.isoLike, amountDriven)
      const { ref } = await authorize('approve', { amount: usd(1000n), capture: type === 'credit' ? 'now' : 'later' })
      const { op, ref: prepared, send } = await prepareModification(type, ref, minor)
      expect(await send()).toMatchObject({ result: 'unknown', reason: 'disconnected' })
      const ofModification = () => entries().filter((entry) => entry.op === op)
      expect(ofModification()).toHaveLength(effects)
      const again = {
        op,
        account: { id: 'account-1', mode: 'test', strictTestPans: false } as const,
        amount: usd(minor),
        deadline: Date.now() + 1000,
        signal: new AbortController().signal,
        original: ref,
        attempt: 2,
      }
      expect(await processor[type](again, prepared)).toMatchObject({ result: 'approved', approved: usd(minor) })
      expect(ofModification()).toHaveLength(1)
    }
  },
)

test('a later outcome of .95 is reported twice', async () => {
  const { authorize, prepareModification, late } = await setUp(capabilitySets.adyenLike, amountDriven)
  const { ref } = await authorize()
  const capture = await prepareModification('capture', ref, 595n)
  expect(await capture.send()).toHaveProperty('result', 'pending')
  const outcomes = () => late.filter(({ ref: { op } }) => op === capture.op).map(({ outcome }) => outcome.result)
  await expect.poll(outcomes).toEqual(['approved', 'approved'])
})

test('a slow response comes after five seconds', async () => {
  const { authorize, waits } = await setUp(capabilitySets.isoLike, '4000003900000882')
  expect(await authorize()).toHaveProperty('result', 'approved')
  expect(waits).toEqual([5_000])
})

test('a book that cannot be reached gives unknown outcomes and reversals to retry, and its report throws', async () => {
  const book = new Proxy(memoryBook(), { get: () => () => Promise.reject(new Error('No object.')) })
  const settings = { ...defaultSettings, capabilities: capabilitySets.findsAtOnce }
  const processor = simulator({ settings, book })
  const { authorize } = await createSetup(() => ({ processor, cardFor: () => pans.approve }))()
  const { ref, result } = await authorize()
  expect(result).toBe('unknown')
  expect(await processor.lookup!(ref)).toMatchObject({ result: 'unknown', reason: 'disconnected' })
  expect(await processor.reverse(ref, 1)).toBe('retry')
  await expect(processor.report!({ from: 0, to: 1 })).rejects.toThrow('No object.')
})
