import { describe, expect, test } from 'vitest'
import type { Unsolicited } from '../processor.ts'
import { stored, usd } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'

const begin = async (start: Setup) => {
  const started = await start()
  const heard: Unsolicited[] = []
  started.processor.onUnsolicited?.((late) => heard.push(late))
  const late = () => started.authorize('late', { deadline: Date.now() + 60 })
  return { ...started, heard, late }
}

export const lateResponses: ConformanceGroup = (name, start) =>
  describe(`${name} hears late`, () => {
    test('of each approval once, and can still undo it', async () => {
      const { processor, heard, late, expectLedger } = await begin(start)
      const outcomes = await Promise.all([late(), late()])
      for (const outcome of outcomes) expect(outcome).toMatchObject({ result: 'unknown', reason: 'timeout' })
      await expect.poll(() => heard.length).toBe(2)
      for (const { ref } of outcomes) {
        expect(await processor.reverse(stored(ref), 1)).toBe('done')
        await expectLedger(ref.op, { state: 'reversed' })
        // After two more round trips nothing has come a second time.
        const ofThis = heard.filter((unsolicited) => unsolicited.ref.op === ref.op)
        expect(ofThis).toMatchObject([{ outcome: { result: 'approved', code: '00', approved: usd(1000n), ref } }])
      }
    })

    test('of nothing that was answered in time', async () => {
      const { processor, authorize, followUp, heard } = await begin(start)
      const { ref } = await authorize()
      await followUp('capture', ref, 1000n)
      await authorize('decline')
      await processor.reverse(ref, 1)
      expect(heard).toEqual([])
    })
  })
