import { describe, expect, test } from 'vitest'
import { stored, usd } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'

/** A payment of 10.00 of which 4.00 are captured. */
const begin = async (start: Setup) => {
  const started = await start()
  const { ref } = await started.authorize()
  const captured = await started.followUp('capture', ref, 400n)
  const giveBack = (attempt: number, minor: bigint) => started.processor.reverse(stored(ref), attempt, usd(minor))
  return { ...started, ref, captured, giveBack }
}

export const partialReversal: ConformanceGroup = (name, start) =>
  describe(`${name} gives back a rest`, () => {
    test('and its captures stand', async () => {
      const { ref, captured, followUp, giveBack, expectLedger, expectSums } = await begin(start)
      expect(await giveBack(1, 600n)).toBe('done')
      await expectLedger(ref.op, { state: 'approved' })
      await expectLedger(captured.ref.op, { state: 'approved' })
      await expectSums({ authorized: 1000n, captured: 400n, released: 600n })
      expect(await followUp('credit', ref, 400n)).toMatchObject({ result: 'approved' })
    })

    test('once, however often it is told', async () => {
      const { subject, giveBack, expectSums } = await begin(start)
      subject.loseResponse?.('reverse')
      expect(await giveBack(1, 600n)).toBe(subject.loseResponse === undefined ? 'done' : 'retry')
      expect([await giveBack(1, 600n), await giveBack(2, 600n)]).toEqual(['done', 'done'])
      await expectSums({ authorized: 1000n, captured: 400n, released: 600n })
    })

    test('and not what a void made capturable since, until it is told that sum', async () => {
      const { captured, followUp, giveBack, expectSums } = await begin(start)
      await giveBack(1, 600n)
      expect(await followUp('void', captured.ref, 400n)).toMatchObject({ result: 'approved' })
      expect(await giveBack(2, 600n)).toBe('done')
      await expectSums({ authorized: 1000n, released: 600n, held: 400n })
      expect(await giveBack(1, 1000n)).toBe('done')
      await expectSums({ authorized: 1000n, released: 1000n })
    })
  })
