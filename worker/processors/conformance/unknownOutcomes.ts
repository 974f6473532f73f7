import { describe, expect, test } from 'vitest'
import { stored } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const unknownOutcomes: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: unknown outcomes`, () => {
    test.each(['silent', 'drop'] as const)(
      'authorization with a %s response has an unknown outcome',
      async (behavior) => {
        const { operation, send, expectLedger } = await setup()
        const op = operation(behavior, { deadline: Date.now() + 100 })
        expect(await send(op)).toMatchObject({ result: 'unknown', ref: { op: op.op } })
        await expectLedger(op.op, { state: 'approved', effects: 1 })
      },
    )

    if (can.reverses === 'byOurReference')
      test.each(['silent', 'drop'] as const)(
        'authorization with a %s response can be reversed, once and again',
        async (behavior) => {
          const { processor, authorize, expectLedger } = await setup()
          const { ref } = await authorize(behavior, { deadline: Date.now() + 100 })
          expect(['done', 'notFound']).toContain(await processor.reverse(stored(ref), 1))
          // A repeat of the reversal, because its acknowledgement can be lost too.
          expect(['done', 'notFound']).toContain(await processor.reverse(stored(ref), 2))
          await expectLedger(ref.op, { state: 'reversed' })
        },
      )

    test('authorization without a response has an unknown outcome at the deadline', async () => {
      const { authorize } = await setup()
      const started = Date.now()
      expect(await authorize('silent', { deadline: started + 100 })).toMatchObject({ reason: 'timeout' })
      expect(Date.now() - started).toBeLessThan(2_000)
    })

    test('aborted authorization has an unknown outcome at once', async () => {
      const { authorize } = await setup()
      const controller = new AbortController()
      const started = Date.now()
      setTimeout(() => controller.abort(), 30)
      expect(await authorize('silent', { signal: controller.signal, deadline: started + 30_000 })).toHaveProperty(
        'result',
        'unknown',
      )
      expect(Date.now() - started).toBeLessThan(2_000)
    })

    test('operation aborted before sending is notSent and not in the ledger', async () => {
      const { operation, send, authorize, prepareModification, expectLedger } = await setup()
      const signal = AbortSignal.abort()
      const op = operation('approve', { signal })
      expect(await send(op)).toMatchObject({ result: 'notSent', ref: { op: op.op } })
      await expectLedger(op.op, undefined)
      const { ref } = await authorize()
      const capture = await prepareModification('capture', ref, 1000n, { signal })
      expect(await capture.send()).toMatchObject({ result: 'notSent', ref: { op: capture.op } })
      await expectLedger(capture.op, undefined)
    })
  })
