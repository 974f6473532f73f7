import { describe, expect, test } from 'vitest'
import { toBase64 } from '#contract/encoding/bytes'
import { deviceLimits } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import { Secret } from '#contract/schema/secret'
import { createTerminal as createEndpoint } from '#contract/terminals/terminals'
import { authorizeTransaction as authorizeEndpoint } from '#contract/transactions/transactions'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { recordingTerminals } from '../../testing/doubles/recordingPorts.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { authorize } from '../transactions/authorize.ts'
import { acceptPresentedCard, shopperInputError } from './acceptPresentedCard.ts'
import type { ShopperInput } from './acceptPresentedCard.ts'
import { createTerminal } from './create.ts'
import type { TerminalPayment } from './terminalsClient.ts'

const png = (bytes: number) => {
  const image = new Uint8Array(bytes)
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return toBase64(image)
}

const input = (
  more: Partial<ShopperInput> = {},
  entryMode: ShopperInput['card']['entryMode'] = 'tapped',
): ShopperInput => ({
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
  const terminalsClient = recordingTerminals({ pay: async (_terminal, payment) => void payments.push(payment) })
  const needs = () => ({ ...fixture.services(), terminalsClient })
  const { terminals } = await createTerminal(
    parseInput(createEndpoint, { registrationCode: 'SIM001', nickname: 'Till 1' }),
    needs(),
  )
  const start = async (value = 12.5) => {
    const body = { payment: { terminal: { id: terminals[0]!.id } }, amount: { value } }
    // No Durable Object processes the payment, so it stays pending.
    expect(await thrownErrors(authorize(parseInput(authorizeEndpoint, body), needs()))).toMatchObject([
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

describe('acceptPresentedCard', () => {
  test('a presented card is stored sealed and returned in clear with the tip', async () => {
    const { start, needs, rowOf, clock } = await paymentFixture()
    const opened = await start()
    const at = clock.now()
    const presented = await acceptPresentedCard(opened, input({ tipAmount: '2.25', signature: png(100) }), needs())
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
    // From now on the sweep abandons the payment after the same time as a payment without a terminal.
    expect(row!['due'] - needs().limits.abandonAfterMs).toBeGreaterThanOrEqual(at)
    expect(row!['due'] - needs().limits.abandonAfterMs).toBeLessThan(at + 10_000)
    expect(presented!.columns.sealedPan).toEqual(expect.any(String))
  })

  test.each([
    ['icc', 'chip'],
    ['tapped', 'contactless'],
    ['keyed', 'manual'],
  ] as const)('a card presented by %s is sent to the processor as %s', async (entryMode, entry) => {
    const { start, needs } = await paymentFixture()
    const presented = await acceptPresentedCard(await start(), input({}, entryMode), needs())
    expect(presented).toMatchObject({ open: { instrument: { entry } }, tip: 0n, amount: { minor: 1250n } })
  })

  test('a presented card without a signature stores no signature', async () => {
    const { start, needs, rowOf } = await paymentFixture()
    const opened = await start()
    await acceptPresentedCard(opened, input(), needs())
    expect(await rowOf(opened.id)).toMatchObject({ signatures: 0 })
  })

  test('a card for a payment that the sweep has abandoned is not stored', async () => {
    const { start, needs, rowOf, merchant } = await paymentFixture()
    const opened = await start()
    await merchant.run('UPDATE operations SET due = NULL WHERE id = ?', opened.id)
    expect(await acceptPresentedCard(opened, input(), needs())).toBeNull()
    expect(await rowOf(opened.id)).toMatchObject({ last4: null })
  })

  test('a card presented twice for one amount within the duplicate window returns the id of the first payment', async () => {
    const { start, needs } = await paymentFixture({ duplicateWindowSeconds: 60 })
    const first = await start()
    await acceptPresentedCard(first, input(), needs())
    const second = await acceptPresentedCard(await start(), input(), needs())
    expect(second?.duplicateOf).toBe(first.id)
    const other = await acceptPresentedCard(await start(13), input(), needs())
    expect(other?.duplicateOf).toBeNull()
  })
})

describe('input at a device', () => {
  const all = { ...noPrompts, tipAmounts: ['1', '2', '3'], amountConfirmation: true, signature: true, keyCard: true }

  test.each([
    ['a tapped card', input(), noPrompts, null],
    ['a chip card', input({}, 'icc'), noPrompts, null],
    ['a keyed card without a prompt', input({}, 'keyed'), noPrompts, 'entry_mode_invalid'],
    ['a keyed card after a prompt', input({ amountConfirmed: true }, 'keyed'), all, null],
    ['an offered tip', input({ tipAmount: '2', amountConfirmed: true }), all, null],
    ['no tip', input({ amountConfirmed: true }), all, null],
    ['a tip that was not offered', input({ tipAmount: '4', amountConfirmed: true }), all, 'tip_invalid'],
    ['a tip without a prompt', input({ tipAmount: '1' }), noPrompts, 'tip_invalid'],
    ['no confirmation', input(), all, 'amount_not_confirmed'],
    ['a confirmation without a prompt', input({ amountConfirmed: true }), noPrompts, null],
    ['a signature', input({ signature: png(64), amountConfirmed: true }), all, null],
    ['the largest signature', input({ signature: png(deviceLimits.signatureBytes), amountConfirmed: true }), all, null],
    [
      'a signature that is too large',
      input({ signature: png(deviceLimits.signatureBytes + 1), amountConfirmed: true }),
      all,
      'signature_invalid',
    ],
    ['a signature that is no PNG', input({ signature: 'AAAA', amountConfirmed: true }), all, 'signature_invalid'],
    ['a signature that is no base64', input({ signature: '*', amountConfirmed: true }), all, 'signature_invalid'],
    ['a signature without a prompt', input({ signature: png(64) }), noPrompts, 'signature_invalid'],
  ] as const)('device input with %s has the error %s', (_name, received, prompts, error) => {
    expect(shopperInputError(received, prompts)).toBe(error)
  })
})
