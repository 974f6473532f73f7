import { describe, expect, test } from 'vitest'
import type { Capabilities, Outcome } from '../processor.ts'
import { usd } from './fixtures.ts'
import type { ModificationType, ConformanceGroup, Setup } from './setup.ts'
import type { Sums } from './subject.ts'

interface Case {
  readonly sale?: true
  readonly minor: bigint
  /** The sums of a payment of 10.00 after the modification. */
  readonly sums: Partial<Sums>
  /** The sums after a second modification, at a processor that does not recognize the repeat. Absent if it declines the second. */
  readonly twice?: Partial<Sums>
}

/** A credit needs a captured payment. */
const cases = ({ captures }: Capabilities): { [type in ModificationType]: Case } => ({
  capture:
    captures === 'one'
      ? { minor: 400n, sums: { authorized: 1000n, captured: 400n, released: 600n } }
      : {
          minor: 400n,
          sums: { authorized: 1000n, captured: 400n, held: 600n },
          twice: { authorized: 1000n, captured: 800n, held: 200n },
        },
  void: { minor: 1000n, sums: {} },
  credit: {
    sale: true,
    minor: 300n,
    sums: { authorized: 1000n, captured: 1000n, credited: 300n },
    twice: { authorized: 1000n, captured: 1000n, credited: 600n },
  },
})

export const idempotency: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: idempotency`, () => {
    test('different operations have different references', async () => {
      const { authorize } = await setup()
      const [one, other] = await Promise.all([authorize(), authorize()])
      expect(one.ref.op).not.toBe(other.ref.op)
    })

    if (can.repeats === 'byKey') repeatsByKey(setup, can)
    else repeatsNever(setup, can)
  })

const setUpModification = async (setup: Setup, type: ModificationType, { sale, minor }: Case) => {
  const started = await setup()
  const { ref } = await started.authorize('approve', sale ? { capture: 'now' } : {})
  const prepared = await started.prepareModification(type, ref, minor)
  /** Sends the modification and waits for its outcome. */
  const send = async (): Promise<Outcome> => started.finalOutcome(await prepared.send())
  return { ...started, prepared, send }
}

const repeatsByKey = (setup: Setup, can: Capabilities) => {
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

  describe.each(['capture', 'void', 'credit'] as const)('repeated %s', (type) => {
    const modification = cases(can)[type]
    const { minor, sums } = modification

    test(`repeated ${type} has one effect and equal outcomes`, async () => {
      const { prepared, send, expectLedger, expectSums } = await setUpModification(setup, type, modification)
      const first = await send()
      expect(first).toMatchObject({ result: 'approved', approved: usd(minor) })
      expect(await Promise.all([send(), send()])).toEqual([first, first])
      await expectLedger(prepared.op, { state: 'approved', effects: 1 })
      await expectSums(sums)
    })

    test(`${type} repeated after a lost response returns the approved outcome`, async () => {
      const { subject, prepared, send, expectLedger, expectSums } = await setUpModification(setup, type, modification)
      subject.loseResponse?.(type)
      const lost = await prepared.send()
      if (subject.loseResponse !== undefined) expect(lost.result).toBe('unknown')
      expect(await send()).toMatchObject({ result: 'approved', approved: usd(minor), ref: { op: prepared.op } })
      await expectLedger(prepared.op, { state: 'approved', effects: 1 })
      await expectSums(sums)
    })
  })
}

/** Without idempotency a repeat moves the money again. A processor that recognizes repeats has `repeats: 'byKey'`. */
const repeatsNever = (setup: Setup, can: Capabilities) => {
  test('authorization sent twice holds money twice', async () => {
    const { operation, send, expectLedger, expectSums } = await setup()
    const op = operation()
    expect([(await send(op)).result, (await send(op)).result]).toEqual(['approved', 'approved'])
    await expectLedger(op.op, { effects: 2 })
    await expectSums({ authorized: 2000n, held: 2000n })
  })

  test.each(['capture', 'void', 'credit'] as const)(
    '%s sent twice has two effects, or the second is declined',
    async (type) => {
      const modification = cases(can)[type]
      const { prepared, send, expectLedger, expectSums } = await setUpModification(setup, type, modification)
      expect(await send()).toHaveProperty('result', 'approved')
      expect(await send()).toHaveProperty('result', modification.twice ? 'approved' : 'declined')
      await expectLedger(prepared.op, { effects: modification.twice ? 2 : 1 })
      await expectSums(modification.twice ?? modification.sums)
    },
  )
}
