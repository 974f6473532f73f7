import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { toBase64, utf8 } from '#contract/encoding/bytes'
import { closeCodes, deviceLimits } from '#contract/terminals/device'
import type { DeviceError, DevicePayment } from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { PlainCard } from '../../../widget/encrypt/encryptCard.ts'
import { card } from '../../testing/merchant.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'

/** A compromised device can send any message. None may move money beyond the one requested payment. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { ledger, beforeProcessor } = worker

const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='
const allPrompts = { promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true, promptAmountConfirmation: true }
const validAnswers = { tipAmount: '2', amountConfirmed: true, signature }

const [terminal, other] = await Promise.all([openTerminal(worker), openTerminal(worker)])

/** Starts a payment that waits for its card. */
const startPayment = async (prompts: object = allPrompts) => {
  const paying = terminal.pay(12.5, prompts)
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  return { paying, payment }
}

// Cleans up after a failed test.
afterEach(async () => {
  if ((await terminal.session()) === null) return
  await terminal.call('POST', `/v1/terminals/${terminal.device.terminal}/cancel`)
  await terminal.connect()
})

/** The payment still waits for its card, and a valid card is charged once. */
const expectPayable = async (
  { paying, payment }: Awaited<ReturnType<typeof startPayment>>,
  answers: object = validAnswers,
) => {
  expect(await terminal.session()).toMatchObject({ id: payment.session, state: 'awaiting_card' })
  expect(ledger.find(payment.session)).toBeUndefined()
  terminal.line.send(await terminal.card(payment, answers))
  await terminal.line.next('processing')
  expect((await paying).json).toMatchObject({ responseCode: '00', transactionId: payment.session })
  await terminal.line.next('result')
  expect(ledger.find(payment.session)).toMatchObject({ requests: 1, effects: 1, state: 'approved' })
}

const expectError = async (error: DeviceError) => expect(await terminal.line.next('error')).toMatchObject({ error })

const cardMessage = (payment: DevicePayment, more: object = {}) => terminal.card(payment, { ...validAnswers, ...more })

const withToken = async (payment: DevicePayment, plain: object, key: object = terminal.welcome.encryptionKey) => ({
  ...(await cardMessage(payment)),
  card: await encryptCard({ ...card(), ...plain } as PlainCard, { keys: [key] }),
})

describe('a card', () => {
  test('that paid once cannot be played again in the next payment', async () => {
    const first = await startPayment()
    const paid = await cardMessage(first.payment)
    terminal.line.send(paid)
    await first.paying
    await terminal.line.next('processing')
    await terminal.line.next('result')
    const next = await startPayment()
    terminal.line.send({ ...paid, session: next.payment.session })
    await expectError('card_invalid')
    // Unchanged, it is for a completed payment: the device gets its result.
    terminal.line.send(paid)
    expect(await terminal.line.next('result')).toMatchObject({ session: first.payment.session, state: 'completed' })
    await expectPayable(next)
    expect(ledger.find(first.payment.session)).toMatchObject({ requests: 1 })
  })

  const invalid: Record<string, (payment: DevicePayment) => Promise<object>> = {
    'a card for another payment': (payment) => cardMessage(payment, { encryptedFor: '91000000000001' }),
    'a card with its session as a JSON number': (payment) =>
      withToken(payment, { session: Number(payment.session), entryMode: 'tapped' }),
    'a card without a session, as pages encrypt it': (payment) => withToken(payment, {}),
    'a card without an entry mode': (payment) => withToken(payment, { session: payment.session }),
    'a card with an unknown entry mode': (payment) =>
      withToken(payment, { session: payment.session, entryMode: 'swiped' }),
    'a card encrypted to the key of another account': (payment) =>
      withToken(payment, { session: payment.session, entryMode: 'tapped' }, other.welcome.encryptionKey),
    'a card encrypted to the key of another account with our key id': (payment) =>
      withToken(
        payment,
        { session: payment.session, entryMode: 'tapped' },
        { ...other.welcome.encryptionKey, kid: (terminal.welcome.encryptionKey as { kid: string }).kid },
      ),
    'a card without a number': (payment) =>
      withToken(payment, { session: payment.session, entryMode: 'tapped', accountNumber: undefined }),
    'an unencrypted card': async (payment) => ({
      ...(await cardMessage(payment)),
      card: JSON.stringify({ ...card(), session: payment.session, entryMode: 'tapped' }),
    }),
    'a card of arbitrary text': async (payment) => ({ ...(await cardMessage(payment)), card: 'A'.repeat(8192) }),
  }

  test.each(Object.keys(invalid))('%s is rejected with card_invalid, and the payment stays open', async (name) => {
    const started = await startPayment()
    terminal.line.send(await invalid[name]!(started.payment))
    await expectError('card_invalid')
    await expectPayable(started)
  })

  test('a card for a terminal session is rejected as creditCardEncrypted', async () => {
    const started = await startPayment()
    const { card: creditCardEncrypted } = await cardMessage(started.payment)
    const response = await terminal.call('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCardEncrypted }, amount: { value: 1 } },
    })
    expect([response.status, response.json.errors[0].message.field]).toEqual([400, 'payment.creditCardEncrypted'])
    await expectPayable(started)
  })

  test('a card before received is ignored', async () => {
    const paying = terminal.pay(12.5, allPrompts)
    const payment = await terminal.line.next('payment')
    terminal.line.send(await cardMessage(payment))
    terminal.send('received', payment)
    await terminal.waitForSession({ state: 'awaiting_card' })
    expect(terminal.line.unread).toEqual([])
    await expectPayable({ paying, payment })
  })

  test('a card sent several times, also concurrently, is charged once', async () => {
    const { paying, payment } = await startPayment()
    const arrived = beforeProcessor.shut()
    const [one, two] = await Promise.all([
      cardMessage(payment),
      cardMessage(payment, { card: card('4000003900000007') }),
    ])
    terminal.line.send(one)
    terminal.line.send(two)
    terminal.line.send(one)
    await arrived()
    terminal.line.send(two)
    beforeProcessor.open()
    expect((await paying).json).toMatchObject({ responseCode: '00', amount: 14.5 })
    await terminal.line.next('processing')
    expect(await terminal.line.next('result')).toMatchObject({ state: 'completed' })
    terminal.line.send(two)
    expect(await terminal.line.next('result')).toMatchObject({ session: payment.session })
    expect(ledger.find(payment.session)).toMatchObject({ requests: 1, effects: 1, lastFour: '4242' })
    // Each late message gets a result. A new connection drops them before the next test.
    await terminal.connect()
  })
})

