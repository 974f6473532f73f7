import { describe, expect, test } from 'vitest'
import type { Outcome, Unsolicited } from '../processor.ts'
import { stored, usd } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'

const setUpListener = async (setup: Setup) => {
  const started = await setup()
  const received: Unsolicited[] = []
  started.processor.onUnsolicited?.((late) => received.push(late))
  const late = () => started.authorize('late', { deadline: Date.now() + 60 })
  return { ...started, received, late }
}

export const lateResponses: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: late responses`, () => {
    test('late approval arrives once, or is found by a look-up, and can be reversed', async () => {
      const { processor, received, late, untilVisible, expectLedger } = await setUpListener(setup)
      const outcomes = await Promise.all([late(), late()])
      for (const outcome of outcomes) expect(outcome).toMatchObject({ result: 'unknown', reason: 'timeout' })
      if (processor.onUnsolicited === undefined) {
        await untilVisible()
        for (const { ref } of outcomes) {
          const found = await processor.lookup!(stored(ref))
          expect(found).toMatchObject({ result: 'approved', approved: usd(1000n), ref })
          expect(await processor.reverse(stored((found as Outcome).ref), 1)).toBe('done')
          await expectLedger(ref.op, { state: 'reversed' })
        }
        return
      }
      await expect.poll(() => received.length).toBe(2)
      for (const { ref } of outcomes) {
        // The late response also brings their reference.
        const late = received.find((unsolicited) => unsolicited.ref.op === ref.op)!
        expect(await processor.reverse(stored(late.outcome.ref), 1)).toBe('done')
        await expectLedger(ref.op, { state: 'reversed' })
        // Two more round trips later, no late response has arrived twice.
        const responses = received.filter((unsolicited) => unsolicited.ref.op === ref.op)
        expect(responses).toMatchObject([{ outcome: { result: 'approved', code: '00', approved: usd(1000n), ref } }])
      }
    })

    test('response in time is not reported as late', async () => {
      const { processor, authorize, modify, received } = await setUpListener(setup)
      const { ref } = await authorize()
      if (!can.answersLater) await modify('capture', ref, 1000n)
      await authorize('decline')
      await processor.reverse(ref, 1)
      expect(received).toEqual([])
    })
  })
