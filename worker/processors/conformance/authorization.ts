import { describe, expect, test } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import type { Money } from '../processor.ts'
import { check, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const authorization: ConformanceGroup = (name, start) =>
  describe(`${name} authorizes`, () => {
    test.each([1000n, 1999n, 1234n, 1005n, 1n])('an ordinary %d in full', async (minor) => {
      const { operation, send, expectLedger } = await start()
      const op = operation('approve', { amount: usd(minor) })
      expect(await send(op)).toMatchObject({ result: 'approved', code: '00', approved: usd(minor), ref: { op: op.op } })
      await expectLedger(op.op, { state: 'approved', effects: 1 })
    })

    test('with an auth code of six characters, and the letters of both checks', async () => {
      const { authorize } = await start()
      const outcome = await authorize()
      expect(outcome).toMatchObject({ result: 'approved', avs: expect.stringMatching(/^[A-Z]$/) })
      expect(outcome).toMatchObject({ authCode: expect.stringMatching(/^[0-9A-Z]{6}$/) })
      expect(outcome).toMatchObject({ cvv: expect.stringMatching(/^[A-Z]$/) })
    })

    test('and captures in one step', async () => {
      const { authorize, expectSums } = await start()
      const sold = await authorize('approve', { capture: 'now' })
      expect(sold).toMatchObject({ result: 'approved', approved: usd(1000n) })
      await expectSums({ authorized: 1000n, captured: 1000n })
    })

    test.each([check, { kind: 'cash' } as const])(
      'a $kind in one step, and checks nothing that only a card has',
      async (instrument) => {
        const { authorize, expectSums } = await start()
        const sold = await authorize('approve', { instrument, capture: 'now' })
        expect(sold).toMatchObject({ result: 'approved', code: '00', approved: usd(1000n) })
        expect(sold).not.toHaveProperty('avs')
        expect(sold).not.toHaveProperty('cvv')
        await expectSums({ authorized: 1000n, captured: 1000n })
      },
    )

    test('not what is declined, and says why in a code of the table', async () => {
      const { operation, send, expectLedger, expectSums } = await start()
      const op = operation('decline')
      const outcome = await send(op)
      expect(outcome.result).toBe('declined')
      expect(Object.keys(declineCodes)).toContain(outcome.result === 'declined' ? outcome.code : undefined)
      await expectLedger(op.op, { state: 'declined', effects: 0 })
      await expectSums({})
    })

    test('an account with an amount of 0, and holds nothing', async () => {
      const { authorize, expectSums } = await start()
      expect(await authorize('approve', { amount: usd(0n) })).toMatchObject({ code: '85', approved: usd(0n) })
      await expectSums({})
    })

    test('a part, only for who can take a part', async () => {
      const { processor, authorize } = await start()
      const partial = await authorize('partial')
      const whole = await authorize('partial', { allowPartial: false })
      if (processor.can.partialApproval) {
        const minor = partial.result === 'approved' ? partial.approved.minor : -1n
        expect(partial).toMatchObject({ result: 'approved', code: '10' })
        expect(minor > 0n && minor < 1000n).toBe(true)
      }
      expect(whole.result === 'approved' ? whole.approved : whole.result).toSatisfy(
        (answer: Money | string) => answer === 'declined' || (typeof answer === 'object' && answer.minor === 1000n),
      )
    })
  })
