import { describe, expect, test } from 'vitest'
import { toBase64 } from '#contract/encoding/bytes'
import { deviceLimits } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import { Secret } from '#contract/schema/secret'
import { createTerminal as createEndpoint } from '#contract/terminals/terminals'
import { authorizeTransaction as authorizeEndpoint } from '#contract/transactions/transactions'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { recordingReaders } from '../../testing/doubles/recordingPorts.ts'
import { errorsOf, inputOf } from '../../testing/domainCalls.ts'
import { authorize } from '../transactions/authorize.ts'
import { acceptPresentedCard, faultOf } from './acceptPresentedCard.ts'
import type { Answers } from './acceptPresentedCard.ts'
import { createTerminal } from './create.ts'
import type { TerminalPayment } from './readers.ts'

const png = (bytes: number) => {
  const image = new Uint8Array(bytes)
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return toBase64(image)
}

const answers = (more: Partial<Answers> = {}, entryMode: Answers['card']['entryMode'] = 'tapped'): Answers => ({
  card: {
    accountNumber: new Secret('4242424242424242'),
    expires: '1230',
    nameOnCard: 'Ada Lovelace',
    verificationValue: new Secret('123'),
    postalCode: '10001',
    transactionId: null,
    entryMode,
  },
  tipAmount: null,
  amountConfirmed: false,
  signature: null,
  ...more,
})

/** A payment of 12.50 that waits for its card at a simulated terminal. */
const paymentFixture = async (settings: object = {}) => {
  const fixture = await domainFixture({ settings })
  const payments: TerminalPayment[] = []
  const readers = recordingReaders({ pay: async (_terminal, payment) => void payments.push(payment) })
  const needs = () => ({ ...fixture.services(), readers })
  const { terminals } = await createTerminal(
    inputOf(createEndpoint, { registrationCode: 'SIM001', nickname: 'Till 1' }),
    needs(),
  )
  const start = async (value = 12.5) => {
    const body = { payment: { terminal: { id: terminals[0]!.id } }, amount: { value } }
    // No object takes the payment, so it stays pending.
    expect(await errorsOf(authorize(inputOf(authorizeEndpoint, body), needs()))).toMatchObject([
      { type: 'processor_timeout' },
    ])
    return payments.at(-1)!.opened
  }
  const rowOf = async (id: number) =>
    (
      await fixture.merchant.rows(
        `SELECT network, last4, digits, expiry, method, requested, transactions.status, due,
                (SELECT count(*) FROM signatures WHERE transactionId = transactions.id) AS signatures
         FROM transactions JOIN operations ON operations.id = transactions.id WHERE transactions.id = ?`,
        id,
      )
    )[0]
  return { ...fixture, needs, start, rowOf }
}