describe('answers to prompts', () => {
  const invalidAnswers: [string, object, DeviceError][] = [
    ['a tip that is not offered', { tipAmount: '4' }, 'tip_invalid'],
    ['a tip in other digits', { tipAmount: '2.0' }, 'tip_invalid'],
    ['a tip with a leading zero', { tipAmount: '02' }, 'tip_invalid'],
    ['a tip of 0', { tipAmount: '0' }, 'tip_invalid'],
    ['a tip of 999999999', { tipAmount: '999999999' }, 'tip_invalid'],
    ['a keyed card', { entryMode: 'keyed' }, 'entry_mode_invalid'],
    ['amountConfirmed: false', { amountConfirmed: false }, 'amount_not_confirmed'],
    ['no amountConfirmed', { amountConfirmed: undefined }, 'amount_not_confirmed'],
    ['a signature that is not an image', { signature: toBase64(utf8('signed')) }, 'signature_invalid'],
    ['a signature that is not base64', { signature: `${signature.slice(0, -4)}====` }, 'signature_invalid'],
    ['a signature with a wrong PNG header', { signature: btoa('\x89PNH\r\n\x1a\n') }, 'signature_invalid'],
    [
      'a signature of 32 KiB + 1 byte',
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

  test.each(invalidAnswers)('%s is rejected, and the payment stays open', async (_answer, answers, error) => {
    const started = await startPayment()
    terminal.line.send(await cardMessage(started.payment, answers))
    await expectError(error)
    await expectPayable(started)
  })

  test.each<[string, object, DeviceError]>([
    ['a tip', { tipAmount: '2' }, 'tip_invalid'],
    ['a signature', { signature }, 'signature_invalid'],
  ])('%s without a prompt is rejected', async (_answer, answers, error) => {
    const started = await startPayment({})
    terminal.line.send(await terminal.card(started.payment, answers))
    await expectError(error)
    await expectPayable(started, {})
  })
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('invalid messages', () => {
  const messages: Record<string, (payment: DevicePayment) => string | ArrayBuffer | Promise<string>> = {
    'a message of 64 KiB + 1 byte': async (payment) => {
      const text = JSON.stringify(await cardMessage(payment))
      return text.padEnd(deviceLimits.messageBytes + 1)
    },
    'a message over 64 KiB in UTF-8 with fewer characters': async (payment) =>
      JSON.stringify({ ...(await cardMessage(payment)), more: 'é'.repeat(deviceLimits.messageBytes / 2) }),
    'a binary message': ({ session }) => utf8(JSON.stringify({ type: 'cancel', session })).buffer,
    'an empty message': () => '',
    'truncated JSON': ({ session }) => JSON.stringify({ type: 'cancel', session }).slice(0, -1),
    'JSON null': () => 'null',
    'a JSON array of messages': ({ session }) => JSON.stringify([{ type: 'cancel', session }]),
    'an unknown message type': ({ session }) => JSON.stringify({ type: 'approve', session }),
    'a message without a type': ({ session }) => JSON.stringify({ session }),
    'a message with its type in __proto__': ({ session }) => `{"__proto__":{"type":"cancel"},"session":"${session}"}`,
    'JSON nested to the size limit': () => nested(deviceLimits.messageBytes / 2),
    'JSON nested 500,000 levels deep': () => nested(500_000),
    'a negative tip': async (payment) => JSON.stringify({ ...(await cardMessage(payment)), tipAmount: '-2' }),
    'a tip as JSON number': async (payment) => JSON.stringify({ ...(await cardMessage(payment)), tipAmount: 2 }),
    'a session as JSON number': ({ session }) => JSON.stringify({ type: 'cancel', session: Number(session) }),
    'a second login': () => JSON.stringify({ type: 'login', proof: 'A'.repeat(43) }),
    'hello on a paired connection': () => JSON.stringify({ type: 'hello', make: '', model: '', serialNumber: '' }),
    'stored on a paired connection': () => JSON.stringify({ type: 'stored' }),
  }

  test.each(Object.keys(messages))('%s closes the connection, and the payment stays open', async (name) => {
    const started = await startPayment()
    terminal.line.send((await messages[name]!(started.payment)) as string)
    expect(await terminal.line.closed).toBe(closeCodes.messageInvalid)
    expect((await terminal.connect()).payment).toMatchObject({
      session: started.payment.session,
      state: 'awaiting_card',
    })
    await expectPayable(started)
  })

  test('messages about another payment do not change the open payment', async () => {
    const started = await startPayment()
    const session = (await other.completePayment()).transactionId
    for (const type of ['received', 'presented', 'cancel', 'failure'] as const) terminal.send(type, { session })
    terminal.line.send(await terminal.card({ session }, validAnswers))
    terminal.line.send(await terminal.card({ session: '91000000000001' }, validAnswers))
    await expectPayable(started)
    expect(ledger.find(session)).toMatchObject({ requests: 1 })
  })
})
