import { describe, expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { type Instrument, notSupportedCode } from '../processor.ts'
import { card, check, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

const refused = async (result: Promise<unknown>) =>
  expect(await result).toMatchObject({ result: 'declined', code: notSupportedCode })

export const capabilities: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: capabilities`, () => {
    test('processor has a name, its capabilities and a health status', async () => {
      const { processor } = await setup()
      expect(processor.name).toMatch(/^[a-z0-9-]+$/)
      expect(processor.can).toEqual(can)
      expect(await processor.health()).toBe('up')
    })

    test('capabilities survive JSON', async () => {
      const { processor } = await setup()
      expect(JSON.parse(JSON.stringify(processor.can))).toEqual(can)
    })

    test('processor has lookup if and only if it finds operations', async () => {
      const { processor } = await setup()
      expect(processor.lookup !== undefined).toBe(can.finds !== 'never')
    })

    const instruments: readonly Instrument[] = [check, { kind: 'cash' }]
    for (const instrument of instruments.filter(({ kind }) => !can.methods.some((method) => method === kind)))
      test(`authorization of the unsupported method ${instrument.kind} is declined and has no effect`, async () => {
        const { operation, send, expectLedger, expectSums } = await setup()
        const op = operation('approve', { instrument, capture: 'now' })
        await refused(send(op))
        await expectLedger(op.op, undefined)
        await expectSums({})
      })

    test(`network token is ${can.networkTokens ? 'approved' : 'declined and has no effect'}`, async () => {
      const { subject, operation, send, expectSums } = await setup()
      const dpan = new Secret(subject.cardFor('approve'))
      const op = operation('approve', { instrument: { kind: 'networkToken', dpan, expiry: '1230' } })
      if (can.networkTokens) expect(await send(op)).toMatchObject({ result: 'approved', approved: usd(1000n) })
      else await refused(send(op))
      await expectSums(can.networkTokens ? { authorized: 1000n, held: 1000n } : {})
    })

    if (can.currencies !== 'all')
      test('authorization in an unsupported currency is declined and has no effect', async () => {
        const { operation, send, expectSums } = await setup()
        await refused(send(operation('approve', { amount: { minor: 500n, currency: 963, exponent: 2 } })))
        await expectSums({}, 963)
      })

    if (!can.unreferencedCredit)
      test('unreferenced credit is declined and has no effect', async () => {
        const { subject, preparePayout, expectLedger, expectSums } = await setup()
        const payout = await preparePayout(card(subject.cardFor('approve')), 700n)
        await refused(payout.send())
        await expectLedger(payout.op, undefined)
        await expectSums({})
      })

    test('hold expires after holdMs if the processor states it', async () => {
      const { authorize } = await setup()
      const before = Date.now()
      const held = await authorize()
      const expiresAt = held.result === 'approved' ? (held.expiresAt ?? null) : 'not approved'
      if (can.holdMs === null) return void expect(expiresAt === null || typeof expiresAt === 'number').toBe(true)
      expect(expiresAt).toBeGreaterThanOrEqual(before + can.holdMs)
      expect(expiresAt).toBeLessThanOrEqual(Date.now() + can.holdMs)
      expect(await authorize('approve', { capture: 'now' })).not.toHaveProperty('expiresAt')
    })
  })
