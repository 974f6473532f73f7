import { describe, expect, test } from 'vitest'
import type { Ref } from '../processor.ts'
import { stored } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const reversal: ConformanceGroup = (name, start) =>
  describe(`${name} reverses`, () => {
    test('an approval', async () => {
      const { processor, authorize, expectLedger, expectSums } = await start()
      const { ref } = await authorize()
      expect(await processor.reverse(stored(ref), 1)).toBe('done')
      await expectLedger(ref.op, { state: 'reversed', effects: 1 })
      await expectSums({})
    })

    test('by what was stored before sending, too', async () => {
      const { processor, operation, prepared, expectLedger } = await start()
      const op = operation()
      const ref = await prepared({ type: 'authorize', ...op })
      await processor.authorize(op, ref)
      expect(await processor.reverse(ref, 1)).toBe('done')
      await expectLedger(op.op, { state: 'reversed' })
    })

    test('a capture, a credit and a void alone', async () => {
      const { processor, authorize, followUp, expectSums } = await start()
      const { ref } = await authorize()
      const captured = await followUp('capture', ref, 400n)
      const credited = await followUp('credit', ref, 400n)
      expect(await processor.reverse(stored(credited.ref), 1)).toBe('done')
      await expectSums({ authorized: 1000n, captured: 400n, held: 600n })
      expect(await processor.reverse(stored(captured.ref), 1)).toBe('done')
      await expectSums({ authorized: 1000n, held: 1000n })
      const voided = await followUp('void', ref, 1000n)
      await expectSums({})
      expect(await processor.reverse(stored(voided.ref), 1)).toBe('done')
      await expectSums({ authorized: 1000n, held: 1000n })
    })

    test('what never arrived, without complaint', async () => {
      const { processor, operation, prepared } = await start()
      const ref = await prepared({ type: 'authorize', ...operation() })
      expect(['done', 'notFound']).toContain(await processor.reverse(ref, 1))
    })

    test('again when its acknowledgement was lost', async () => {
      const { subject, processor, authorize, expectLedger } = await start()
      const { ref } = await authorize()
      subject.loseResponse?.('reverse')
      expect(await processor.reverse(ref, 1)).toBe(subject.loseResponse === undefined ? 'done' : 'retry')
      expect(await processor.reverse(ref, 2)).toBe('done')
      await expectLedger(ref.op, { state: 'reversed', effects: 1 })
    })

    test.each([{}, { op: '' }, { op: '../book', root: '\0', raw: '{' }, { processor: 'another', op: '1' }])(
      'or says that it cannot, and never throws: %o',
      async (odd) => {
        const { processor } = await start()
        expect(['done', 'notFound', 'retry']).toContain(await processor.reverse(odd as unknown as Ref, 1))
      },
    )
  })
