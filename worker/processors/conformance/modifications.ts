import { describe, expect, test } from 'vitest'
import { card, check, stored, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const modifications: ConformanceGroup = (name, setup) =>
  describe(`${name}: modifications`, () => {
    test('partial captures add up to the authorized amount', async () => {
      const { processor, authorize, modify, expectSums } = await setup()
      const { ref } = await authorize()
      const parts = processor.can.multiCapture ? [400n, 350n, 250n] : [400n]
      for (const part of parts)
        expect(await modify('capture', ref, part)).toMatchObject({ result: 'approved', approved: usd(part) })
      const captured = parts.reduce((sum, part) => sum + part)
      await expectSums({ authorized: 1000n, captured, held: 1000n - captured })
    })

    test('capture prepared without its original is approved', async () => {
      const { processor, operation, prepared, authorize, expectSums } = await setup()
      const { ref: original } = await authorize()
      const { op, account, deadline, signal } = operation()
      const preparedRef = await prepared({ type: 'capture', op, account })
      const request = { op, account, deadline, signal, amount: usd(400n), original: stored(original) }
      const captured = await processor.capture(request, { ...preparedRef, root: original.root })
      expect(captured).toMatchObject({ result: 'approved', ref: { op, root: original.op } })
      await expectSums({ authorized: 1000n, captured: 400n, held: 600n })
    })

    test('final capture releases the rest of the hold', async () => {
      const { authorize, modify, expectSums } = await setup()
      const { ref } = await authorize()
      expect(await modify('capture', ref, 300n, { final: true })).toMatchObject({ approved: usd(300n) })
      await expectSums({ authorized: 1000n, captured: 300n, released: 700n })
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

    test('void of one of three captures makes its amount capturable again', async () => {
      const { processor, authorize, modify, expectLedger, expectSums } = await setup()
      if (!processor.can.multiCapture) return
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

    test('credit refers to the authorization or to a capture', async () => {
      const { authorize, modify, expectSums } = await setup()
      const { ref } = await authorize()
      const captured = await modify('capture', ref, 700n)
      expect(await modify('credit', ref, 300n)).toMatchObject({ result: 'approved', approved: usd(300n) })
      expect(await modify('credit', captured.ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
      await expectSums({ authorized: 1000n, captured: 700n, credited: 700n, held: 300n })
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

    test.each([check, { kind: 'cash' } as const])(
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

    test('unreferenced credit is approved once and can be voided', async () => {
      const { subject, processor, preparePayout, modify, expectSums } = await setup()
      if (!processor.can.unreferencedCredit) return
      const payout = await preparePayout(card(subject.cardFor('approve')), 700n)
      const paid = await payout.send()
      expect(paid).toMatchObject({ result: 'approved', approved: usd(700n) })
      expect(await payout.send()).toEqual(paid)
      await expectSums({ credited: 700n })
      expect(await modify('void', paid.ref, 700n)).toMatchObject({ result: 'approved' })
      await expectSums({})
    })
  })
