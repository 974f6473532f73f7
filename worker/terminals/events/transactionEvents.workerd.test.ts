import { expect, test } from 'vitest'
import { dataOf } from '../../testing/events.ts'
import { hearing } from '../../testing/eventRecorder.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'

test('a payment at a reader is told like any other', async () => {
  const till = await openTill(startReaders())
  const heard = hearing(till.merchant, till.call)
  const { transactionId } = await till.paid()
  expect(await heard.typesAsRead()).toEqual(['transaction.authorized'])
  expect((await till.shown(transactionId)).payment.terminal).toBe(till.device.terminal)
})

test('a payment at a reader that a void stops is told to be declined, and then to be voided', async () => {
  const till = await openTill(startReaders())
  const heard = hearing(till.merchant, till.call)
  const paying = till.pay()
  const { session } = await till.received()
  const voided = (await till.void(session)).json
  const { requestId } = (await paying).json
  const events = await heard.next()
  expect(events.map(({ type, ...event }) => [type, event.requestId, event.sequence])).toEqual([
    ['transaction.declined', requestId, 1],
    ['transaction.voided', voided.requestId, 2],
  ])
  expect(events.map((event) => dataOf(event).responseCode)).toEqual(['G15', '00'])
})
