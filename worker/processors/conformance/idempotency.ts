import { describe, expect, test } from 'vitest'
import { usd } from './fixtures.ts'
import type { ModificationType, ConformanceGroup } from './setup.ts'
import type { Sums } from './subject.ts'

/** The sums after a modification of a payment of 10.00. A credit needs a captured payment. */
const cases: { [type in ModificationType]: { sale?: true; minor: bigint; sums: Partial<Sums> } } = {
  capture: { minor: 600n, sums: { authorized: 1000n, captured: 600n, held: 400n } },
  void: { minor: 1000n, sums: {} },
  credit: { sale: true, minor: 300n, sums: { authorized: 1000n, captured: 1000n, credited: 300n } },
}

export const idempotency: ConformanceGroup = (name, setup) =>
  describe(`${name}: idempotency`, () => {
    test('repeated authorization has one effect and equal outcomes', async () => {
      const { operation, send, expectLedger } = await setup()
      const op = operation()
      const first = await send(op)
      expect(await send(op)).toEqual(first)
      await expectLedger(op.op, { state: 'approved', effects: 1 })
    })

    test('concurrent equal authorizations have one effect and equal outcomes', async () => {
      const { operation, send, expectLedger } = await setup()
      const op = operation()
      const outcomes = await Promise.all([send(op), send(op), send(op)])
      expect(outcomes).toEqual([outcomes[0], outcomes[0], outcomes[0]])
      await expectLedger(op.op, { state: 'approved', effects: 1 })
    })

    test('different operations have different references', async () => {
      const { authorize } = await setup()
      const [one, other] = await Promise.all([authorize(), authorize()])
      expect(one.ref.op).not.toBe(other.ref.op)
    })

    describe.each(['capture', 'void', 'credit'] as const)('repeated %s', (type) => {
      const { sale, minor, sums } = cases[type]

      const setUpModification = async () => {
        const started = await setup()
        const { ref } = await started.authorize('approve', sale ? { capture: 'now' } : {})
        return { ...started, prepared: await started.prepareModification(type, ref, minor) }
      }

      test(`repeated ${type} has one effect and equal outcomes`, async () => {
        const { prepared, expectLedger, expectSums } = await setUpModification()
        const first = await prepared.send()
        expect(first).toMatchObject({ result: 'approved', approved: usd(minor) })
        expect(await Promise.all([prepared.send(), prepared.send()])).toEqual([first, first])
        await expectLedger(prepared.op, { state: 'approved', effects: 1 })
        await expectSums(sums)
      })

      test(`${type} repeated after a lost response returns the approved outcome`, async () => {
        const { subject, prepared, expectLedger, expectSums } = await setUpModification()
        subject.loseResponse?.(type)
        const lost = await prepared.send()
        expect(lost.result).toBe(subject.loseResponse === undefined ? 'approved' : 'unknown')
        expect(await prepared.send()).toMatchObject({
          result: 'approved',
          approved: usd(minor),
          ref: { op: prepared.op },
        })
        await expectLedger(prepared.op, { state: 'approved', effects: 1 })
        await expectSums(sums)
      })
    })
  })
