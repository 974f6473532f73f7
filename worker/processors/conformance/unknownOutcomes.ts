import { describe, expect, test } from 'vitest'
import { stored } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const unknownOutcomes: ConformanceGroup = (name, start) =>
  describe(`${name} does not know`, () => {
    test.each(['silent', 'drop'] as const)(
      'what became of an operation after a %s, and undoes it',
      async (treatment) => {
        const { processor, operation, send, expectLedger } = await start()
        const op = operation(treatment, { deadline: Date.now() + 100 })
        const outcome = await send(op)
        expect(outcome.result).toBe('unknown')
        const sent = stored(outcome.ref)
        expect(['done', 'notFound']).toContain(await processor.reverse(sent, 1))
        // A repeat of the reversal, because its acknowledgement can be lost too.
        expect(['done', 'notFound']).toContain(await processor.reverse(sent, 2))
        await expectLedger(op.op, { state: 'reversed' })
      },
    )

    test('later than the deadline', async () => {
      const { authorize } = await start()
      const begun = Date.now()
      expect(await authorize('silent', { deadline: begun + 100 })).toMatchObject({ reason: 'timeout' })
      expect(Date.now() - begun).toBeLessThan(2_000)
    })

    test('when it is told to stop, and stops', async () => {
      const { authorize } = await start()
      const stop = new AbortController()
      const begun = Date.now()
      setTimeout(() => stop.abort(), 30)
      expect(await authorize('silent', { signal: stop.signal, deadline: begun + 30_000 })).toHaveProperty(
        'result',
        'unknown',
      )
      expect(Date.now() - begun).toBeLessThan(2_000)
    })

    test('but is sure of what it was told not to send', async () => {
      const { operation, send, authorize, prepareFollowUp, expectLedger } = await start()
      const signal = AbortSignal.abort()
      const op = operation('approve', { signal })
      expect(await send(op)).toMatchObject({ result: 'notSent', ref: { op: op.op } })
      await expectLedger(op.op, undefined)
      const { ref } = await authorize()
      const capture = await prepareFollowUp('capture', ref, 1000n, { signal })
      expect(await capture.send()).toMatchObject({ result: 'notSent', ref: { op: capture.op } })
      await expectLedger(capture.op, undefined)
    })
  })
