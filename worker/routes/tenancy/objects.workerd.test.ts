import { afterAll, describe, expect, test, vi } from 'vitest'
import { closeCodes, deviceAddress, loginSigningInput, pairingAddress } from '#contract/terminals/device'
import { connectDevice, deviceProof, logInDevice, pairDevice } from '../../testing/device.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { ApiResponse, Call } from '../../testing/merchant.ts'
import { observable } from './requests.fixtures.ts'
import { inOrder } from './resources.fixtures.ts'

/** Durable Objects of another account and of the other mode: a terminal with a payment, a device, and the deliveries of a webhook. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const terminals = startTerminals()
const terminal = await openTerminal(terminals)
const stranger = await createMerchant()
const liveKey = await terminal.merchant.issue('sk', { mode: 'live' })
const outsiders: readonly (readonly [string, Call])[] = [
  ['another account', terminals.as(stranger.secretKey)],
  ['the other mode', terminals.as(liveKey.key)],
]

const unknownTerminal = crypto.randomUUID()
const unknownTransaction = '91119118634486'

/** Every request that reaches the object of a terminal. */
const requests: readonly (readonly [
  string,
  (by: Call, terminal: string, transaction: string) => Promise<ApiResponse>,
])[] = [
  ['its status', (by, id) => by('GET', `/v1/terminals/${id}`)],
  ['its cancellation', (by, id) => by('POST', `/v1/terminals/${id}/cancel`)],
  ['its simulation', (by, id) => by('POST', `/v1/terminals/${id}/simulate`, { body: { action: 'present' } })],
  ['its deletion', (by, id) => by('DELETE', `/v1/terminals/${id}`)],
  [
    'a payment at it',
    (by, id) =>
      by('POST', '/v1/transactions/authorize', { body: { payment: { terminal: { id } }, amount: { value: 1 } } }),
  ],
  [
    'a sale at it',
    (by, id) => by('POST', '/v1/transactions/sale', { body: { payment: { terminal: { id } }, amount: { value: 1 } } }),
  ],
  [
    'the void of its payment',
    (by, _id, transactionId) => by('POST', '/v1/transactions/void', { body: { transactionId } }),
  ],
]

describe.each(outsiders)('a terminal with a payment and %s', (who, by) => {
  test(`a payment that waits for its card is unchanged by ${who}, which gets the responses of unknown ids`, async () => {
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    for (const [name, send] of requests) {
      const foreign = await send(by, terminal.device.terminal, payment.session)
      const unknown = await send(by, unknownTerminal, unknownTransaction)
      const shown = observable(foreign, name.startsWith('the void') ? payment.session : terminal.device.terminal)
      expect([name, shown]).toEqual([
        name,
        observable(unknown, name.startsWith('the void') ? unknownTransaction : unknownTerminal),
      ])
    }
    expect(terminal.line.unread).toEqual([])
    expect(await terminal.session()).toMatchObject({ id: payment.session, state: 'awaiting_card' })
    terminal.line.send(await terminal.card(payment))
    expect((await paying).json).toMatchObject({ responseCode: '00', transactionId: payment.session })
    await terminal.line.next('processing')
    await terminal.line.next('result')
  })

  test(`a device of ${who} cannot log in as the terminal`, async () => {
    const mode = who === 'the other mode' ? 'live' : 'test'
    const own = await pairDevice(terminals.fetch, by, {}, pairingAddress(mode))
    const line = await connectDevice(terminals.fetch, deviceAddress(terminal.device.reader))
    const { nonce } = await line.next('challenge')
    line.send({ type: 'login', proof: await deviceProof(own.key, loginSigningInput(terminal.device.reader, nonce)) })
    expect(await line.closed).toBe(closeCodes.loginFailed)
    // Its own login works, and reaches its own terminal alone.
    const { line: ownLine } = await logInDevice(terminals.fetch, own)
    expect(await terminal.status()).toBe('online')
    ownLine.close()
  })
})

test('the object of a webhook delivers events of its account in its mode alone', async () => {
  const { open, as, receive } = startWebhookReceivers()
  const [one, two] = [await open(), await open()]
  const calls: Readonly<Record<string, Call>> = {
    'one test': one.call,
    'one live': as((await one.merchant.issue('sk', { mode: 'live' })).key),
    'two test': two.call,
    'two live': as((await two.merchant.issue('sk', { mode: 'live' })).key),
  }
  const parties = await inOrder(Object.entries(calls), async ([name, call]) => ({
    name,
    call,
    receiver: await receive(call),
  }))
  // Each party has one event more than the one before, so that only the first position is everybody's.
  for (const [index, { name, call }] of parties.entries())
    for (let count = 0; count <= index; count++) await call('POST', '/v1/customers', { body: { firstName: name } })
  for (const { receiver, call, name } of parties) {
    await receiver.waitForDeliveries(1)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect((await call('POST', `/v1/webhook/${receiver.id}/replay`, { body: { since } })).status).toBe(200)
    // An object that is asked for the event of another account, past the routes, has none to send.
    for (const other of parties) {
      const [{ id }] = (await other.call('GET', '/v1/events?type=customer.created')).json.events
      const [row] = await one.merchant.rows('SELECT position FROM events WHERE id = ?', id)
      const position = row!['position'] as number
      await receiver.object().replay({ position, id })
      if (other.name !== name)
        expect(await receiver.object().deliveryOf({ position, id })).not.toMatchObject({ state: 'delivered' })
    }
  }
  for (const { receiver, name } of parties) {
    await receiver.waitForDeliveries(2)
    const names = Object.keys(calls)
    for (const event of receiver.events())
      expect(names.filter((other) => JSON.stringify(event).includes(other))).toEqual([name])
  }
})
