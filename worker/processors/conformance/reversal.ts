import { describe, expect, test } from 'vitest'
import type { Ref } from '../processor.ts'
import { stored } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const reversal: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: reversal`, () => {
    test('reversal of an approval releases the money', async () => {
      const { processor, authorize, expectLedger, expectSums } = await setup()
      const { ref } = await authorize()
      expect(await processor.reverse(stored(ref), 1)).toBe('done')
      await expectLedger(ref.op, { state: 'reversed', effects: 1 })
      await expectSums({})
    })

    test('reversal of a credit undoes the credit only', async () => {
      const { processor, authorize, modify, expectSums } = await setup()
      const { ref } = await authorize('approve', { capture: 'now' })
      const credited = await modify('credit', ref, 400n)
      expect(await processor.reverse(stored(credited.ref), 1)).toBe('done')
      await expectSums({ authorized: 1000n, captured: 1000n })
    })

    if (can.reverses === 'byOurReference') {
      test('reversal with the references from before sending reverses the authorization', async () => {
        const { processor, operation, prepared, expectLedger } = await setup()
        const op = operation()
        const ref = prepared(op)
        await processor.authorize(op, ref)
        expect(await processor.reverse(ref, 1)).toBe('done')
        await expectLedger(op.op, { state: 'reversed' })
      })

      test('reversal of an operation that was never sent is done or notFound', async () => {
        const { processor, operation, prepared } = await setup()
        const ref = prepared(operation())
        expect(['done', 'notFound']).toContain(await processor.reverse(ref, 1))
      })
    } else
      test('reversal without their reference returns retry and has no effect, for sent and unsent operations', async () => {
        const { processor, operation, prepared, expectLedger } = await setup()
        const op = operation()
        const ref = prepared(op)
        expect(await processor.reverse(ref, 1)).toBe('retry')
        await processor.authorize(op, ref)
        expect(await processor.reverse(ref, 2)).toBe('retry')
        await expectLedger(op.op, { state: 'approved', effects: 1 })
      })

    if (can.voidsOneCapture)
      test('reversal of a capture or void undoes that operation only', async () => {
        const { processor, authorize, modify, expectSums } = await setup()
        const { ref } = await authorize()
        const captured = await modify('capture', ref, 400n)
        expect(await processor.reverse(stored(captured.ref), 1)).toBe('done')
        await expectSums({ authorized: 1000n, held: 1000n })
        const voided = await modify('void', ref, 1000n)
        await expectSums({})
        expect(await processor.reverse(stored(voided.ref), 1)).toBe('done')
        await expectSums({ authorized: 1000n, held: 1000n })
      })

    test('reversal repeated after a lost acknowledgement is done once', async () => {
      const { subject, processor, authorize, untilVisible, expectLedger } = await setup()
      const { ref } = await authorize()
      subject.loseResponse?.('reverse')
      expect(await processor.reverse(ref, 1)).toBe(subject.loseResponse === undefined ? 'done' : 'retry')
      const repeated = await processor.reverse(ref, 2)
      // A processor that rejects a second reversal has to look it up, as soon as that shows it.
      if (repeated === 'retry') await untilVisible()
      expect(repeated === 'retry' ? await processor.reverse(ref, 3) : repeated).toBe('done')
      await expectLedger(ref.op, { state: 'reversed', effects: 1 })
    })

    test.each([{}, { op: '' }, { op: '../book', root: '\0', raw: '{' }, { processor: 'another', op: '1' }])(
      'reversal of the invalid reference %o returns a result and does not throw',
      async (invalid) => {
        const { processor } = await setup()
        expect(['done', 'notFound', 'retry']).toContain(await processor.reverse(invalid as unknown as Ref, 1))
      },
    )
  })
