import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'
import {
  afterPairing,
  atLaterTime,
  labelOf,
  polling,
  silenceMs,
  terminalEventFixture,
  terminalEventsOf,
  until,
  waitForEvents,
} from './terminalEvents.fixtures.ts'

const { afterProcessor, beforeProcessor, books, createPaired, createSimulated, objectDatabase } = terminalEventFixture()

/** Crashes the object and reconnects the device. Returns the payment that the device continues. */
const crashAndReconnect = async (terminal: OpenTerminal) => {
  await terminal.crash()
  return (await terminal.connect()).payment!
}

const approvedStates = ['sent', 'awaiting_card', 'processing', 'completed'] as const

describe('exactly-once session events', () => {
  test('a crash of the object in every state neither loses nor repeats a session event', async () => {
    const terminal = await createPaired()
    const paying = terminal.pay()
    await terminal.line.next('payment')
    terminal.send('received', await crashAndReconnect(terminal))
    await terminal.waitForSession({ state: 'awaiting_card' })
    const payment = await crashAndReconnect(terminal)
    terminal.line.send(await terminal.card(payment))
    expect((await paying).json.responseCode).toBe('00')
    await terminal.crash()
    await terminal.connect()
    await waitForEvents(terminal.merchant, ...afterPairing, ...approvedStates)
  })

  test('a crash during the processor call sends the session state failed once', async () => {
    const terminal = await createPaired()
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    const arrived = beforeProcessor.shut()
    terminal.line.send(await terminal.card(payment))
    await arrived()
    await terminal.crash()
    beforeProcessor.open()
    await terminal.connect()
    await terminal.runAlarm()
    expect((await paying).json.responseCode).toBe('68')
    const events = await waitForEvents(
      terminal.merchant,
      ...afterPairing,
      'sent',
      'awaiting_card',
      'processing',
      'failed',
    )
    expect(events.at(-1)!.data.terminal.status).toBe('online')
  })

  test('a crash before the outcome is recorded sends the session state completed once', async () => {
    const terminal = await createPaired()
    const paying = terminal.pay()
    const payment = await terminal.receivePayment()
    const arrived = afterProcessor.shut()
    terminal.line.send(await terminal.card(payment))
    await arrived()
    books.areClosed = true
    afterProcessor.open()
    await terminal.waitForSession({ state: 'completed' })
    await terminal.crash()
    books.areClosed = false
    await terminal.connect()
    await terminal.runAlarm()
    expect((await paying).json.responseCode).toBe('00')
    await waitForEvents(terminal.merchant, ...afterPairing, ...approvedStates)
  })

  test('loss of the object’s storage restarts the session and sends its states again', async () => {
    const terminal = await createPaired()
    const paying = terminal.pay()
    await terminal.receivePayment()
    await terminal.waitForSession({ state: 'awaiting_card' })
    await waitForEvents(terminal.merchant, ...afterPairing, 'sent', 'awaiting_card')
    await runInDurableObject(terminal.object(), async (_object, state) => {
      await state.storage.deleteAll()
      state.abort('lost')
    }).catch(() => undefined)
    await terminal.waitForSession({ state: 'queued' })
    const { payment } = await terminal.connect()
    terminal.send('received', payment!)
    terminal.line.send(await terminal.card(payment!))
    expect((await paying).json.responseCode).toBe('00')
    const labels = await vi.waitFor(async () => {
      const current = (await terminalEventsOf(terminal.merchant)).map(labelOf)
      expect(current).toContain('completed')
      return current
    }, polling)
    // The published presence was lost with the storage, so `online` is sent again.
    expect(labels).toEqual([...afterPairing, 'sent', 'awaiting_card', 'queued', 'online', 'processing', 'completed'])
  })
})

describe('database failures', () => {
  test('terminal.offline that could not be written is sent by the alarm, even after an eviction', async () => {
    const terminal = await createPaired()
    await terminal.waitForIdle()
    books.areClosed = true
    terminal.line.close()
    await terminal.line.closed
    await atLaterTime(silenceMs, terminal.runAlarm)
    await atLaterTime(silenceMs, terminal.runAlarm)
    expect((await terminalEventsOf(terminal.merchant)).map(labelOf)).toEqual(afterPairing)
    expect(await terminal.alarm()).not.toBeNull()
    await evictDurableObject(terminal.object())
    books.areClosed = false
    expect(await terminal.runAlarm()).toBe(true)
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
    await terminal.waitForIdle()
  })

  test('terminal.offline is sent once if the database’s response to the write is lost', async () => {
    const terminal = await createPaired()
    await terminal.waitForIdle()
    books.areSilent = true
    terminal.line.close()
    await terminal.line.closed
    await atLaterTime(silenceMs, terminal.runAlarm)
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
    await terminal.crash()
    books.areSilent = false
    await terminal.runAlarm()
    await terminal.waitForIdle()
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
  })
})

test('a payment completes while its events are not written yet, and they are then written in at most two batches', async () => {
  const eventWrite = "'$.occasion'"
  const before = objectDatabase.count(eventWrite)
  let mayContinue = false
  objectDatabase.before(eventWrite, () => until(() => mayContinue))
  const { merchant, pay } = await createSimulated('SIM001')
  expect((await pay()).json.responseCode).toBe('00')
  expect((await terminalEventsOf(merchant)).map(labelOf)).toEqual(['registered'])
  mayContinue = true
  await waitForEvents(merchant, 'registered', 'sent', 'awaiting_card', 'processing', 'completed')
  expect(objectDatabase.count(eventWrite) - before).toBeLessThanOrEqual(2)
})
