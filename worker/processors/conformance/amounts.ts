import { describe, expect, test } from 'vitest'
import type { Money } from '../processor.ts'
import type { ConformanceGroup } from './setup.ts'

const cases: readonly (readonly [name: string, amount: Money])[] = [
  ['999999999.99 US dollars', { minor: 99_999_999_999n, currency: 840, exponent: 2 }],
  ['0.01 US dollars', { minor: 1n, currency: 840, exponent: 2 }],
  ['100 yen', { minor: 100n, currency: 392, exponent: 0 }],
  ['999999999 yen', { minor: 999_999_999n, currency: 392, exponent: 0 }],
  ['1.25 Kuwaiti dinars', { minor: 1_250n, currency: 414, exponent: 3 }],
  ['999999999.99 Kuwaiti dinars', { minor: 999_999_999_990n, currency: 414, exponent: 3 }],
]

export const amounts: ConformanceGroup = (name, setup, { currencies }) =>
  describe(`${name}: amounts`, () => {
    test.each(cases.filter(([, { currency }]) => currencies === 'all' || currencies.includes(currency)))(
      'authorization, capture and credit of %s have the exact amount',
      async (_, amount) => {
        const { authorize, prepareModification, finalOutcome, expectLedger, expectSums } = await setup()
        const { minor, currency } = amount
        const held = await authorize('approve', { amount })
        const captured = await prepareModification('capture', held.ref, minor, { amount })
        const credited = await prepareModification('credit', held.ref, minor, { amount })
        expect(held).toMatchObject({ result: 'approved', approved: amount })
        expect(await finalOutcome(await captured.send())).toMatchObject({ result: 'approved', approved: amount })
        expect(await finalOutcome(await credited.send())).toMatchObject({ result: 'approved', approved: amount })
        for (const op of [held.ref.op, captured.op, credited.op]) await expectLedger(op, { approved: String(minor) })
        await expectSums({ authorized: minor, captured: minor, credited: minor }, currency)
      },
    )
  })
