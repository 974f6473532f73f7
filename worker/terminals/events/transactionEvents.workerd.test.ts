import { expect, test } from 'vitest'
import { eventResource } from '../../testing/events.ts'
import { recordEvents } from '../../testing/fixtures/eventRecorder.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'

test('a payment at a terminal sends transaction.authorized', async () => {
  const terminal = await openTerminal(startTerminals())
  const recorder = recordEvents(terminal.merchant, terminal.call)
  const { transactionId } = await terminal.completePayment()
  expect(await recorder.typesAsRead()).toEqual(['transaction.authorized'])
  expect((await terminal.readTransaction(transactionId)).payment.terminal).toBe(terminal.device.terminal)
})

test('a void during a payment at a terminal sends transaction.declined and then transaction.voided', async () => {
  const terminal = await openTerminal(startTerminals())
  const recorder = recordEvents(terminal.merchant, terminal.call)
  const paying = terminal.pay()
  const { session } = await terminal.receivePayment()
  const voided = (await terminal.void(session)).json
  const { requestId } = (await paying).json
  const events = await recorder.next()
  expect(events.map(({ type, ...event }) => [type, event.requestId, event.sequence])).toEqual([
    ['transaction.declined', requestId, 1],
    ['transaction.voided', voided.requestId, 2],
  ])
  expect(events.map((event) => eventResource(event).responseCode)).toEqual(['G15', '00'])
})
