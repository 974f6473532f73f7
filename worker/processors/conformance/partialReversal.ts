import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../processor.ts'
import { stored, usd } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'

/** A payment of 10.00 with 4.00 captured. */
const setUpPartialCapture = async (setup: Setup) => {
  const started = await setup()
  const { ref } = await started.authorize()
  const captured = await started.modify('capture', ref, 400n)
  const reverseRest = (attempt: number, minor: bigint) => started.processor.reverse(stored(ref), attempt, usd(minor))
  return { ...started, ref, captured, reverseRest }
}

export const partialReversal: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: partial reversal`, () => {
    if (can.givesBackRest) releasesRest(setup, can)
    else
      test('partial reversal is refused with retry and has no effect', async () => {
        const { ref, captured, reverseRest, expectLedger, expectSums } = await setUpPartialCapture(setup)
        expect(await reverseRest(1, 600n)).toBe('retry')
        await expectLedger(ref.op, { state: 'approved' })
        await expectLedger(captured.ref.op, { state: 'approved' })
        await expectSums({
          authorized: 1000n,
          captured: 400n,
          ...(can.captures === 'one' ? { released: 600n } : { held: 600n }),
        })
      })
  })

const releasesRest = (setup: Setup, can: Capabilities) => {
  test('partial reversal releases the rest and leaves captures approved', async () => {
    const { ref, captured, modify, reverseRest, expectLedger, expectSums } = await setUpPartialCapture(setup)
    expect(await reverseRest(1, 600n)).toBe('done')
    await expectLedger(ref.op, { state: 'approved' })
    await expectLedger(captured.ref.op, { state: 'approved' })
    await expectSums({ authorized: 1000n, captured: 400n, released: 600n })
    expect(await modify('credit', ref, 400n)).toMatchObject({ result: 'approved' })
  })

  test('repeated partial reversal releases the rest once', async () => {
    const { subject, reverseRest, expectSums } = await setUpPartialCapture(setup)
    subject.loseResponse?.('reverse')
    expect(await reverseRest(1, 600n)).toBe(subject.loseResponse === undefined ? 'done' : 'retry')
    expect([await reverseRest(1, 600n), await reverseRest(2, 600n)]).toEqual(['done', 'done'])
    await expectSums({ authorized: 1000n, captured: 400n, released: 600n })
  })

  if (can.voidsOneCapture)
    test('amount of a void capture stays held until a partial reversal of the larger sum', async () => {
      const { captured, modify, reverseRest, expectSums } = await setUpPartialCapture(setup)
      await reverseRest(1, 600n)
      expect(await modify('void', captured.ref, 400n)).toMatchObject({ result: 'approved' })
      expect(await reverseRest(2, 600n)).toBe('done')
      await expectSums({ authorized: 1000n, released: 600n, held: 400n })
      expect(await reverseRest(1, 1000n)).toBe('done')
      await expectSums({ authorized: 1000n, released: 1000n })
    })
}
