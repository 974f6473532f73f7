import { describe, expect, test } from 'vitest'
import { notSupportedCode } from '../processor.ts'
import { card, check, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const modifications: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: modifications`, () => {
    /** What is left of a hold after its first capture. */
    const rest = (minor: bigint) => (can.captures === 'one' ? { released: minor } : { held: minor })

    if (can.captures === 'many')
      test('partial captures add up to the authorized amount', async () => {
        const { authorize, modify, expectSums } = await setup()
        const { ref } = await authorize()
        for (const part of [400n, 350n, 250n])
          expect(await modify('capture', ref, part)).toMatchObject({ result: 'approved', approved: usd(part) })
        await expectSums({ authorized: 1000n, captured: 1000n })
      })
    else
      test('a capture ends the hold: its rest is released, and a second capture is declined', async () => {
        const { authorize, modify, expectSums } = await setup()
        const { ref } = await authorize()
        expect(await modify('capture', ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
        expect(await modify('capture', ref, 100n)).toHaveProperty('result', 'declined')
        await expectSums({ authorized: 1000n, captured: 400n, released: 600n })
      })

    test('capture above the hold is declined and has no effect', async () => {
      const { subject, authorize, modify, expectSums } = await setup()
      const { ref } = await authorize()
      // An other side without a ledger cannot know the amount of the hold.
      if (subject.ledgerEntry) expect(await modify('capture', ref, 1001n)).toHaveProperty('result', 'declined')
      await expectSums({ authorized: 1000n, held: 1000n })
    })

    const finalReleases = can.givesBackRest || can.captures === 'one'
    test(`final capture ${finalReleases ? 'releases' : 'cannot release'} the rest of the hold`, async () => {
      const { authorize, modify, expectSums } = await setup()
      const { ref } = await authorize()
      expect(await modify('capture', ref, 300n, { final: true })).toMatchObject({ approved: usd(300n) })
      await expectSums({ authorized: 1000n, captured: 300n, ...(finalReleases ? { released: 700n } : { held: 700n }) })
    })

    test('void of an uncaptured authorization releases the hold', async () => {
      const { authorize, modify, expectLedger, expectSums } = await setup()
      const { ref } = await authorize()
      expect(await modify('void', ref, 1000n)).toMatchObject({ result: 'approved' })
      await expectLedger(ref.op, { state: 'voided' })
      await expectSums({})
    })

    test('void of an authorization voids its captures', async () => {
      const { authorize, modify, expectLedger, expectSums } = await setup()
      const { ref } = await authorize()
      const captured = await modify('capture', ref, 400n)
      expect(await modify('void', ref, 1000n)).toMatchObject({ result: 'approved' })
      await expectLedger(ref.op, { state: 'voided' })
      await expectLedger(captured.ref.op, { state: 'voided' })
      await expectSums({})
    })

    if (can.voidsOneCapture)
      test('void of one of three captures makes its amount capturable again', async () => {
        const { authorize, modify, expectLedger, expectSums } = await setup()
        const { ref } = await authorize()
        await modify('capture', ref, 200n)
        const second = await modify('capture', ref, 300n)
        await modify('capture', ref, 400n)
        expect(await modify('void', second.ref, 300n)).toMatchObject({ result: 'approved' })
        await expectLedger(second.ref.op, { state: 'voided' })
        await expectLedger(ref.op, { state: 'approved' })
        await expectSums({ authorized: 1000n, captured: 600n, held: 400n })
        expect(await modify('capture', ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
      })
    else
      test('void of one capture is declined and has no effect', async () => {
        const { authorize, modify, expectLedger, expectSums } = await setup()
        const { ref } = await authorize()
        const captured = await modify('capture', ref, 400n)
        expect(await modify('void', captured.ref, 400n)).toMatchObject({ result: 'declined', code: notSupportedCode })
        await expectLedger(captured.ref.op, { state: 'approved' })
        await expectSums({ authorized: 1000n, captured: 400n, ...rest(600n) })
      })

    test('second void of a payment is declined', async () => {
      const { subject, authorize, modify } = await setup()
      const { ref } = await authorize()
      expect(await modify('void', ref, 1000n)).toHaveProperty('result', 'approved')
      if (subject.ledgerEntry) expect(await modify('void', ref, 1000n)).toHaveProperty('result', 'declined')
    })

    test('credit refers to the authorization or to a capture', async () => {
      const { authorize, modify, expectSums } = await setup()
      const { ref } = await authorize()
      const captured = await modify('capture', ref, 700n)
      expect(await modify('credit', ref, 300n)).toMatchObject({ result: 'approved', approved: usd(300n) })
      expect(await modify('credit', captured.ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
      await expectSums({ authorized: 1000n, captured: 700n, credited: 700n, ...rest(300n) })
    })

    test('void of a credit makes its amount creditable again', async () => {
      const { authorize, modify, expectLedger, expectSums } = await setup()
      const { ref } = await authorize('approve', { capture: 'now' })
      const first = await modify('credit', ref, 600n)
      await modify('credit', ref, 400n)
      expect(await modify('void', first.ref, 600n)).toMatchObject({ result: 'approved' })
      await expectLedger(first.ref.op, { state: 'voided' })
      await expectSums({ authorized: 1000n, captured: 1000n, credited: 400n })
      expect(await modify('credit', ref, 600n)).toMatchObject({ result: 'approved', approved: usd(600n) })
    })

    test.each([check, { kind: 'cash' } as const].filter(({ kind }) => can.methods.includes(kind)))(
      'credit and void with instrument $kind are approved',
      async (instrument) => {
        const { authorize, modify, expectSums } = await setup()
        const returned = await authorize('approve', { instrument, capture: 'now' })
        const voided = await authorize('approve', { instrument, capture: 'now' })
        expect(await modify('credit', returned.ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
        expect(await modify('void', voided.ref, 1000n)).toMatchObject({ result: 'approved' })
        await expectSums({ authorized: 1000n, captured: 1000n, credited: 400n })
      },
    )

    if (can.unreferencedCredit)
      test('unreferenced credit is approved and can be voided', async () => {
        const { subject, preparePayout, finalOutcome, modify, expectSums } = await setup()
        const payout = await preparePayout(card(subject.cardFor('approve')), 700n)
        const paid = await finalOutcome(await payout.send())
        expect(paid).toMatchObject({ result: 'approved', approved: usd(700n) })
        await expectSums({ credited: 700n })
        expect(await modify('void', paid.ref, 700n)).toMatchObject({ result: 'approved' })
        await expectSums({})
      })

    if (can.unreferencedCredit && can.repeats === 'byKey')
      test('repeated unreferenced credit is paid once', async () => {
        const { subject, preparePayout, finalOutcome, expectSums } = await setup()
        const payout = await preparePayout(card(subject.cardFor('approve')), 700n)
        const paid = await finalOutcome(await payout.send())
        expect(await finalOutcome(await payout.send())).toEqual(paid)
        await expectSums({ credited: 700n })
      })

    if (can.answersLater)
      test('capture and credit are pending first, and their outcome comes later', async () => {
        const { authorize, prepareModification, finalOutcome, expectSums } = await setup()
        const { ref } = await authorize()
        for (const [type, minor] of [
          ['capture', 1000n],
          ['credit', 400n],
        ] as const) {
          const { op, send } = await prepareModification(type, ref, minor)
          const pending = await send()
          expect(pending).toMatchObject({ result: 'pending', ref: { op } })
          expect(await finalOutcome(pending)).toMatchObject({ result: 'approved', approved: usd(minor), ref: { op } })
        }
        await expectSums({ authorized: 1000n, captured: 1000n, credited: 400n })
      })
    else
      test('outcome of a capture, credit or void is final', async () => {
        const { authorize, prepareModification } = await setup()
        const { ref } = await authorize('approve', { capture: 'now' })
        const { ref: held } = await authorize()
        const sent = [
          await prepareModification('credit', ref, 400n),
          await prepareModification('capture', held, 400n),
          await prepareModification('void', held, 1000n),
        ]
        for (const { send } of sent) expect(await send()).toHaveProperty('result', 'approved')
      })
  })
