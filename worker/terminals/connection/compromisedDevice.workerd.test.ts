import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { toBase64, utf8 } from '#contract/encoding/bytes'
import { closeCodes, deviceLimits } from '#contract/terminals/device'
import type { DeviceError, DevicePayment } from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { PlainCard } from '../../../widget/encrypt/encryptCard.ts'
import { card } from '../../testing/merchant.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'

/** What a reader that somebody has taken over may say: nothing of it moves money but what the payment asked for, once. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const readers = startReaders()
const { ledger, beforeProcessor } = readers

const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='
const asking = { promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true, promptAmountConfirmation: true }
const good = { tipAmount: '2', amountConfirmed: true, signature }

const [till, other] = await Promise.all([openTill(readers), openTill(readers)])

/** A payment that waits for its card. */
const waiting = async (prompts: object = asking) => {
  const paying = till.pay(12.5, prompts)
  const payment = await till.received()
  await till.comesTo({ state: 'awaiting_card' })
  return { paying, payment }
}

// A promise that was broken shall not break the next.
afterEach(async () => {
  if ((await till.session()) === null) return
  await till.call('POST', `/v1/terminals/${till.device.terminal}/cancel`)
  await till.connect()
})

/** Nothing has come of what was tried: it waits, and the next good card pays it, once. */
const stillPays = async ({ paying, payment }: Awaited<ReturnType<typeof waiting>>, answers: object = good) => {
  expect(await till.session()).toMatchObject({ id: payment.session, state: 'awaiting_card' })
  expect(ledger.find(payment.session)).toBeUndefined()
  till.line.send(await till.card(payment, answers))
  await till.line.next('processing')
  expect((await paying).json).toMatchObject({ responseCode: '00', transactionId: payment.session })
  await till.line.next('result')
  expect(ledger.find(payment.session)).toMatchObject({ requests: 1, effects: 1, state: 'approved' })
}

const complaint = async (error: DeviceError) => expect(await till.line.next('error')).toMatchObject({ error })

const frame = (payment: DevicePayment, more: object = {}) => till.card(payment, { ...good, ...more })

const withToken = async (payment: DevicePayment, plain: object, key: object = till.welcome.encryptionKey) => ({
  ...(await frame(payment)),
  card: await encryptCard({ ...card(), ...plain } as PlainCard, { keys: [key] }),
})

describe('a card', () => {
  test('that paid once cannot be played again in the next payment', async () => {
    const first = await waiting()
    const paid = await frame(first.payment)
    till.line.send(paid)
    await first.paying
    await till.line.next('processing')
    await till.line.next('result')
    const next = await waiting()
    till.line.send({ ...paid, session: next.payment.session })
    await complaint('card_invalid')
    // As it was it is of a payment that is over, and the reader is told how that ended.
    till.line.send(paid)
    expect(await till.line.next('result')).toMatchObject({ session: first.payment.session, state: 'completed' })
    await stillPays(next)
    expect(ledger.find(first.payment.session)).toMatchObject({ requests: 1 })
  })

  const invalid: Record<string, (payment: DevicePayment) => Promise<object>> = {
    'for another payment': (payment) => frame(payment, { encryptedFor: '91000000000001' }),
    'for a payment whose number is a number': (payment) =>
      withToken(payment, { session: Number(payment.session), entryMode: 'tapped' }),
    'for no payment, as pages encrypt it': (payment) => withToken(payment, {}),
    'that does not say how it came': (payment) => withToken(payment, { session: payment.session }),
    'that came in a way that there is not': (payment) =>
      withToken(payment, { session: payment.session, entryMode: 'swiped' }),
    'to the key of another account': (payment) =>
      withToken(payment, { session: payment.session, entryMode: 'tapped' }, other.welcome.encryptionKey),
    'to the key of another account under the name of ours': (payment) =>
      withToken(
        payment,
        { session: payment.session, entryMode: 'tapped' },
        { ...other.welcome.encryptionKey, kid: (till.welcome.encryptionKey as { kid: string }).kid },
      ),
    'without a number': (payment) =>
      withToken(payment, { session: payment.session, entryMode: 'tapped', accountNumber: undefined }),
    'in clear': async (payment) => ({
      ...(await frame(payment)),
      card: JSON.stringify({ ...card(), session: payment.session, entryMode: 'tapped' }),
    }),
    'that is none': async (payment) => ({ ...(await frame(payment)), card: 'A'.repeat(8192) }),
  }

  test.each(Object.keys(invalid))('%s is refused, and the payment waits on', async (which) => {
    const begun = await waiting()
    till.line.send(await invalid[which]!(begun.payment))
    await complaint('card_invalid')
    await stillPays(begun)
  })

  test('pays nowhere else: as an encrypted card of a page it is refused', async () => {
    const begun = await waiting()
    const { card: creditCardEncrypted } = await frame(begun.payment)
    const answer = await till.call('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCardEncrypted }, amount: { value: 1 } },
    })
    expect([answer.status, answer.json.errors[0].message.field]).toEqual([400, 'payment.creditCardEncrypted'])
    await stillPays(begun)
  })

  test('that comes before the reader has received the payment is passed over', async () => {
    const paying = till.pay(12.5, asking)
    const payment = await till.line.next('payment')
    till.line.send(await frame(payment))
    till.say('received', payment)
    await till.comesTo({ state: 'awaiting_card' })
    expect(till.line.unread).toEqual([])
    await stillPays({ paying, payment })
  })

  test('that comes twice, and twice at once, is charged once', async () => {
    const { paying, payment } = await waiting()
    const came = beforeProcessor.shut()
    const [one, two] = await Promise.all([frame(payment), frame(payment, { card: card('4000003900000007') })])
    till.line.send(one)
    till.line.send(two)
    till.line.send(one)
    await came()
    till.line.send(two)
    beforeProcessor.open()
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 14.5 })
    await till.line.next('processing')
    expect(await till.line.next('result')).toMatchObject({ state: 'completed' })
    till.line.send(two)
    expect(await till.line.next('result')).toMatchObject({ session: payment.session })
    expect(ledger.find(payment.session)).toMatchObject({ requests: 1, effects: 1, lastFour: '4242' })
    // Each frame that was late has its own answer, which the next test shall not hear.
    await till.connect()
  })
})

