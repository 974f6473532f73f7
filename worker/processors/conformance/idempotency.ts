import { describe, expect, test } from 'vitest'
import { usd } from './fixtures.ts'
import type { ModificationType, ConformanceGroup } from './setup.ts'
import type { Sums } from './subject.ts'

/** What a follow-up of a payment of 10.00 comes to; a sale, where money is to be given back. */
const followUps: { [type in ModificationType]: { sale?: true; minor: bigint; sums: Partial<Sums> } } = {
  capture: { minor: 600n, sums: { authorized: 1000n, captured: 600n, held: 400n } },
  void: { minor: 1000n, sums: {} },
  credit: { sale: true, minor: 300n, sums: { authorized: 1000n, captured: 1000n, credited: 300n } },
}

export const idempotency: ConformanceGroup = (name, start) =>
  describe(`${name} repeats`, () => {
    test('the same operation with one effect and one answer', async () => {
      const { operation, send, expectLedger } = await start()
      const op = operation()
      const first = await send(op)
      expect(await send(op)).toEqual(first)
      await expectLedger(op.op, { state: 'approved', effects: 1 })
    })

    test('in parallel too', async () => {
      const { operation, send, expectLedger } = await start()
      const op = operation()
      const outcomes = await Promise.all([send(op), send(op), send(op)])
      expect(outcomes).toEqual([outcomes[0], outcomes[0], outcomes[0]])
      await expectLedger(op.op, { state: 'approved', effects: 1 })
    })

    test('nothing of one operation in another', async () => {
      const { authorize } = await start()
      const [one, other] = await Promise.all([authorize(), authorize()])
      expect(one.ref.op).not.toBe(other.ref.op)
    })

    describe.each(['capture', 'void', 'credit'] as const)('a %s', (type) => {
      const { sale, minor, sums } = followUps[type]

      const begin = async () => {
        const started = await start()
        const { ref } = await started.authorize('approve', sale ? { capture: 'now' } : {})
        return { ...started, asked: await started.prepareFollowUp(type, ref, minor) }
      }

      test('with one effect and one answer', async () => {
        const { asked, expectLedger, expectSums } = await begin()
        const first = await asked.send()
        expect(first).toMatchObject({ result: 'approved', approved: usd(minor) })
        expect(await Promise.all([asked.send(), asked.send()])).toEqual([first, first])
        await expectLedger(asked.op, { state: 'approved', effects: 1 })
        await expectSums(sums)
      })

      test('whose answer was lost, and hears what was done', async () => {
        const { subject, asked, expectLedger, expectSums } = await begin()
        subject.loseResponse?.(type)
        const lost = await asked.send()
        expect(lost.result).toBe(subject.loseResponse === undefined ? 'approved' : 'unknown')
        expect(await asked.send()).toMatchObject({ result: 'approved', approved: usd(minor), ref: { op: asked.op } })
        await expectLedger(asked.op, { state: 'approved', effects: 1 })
        await expectSums(sums)
      })
    })
  })
