import { describe, expect, test } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import { type Money, notSupportedCode } from '../processor.ts'
import { check, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const authorization: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: authorization`, () => {
    test.each([1000n, 1999n, 1234n, 1005n, 1n])(
      'authorization of %d minor units is approved in full with code 00',
      async (minor) => {
        const { operation, send, expectLedger } = await setup()
        const op = operation('approve', { amount: usd(minor) })
        expect(await send(op)).toMatchObject({
          result: 'approved',
          code: '00',
          approved: usd(minor),
          ref: { op: op.op },
        })
        await expectLedger(op.op, { state: 'approved', effects: 1 })
      },
    )

    test('approval has a six-character auth code, an AVS letter and a CVV letter', async () => {
      const { authorize } = await setup()
      const outcome = await authorize()
      expect(outcome).toMatchObject({ result: 'approved', avs: expect.stringMatching(/^[A-Z]$/) })
      expect(outcome).toMatchObject({ authCode: expect.stringMatching(/^[0-9A-Z]{6}$/) })
      expect(outcome).toMatchObject({ cvv: expect.stringMatching(/^[A-Z]$/) })
    })

    test('authorization with immediate capture is approved and captured in one step', async () => {
      const { authorize, expectSums } = await setup()
      const sale = await authorize('approve', { capture: 'now' })
      expect(sale).toMatchObject({ result: 'approved', approved: usd(1000n) })
      await expectSums({ authorized: 1000n, captured: 1000n })
    })

    test.each([check, { kind: 'cash' } as const].filter(({ kind }) => can.methods.includes(kind)))(
      'authorization with instrument $kind is approved and captured in one step, without AVS and CVV results',
      async (instrument) => {
        const { authorize, expectSums } = await setup()
        const sale = await authorize('approve', { instrument, capture: 'now' })
        expect(sale).toMatchObject({ result: 'approved', code: '00', approved: usd(1000n) })
        expect(sale).not.toHaveProperty('avs')
        expect(sale).not.toHaveProperty('cvv')
        await expectSums({ authorized: 1000n, captured: 1000n })
      },
    )

    test('decline has a code of the decline table and holds no money', async () => {
      const { operation, send, expectLedger, expectSums } = await setup()
      const op = operation('decline')
      const outcome = await send(op)
      expect(outcome.result).toBe('declined')
      expect(Object.keys(declineCodes)).toContain(outcome.result === 'declined' ? outcome.code : undefined)
      await expectLedger(op.op, { state: 'declined', effects: 0 })
      await expectSums({})
    })

    test(`authorization of 0 ${can.verification ? 'verifies the account with code 85' : 'is declined'} and holds no money`, async () => {
      const { authorize, expectSums } = await setup()
      expect(await authorize('approve', { amount: usd(0n) })).toMatchObject(
        can.verification ? { code: '85', approved: usd(0n) } : { result: 'declined', code: notSupportedCode },
      )
      await expectSums({})
    })

    test('partial approval has code 10 if the caller allows it; otherwise the whole amount is approved or declined', async () => {
      const { authorize } = await setup()
      const partial = await authorize('partial')
      const whole = await authorize('partial', { allowPartial: false })
      if (can.partialApproval) {
        const minor = partial.result === 'approved' ? partial.approved.minor : -1n
        expect(partial).toMatchObject({ result: 'approved', code: '10' })
        expect(minor > 0n && minor < 1000n).toBe(true)
      }
      for (const outcome of can.partialApproval ? [whole] : [partial, whole])
        expect(outcome.result === 'approved' ? outcome.approved : outcome.result).toSatisfy(
          (result: Money | string) => result === 'declined' || (typeof result === 'object' && result.minor === 1000n),
        )
    })
  })
