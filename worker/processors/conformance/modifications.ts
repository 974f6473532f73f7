import { describe, expect, test } from 'vitest'
import { card, check, stored, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const modifications: ConformanceGroup = (name, start) =>
  describe(`${name} follows up`, () => {
    test('with captures in parts, to the last cent', async () => {
      const { processor, authorize, followUp, expectSums } = await start()
      const { ref } = await authorize()
      const parts = processor.can.multiCapture ? [400n, 350n, 250n] : [400n]
      for (const part of parts)
        expect(await followUp('capture', ref, part)).toMatchObject({ result: 'approved', approved: usd(part) })
      const captured = parts.reduce((sum, part) => sum + part)
      await expectSums({ authorized: 1000n, captured, held: 1000n - captured })
    })

    test('with a capture that was prepared before its original was known', async () => {
      const { processor, operation, prepared, authorize, expectSums } = await start()
      const { ref: original } = await authorize()
      const { op, account, deadline, signal } = operation()
      const early = await prepared({ type: 'capture', op, account })
      const asked = { op, account, deadline, signal, amount: usd(400n), original: stored(original) }
      const captured = await processor.capture(asked, { ...early, root: original.root })
      expect(captured).toMatchObject({ result: 'approved', ref: { op, root: original.op } })
      await expectSums({ authorized: 1000n, captured: 400n, held: 600n })
    })

    test('with a final capture, which gives the rest back', async () => {
      const { authorize, followUp, expectSums } = await start()
      const { ref } = await authorize()
      expect(await followUp('capture', ref, 300n, { final: true })).toMatchObject({ approved: usd(300n) })
      await expectSums({ authorized: 1000n, captured: 300n, released: 700n })
    })

    test('with a void of what is only held', async () => {
      const { authorize, followUp, expectLedger, expectSums } = await start()
      const { ref } = await authorize()
      expect(await followUp('void', ref, 1000n)).toMatchObject({ result: 'approved' })
      await expectLedger(ref.op, { state: 'voided' })
      await expectSums({})
    })

    test('with a void of a payment and all its captures', async () => {
      const { authorize, followUp, expectLedger, expectSums } = await start()
      const { ref } = await authorize()
      const captured = await followUp('capture', ref, 400n)
      expect(await followUp('void', ref, 1000n)).toMatchObject({ result: 'approved' })
      await expectLedger(ref.op, { state: 'voided' })
      await expectLedger(captured.ref.op, { state: 'voided' })
      await expectSums({})
    })

    test('with a void of one of three captures, which restores exactly its amount', async () => {
      const { processor, authorize, followUp, expectLedger, expectSums } = await start()
      if (!processor.can.multiCapture) return
      const { ref } = await authorize()
      await followUp('capture', ref, 200n)
      const second = await followUp('capture', ref, 300n)
      await followUp('capture', ref, 400n)
      expect(await followUp('void', second.ref, 300n)).toMatchObject({ result: 'approved' })
      await expectLedger(second.ref.op, { state: 'voided' })
      await expectLedger(ref.op, { state: 'approved' })
      await expectSums({ authorized: 1000n, captured: 600n, held: 400n })
      expect(await followUp('capture', ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
    })

    test('with credits, by the authorization or by a capture', async () => {
      const { authorize, followUp, expectSums } = await start()
      const { ref } = await authorize()
      const captured = await followUp('capture', ref, 700n)
      expect(await followUp('credit', ref, 300n)).toMatchObject({ result: 'approved', approved: usd(300n) })
      expect(await followUp('credit', captured.ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
      await expectSums({ authorized: 1000n, captured: 700n, credited: 700n, held: 300n })
    })

    test('with a void of one credit, whose amount can be credited again', async () => {
      const { authorize, followUp, expectLedger, expectSums } = await start()
      const { ref } = await authorize('approve', { capture: 'now' })
      const first = await followUp('credit', ref, 600n)
      await followUp('credit', ref, 400n)
      expect(await followUp('void', first.ref, 600n)).toMatchObject({ result: 'approved' })
      await expectLedger(first.ref.op, { state: 'voided' })
      await expectSums({ authorized: 1000n, captured: 1000n, credited: 400n })
      expect(await followUp('credit', ref, 600n)).toMatchObject({ result: 'approved', approved: usd(600n) })
    })

    test.each([check, { kind: 'cash' } as const])('with a credit and a void of a $kind', async (instrument) => {
      const { authorize, followUp, expectSums } = await start()
      const returned = await authorize('approve', { instrument, capture: 'now' })
      const voided = await authorize('approve', { instrument, capture: 'now' })
      expect(await followUp('credit', returned.ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
      expect(await followUp('void', voided.ref, 1000n)).toMatchObject({ result: 'approved' })
      await expectSums({ authorized: 1000n, captured: 1000n, credited: 400n })
    })

    test('with a credit that has no original, where it can, and its void', async () => {
      const { subject, processor, preparePayout, followUp, expectSums } = await start()
      if (!processor.can.unreferencedCredit) return
      const payout = await preparePayout(card(subject.cardFor('approve')), 700n)
      const paid = await payout.send()
      expect(paid).toMatchObject({ result: 'approved', approved: usd(700n) })
      expect(await payout.send()).toEqual(paid)
      await expectSums({ credited: 700n })
      expect(await followUp('void', paid.ref, 700n)).toMatchObject({ result: 'approved' })
      await expectSums({})
    })
  })
