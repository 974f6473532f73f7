import { expect, test } from 'vitest'
import { deviceLimits } from '#contract/terminals/device'
import type { ApiResponse } from '../../testing/merchant.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'
import { afterPairing, readTerminal, terminalEventFixture, waitForEvents } from './terminalEvents.fixtures.ts'

const { clock, createPaired, createSimulated, faultPlan } = terminalEventFixture()

const payments: Readonly<
  Record<
    string,
    readonly [act: (terminal: OpenTerminal, paying: Promise<ApiResponse>) => Promise<unknown>, ...states: string[]]
  >
> = {
  'an approved payment': [
    async (terminal) => terminal.line.send(await terminal.card(await terminal.receivePayment())),
    'sent',
    'awaiting_card',
    'processing',
    'completed',
  ],
  'a declined payment': [
    async (terminal) => {
      faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
      terminal.line.send(await terminal.card(await terminal.receivePayment()))
    },
    'sent',
    'awaiting_card',
    'processing',
    'declined',
  ],
  'a payment that the shopper cancels': [
    async (terminal) => terminal.send('cancel', await terminal.receivePayment()),
    'sent',
    'awaiting_card',
    'canceled',
  ],
  'a voided payment': [
    async (terminal) => terminal.void((await terminal.receivePayment()).session),
    'sent',
    'awaiting_card',
    'canceled',
  ],
  'a payment that fails on the device': [
    async (terminal) => terminal.send('failure', await terminal.line.next('payment')),
    'sent',
    'failed',
  ],
  'a payment without a card': [
    async (terminal) => {
      await terminal.receivePayment()
      await terminal.waitForSession({ state: 'awaiting_card' })
      clock.advance(deviceLimits.presentMs)
      await terminal.runAlarm()
    },
    'sent',
    'awaiting_card',
    'timed_out',
  ],
  'a payment that waits for the device to connect': [
    async (terminal) => {
      terminal.line.close()
      await terminal.line.closed
      await terminal.waitForSession({ state: 'queued' })
      const welcome = await terminal.connect()
      terminal.send('received', welcome.payment!)
      terminal.line.send(await terminal.card(welcome.payment!))
    },
    'queued',
    'sent',
    'awaiting_card',
    'processing',
    'completed',
  ],
}

test.each(Object.keys(payments))('%s sends terminal.session_updated for each state', async (payment) => {
  const [act, ...states] = payments[payment]!
  const terminal = await createPaired()
  if (states[0] === 'queued') terminal.line.close()
  const paying = terminal.pay()
  await act(terminal, paying)
  const { json } = await paying
  const events = (await waitForEvents(terminal.merchant, ...afterPairing, ...states)).slice(2)
  const last = events.length - 1
  for (const [index, { type, requestId, data }] of events.entries()) {
    expect({ type, requestId }).toEqual({ type: 'terminal.session_updated', requestId: json.requestId })
    const { session, ...resource } = data.terminal
    expect(session).toEqual({ transactionId: json.transactionId, state: states[index] })
    // The terminal is busy until the last event.
    expect(resource).toEqual({ ...(await readTerminal(terminal)), ...(index < last && { status: 'busy' }) })
  }
  await terminal.waitForIdle()
})

test('terminal.session_updated contains the transaction id while the payment is pending', async () => {
  const terminal = await createPaired()
  const paying = terminal.pay()
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  const [, , sent, waiting] = await waitForEvents(terminal.merchant, ...afterPairing, 'sent', 'awaiting_card')
  expect(sent!.data.terminal.session!.transactionId).toBe(payment.session)
  const { session: _session, ...resource } = waiting!.data.terminal
  expect(resource).toEqual(await readTerminal(terminal))
  expect((await terminal.readTransaction(payment.session)).status).toBe('pending')
  terminal.send('cancel', payment)
  await paying
})

test('a payment declined with G11 at a busy terminal sends no terminal event', async () => {
  const terminal = await createPaired()
  const paying = terminal.pay()
  const payment = await terminal.receivePayment()
  expect((await terminal.pay()).json.responseCode).toBe('G11')
  terminal.send('cancel', payment)
  await paying
  await waitForEvents(terminal.merchant, ...afterPairing, 'sent', 'awaiting_card', 'canceled')
})

test('a payment at a simulated terminal sends terminal.session_updated for each state', async () => {
  const { merchant, pay, read } = await createSimulated('SIM001')
  const { json } = await pay()
  const events = await waitForEvents(merchant, 'registered', 'sent', 'awaiting_card', 'processing', 'completed')
  const { session, ...resource } = events.at(-1)!.data.terminal
  expect(session).toEqual({ transactionId: json.transactionId, state: 'completed' })
  expect(resource).toEqual(await read())
})