describe('what the shopper was not asked', () => {
  const faults: [string, object, DeviceError][] = [
    ['a tip that was not offered', { tipAmount: '4' }, 'tip_invalid'],
    ['a tip in other digits', { tipAmount: '2.0' }, 'tip_invalid'],
    ['a tip with zeros before it', { tipAmount: '02' }, 'tip_invalid'],
    ['a tip of nothing', { tipAmount: '0' }, 'tip_invalid'],
    ['a tip of everything', { tipAmount: '999999999' }, 'tip_invalid'],
    ['a card that is keyed in', { entryMode: 'keyed' }, 'entry_mode_invalid'],
    ['an amount that nobody confirmed', { amountConfirmed: false }, 'amount_not_confirmed'],
    ['an amount of which nothing is said', { amountConfirmed: undefined }, 'amount_not_confirmed'],
    ['a signature that is no image', { signature: toBase64(utf8('signed')) }, 'signature_invalid'],
    ['a signature that is no base64', { signature: `${signature.slice(0, -4)}====` }, 'signature_invalid'],
    ['a signature that says it is a PNG, and is not', { signature: btoa('\x89PNH\r\n\x1a\n') }, 'signature_invalid'],
    [
      'a signature of 32 KiB and a byte',
      {
        signature: toBase64(
          Uint8Array.from({ length: deviceLimits.signatureBytes + 1 }, (_, at) =>
            at < 60 ? atob(signature).charCodeAt(at) : 0,
          ),
        ),
      },
      'signature_invalid',
    ],
  ]

  test.each(faults)('%s is refused, and the payment waits on', async (_what, answers, error) => {
    const begun = await waiting()
    till.line.send(await frame(begun.payment, answers))
    await complaint(error)
    await stillPays(begun)
  })

  test.each<[string, object, DeviceError]>([
    ['a tip', { tipAmount: '2' }, 'tip_invalid'],
    ['a signature', { signature }, 'signature_invalid'],
  ])('%s is refused where none was asked for', async (_what, answers, error) => {
    const begun = await waiting({})
    till.line.send(await till.card(begun.payment, answers))
    await complaint(error)
    await stillPays(begun, {})
  })
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('what is no message', () => {
  const messages: Record<string, (payment: DevicePayment) => string | ArrayBuffer | Promise<string>> = {
    'of a byte more than 64 KiB': async (payment) => {
      const text = JSON.stringify(await frame(payment))
      return text.padEnd(deviceLimits.messageBytes + 1)
    },
    'of fewer characters than 64 KiB has bytes': async (payment) =>
      JSON.stringify({ ...(await frame(payment)), more: 'é'.repeat(deviceLimits.messageBytes / 2) }),
    'of bytes': ({ session }) => utf8(JSON.stringify({ type: 'cancel', session })).buffer,
    'of nothing': () => '',
    'that ends early': ({ session }) => JSON.stringify({ type: 'cancel', session }).slice(0, -1),
    'that is null': () => 'null',
    'that is a list of messages': ({ session }) => JSON.stringify([{ type: 'cancel', session }]),
    'of a type that there is not': ({ session }) => JSON.stringify({ type: 'approve', session }),
    'without a type': ({ session }) => JSON.stringify({ session }),
    'that hides its type': ({ session }) => `{"__proto__":{"type":"cancel"},"session":"${session}"}`,
    'nested as deep as fits': () => nested(deviceLimits.messageBytes / 2),
    'nested half a million deep': () => nested(500_000),
    'with a tip below nothing': async (payment) => JSON.stringify({ ...(await frame(payment)), tipAmount: '-2' }),
    'with a tip that is a number': async (payment) => JSON.stringify({ ...(await frame(payment)), tipAmount: 2 }),
    'with a payment that is a number': ({ session }) => JSON.stringify({ type: 'cancel', session: Number(session) }),
    'that is a second login': () => JSON.stringify({ type: 'login', proof: 'A'.repeat(43) }),
    'that says hello': () => JSON.stringify({ type: 'hello', make: '', model: '', serialNumber: '' }),
    'that has stored a key': () => JSON.stringify({ type: 'stored' }),
  }

  test.each(Object.keys(messages))('%s closes the connection, and the payment waits on for the next', async (which) => {
    const begun = await waiting()
    till.line.send((await messages[which]!(begun.payment)) as string)
    expect(await till.line.closed).toBe(closeCodes.messageInvalid)
    expect((await till.connect()).payment).toMatchObject({ session: begun.payment.session, state: 'awaiting_card' })
    await stillPays(begun)
  })

  test('of another payment changes nothing in this one', async () => {
    const begun = await waiting()
    const session = (await other.paid()).transactionId
    for (const type of ['received', 'presented', 'cancel', 'failure'] as const) till.say(type, { session })
    till.line.send(await till.card({ session }, good))
    till.line.send(await till.card({ session: '91000000000001' }, good))
    await stillPays(begun)
    expect(ledger.find(session)).toMatchObject({ requests: 1 })
  })
})