describe('a card that is presented at a terminal', () => {
  test('is recorded sealed, and returned opened with the tip', async () => {
    const { start, needs, rowOf, clock } = await paymentFixture()
    const opened = await start()
    const at = clock.now()
    const presented = await acceptPresentedCard(opened, answers({ tipAmount: '2.25', signature: png(100) }), needs())
    expect(presented).toMatchObject({
      id: opened.id,
      amount: { minor: 1475n, currency: 840, exponent: 2 },
      tip: 225n,
      columns: { method: 'terminal', network: 'visa', last4: '4242', digits: 16, expiry: '1230' },
      duplicateOf: null,
      open: {
        instrument: { kind: 'card', expiry: '1230', entry: 'contactless', name: 'Ada Lovelace' },
        avs: { postal: '10001' },
      },
    })
    const { instrument } = presented!.open
    expect(instrument.kind === 'card' && [instrument.pan.reveal(), instrument.cvv?.reveal()]).toEqual([
      '4242424242424242',
      '123',
    ])
    const row = await rowOf(opened.id)
    expect(row).toMatchObject({ network: 'visa', last4: '4242', digits: 16, expiry: '1230', method: 'terminal' })
    expect(row).toMatchObject({ status: 'pending', requested: 1250, signatures: 1 })
    // From now on the sweep abandons it after the time of an ordinary payment.
    expect(row!['due'] - needs().limits.abandonAfterMs).toBeGreaterThanOrEqual(at)
    expect(row!['due'] - needs().limits.abandonAfterMs).toBeLessThan(at + 10_000)
    expect(presented!.columns.sealedPan).toEqual(expect.any(String))
  })

  test.each([
    ['icc', 'chip'],
    ['tapped', 'contactless'],
    ['keyed', 'manual'],
  ] as const)('by %s reaches the processor as %s', async (entryMode, entry) => {
    const { start, needs } = await paymentFixture()
    const presented = await acceptPresentedCard(await start(), answers({}, entryMode), needs())
    expect(presented).toMatchObject({ open: { instrument: { entry } }, tip: 0n, amount: { minor: 1250n } })
  })

  test('without a signature stores none', async () => {
    const { start, needs, rowOf } = await paymentFixture()
    const opened = await start()
    await acceptPresentedCard(opened, answers(), needs())
    expect(await rowOf(opened.id)).toMatchObject({ signatures: 0 })
  })

  test('for a payment that the sweep has abandoned is not recorded', async () => {
    const { start, needs, rowOf, merchant } = await paymentFixture()
    const opened = await start()
    await merchant.run('UPDATE operations SET due = NULL WHERE id = ?', opened.id)
    expect(await acceptPresentedCard(opened, answers(), needs())).toBeNull()
    expect(await rowOf(opened.id)).toMatchObject({ last4: null })
  })

  test('twice for one amount within the duplicate window names the first payment', async () => {
    const { start, needs } = await paymentFixture({ duplicateWindowSeconds: 60 })
    const first = await start()
    await acceptPresentedCard(first, answers(), needs())
    const second = await acceptPresentedCard(await start(), answers(), needs())
    expect(second?.duplicateOf).toBe(first.id)
    const other = await acceptPresentedCard(await start(13), answers(), needs())
    expect(other?.duplicateOf).toBeNull()
  })
})

describe('answers of a device', () => {
  const all = { ...noPrompts, tipAmounts: ['1', '2', '3'], amountConfirmation: true, signature: true, keyCard: true }

  test.each([
    ['a tapped card', answers(), noPrompts, null],
    ['a chip card', answers({}, 'icc'), noPrompts, null],
    ['a keyed card where none was asked for', answers({}, 'keyed'), noPrompts, 'entry_mode_invalid'],
    ['a keyed card where one was asked for', answers({ amountConfirmed: true }, 'keyed'), all, null],
    ['an offered tip', answers({ tipAmount: '2', amountConfirmed: true }), all, null],
    ['no tip', answers({ amountConfirmed: true }), all, null],
    ['a tip that was not offered', answers({ tipAmount: '4', amountConfirmed: true }), all, 'tip_invalid'],
    ['a tip where none was asked for', answers({ tipAmount: '1' }), noPrompts, 'tip_invalid'],
    ['no confirmation', answers(), all, 'amount_not_confirmed'],
    ['a confirmation that was not asked for', answers({ amountConfirmed: true }), noPrompts, null],
    ['a signature', answers({ signature: png(64), amountConfirmed: true }), all, null],
    [
      'the largest signature',
      answers({ signature: png(deviceLimits.signatureBytes), amountConfirmed: true }),
      all,
      null,
    ],
    [
      'a signature that is too large',
      answers({ signature: png(deviceLimits.signatureBytes + 1), amountConfirmed: true }),
      all,
      'signature_invalid',
    ],
    ['a signature that is no PNG', answers({ signature: 'AAAA', amountConfirmed: true }), all, 'signature_invalid'],
    ['a signature that is no base64', answers({ signature: '*', amountConfirmed: true }), all, 'signature_invalid'],
    ['a signature that was not asked for', answers({ signature: png(64) }), noPrompts, 'signature_invalid'],
  ] as const)('with %s: %s', (_name, given, prompts, fault) => {
    expect(faultOf(given, prompts)).toBe(fault)
  })
})
