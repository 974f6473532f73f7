import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/terminals/device'
import type { TerminalObject } from '../terminalObject.ts'
import {
  afterPairing,
  atLaterTime,
  polling,
  readTerminal,
  silenceMs,
  terminalEventFixture,
  waitForEvents,
} from './terminalEvents.fixtures.ts'

const { createPaired, createSimulated } = terminalEventFixture()

describe('presence of a device', () => {
  test('reconnecting within a minute sends no second terminal.online', async () => {
    const terminal = await createPaired()
    terminal.line.close()
    await terminal.line.closed
    await terminal.connect()
    await atLaterTime(silenceMs - 1_000, () => terminal.connect())
    await terminal.waitForIdle()
    await waitForEvents(terminal.merchant, ...afterPairing)
  })

  test('terminal.offline is sent once, a minute after a disconnect, and terminal.online after reconnecting', async () => {
    const terminal = await createPaired()
    terminal.line.close()
    await terminal.line.closed
    expect((await readTerminal(terminal)).status).toBe('offline')
    await atLaterTime(silenceMs - 1_000, terminal.runAlarm)
    await waitForEvents(terminal.merchant, ...afterPairing)
    await atLaterTime(silenceMs, terminal.runAlarm)
    const [, , offline] = await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
    expect(offline).toMatchObject({ sequence: 3, requestId: null })
    expect(offline!.data.terminal).toEqual(await readTerminal(terminal))
    await terminal.waitForIdle()
    await atLaterTime(2 * silenceMs, () => readTerminal(terminal))
    await terminal.connect()
    const [, , , online] = await waitForEvents(terminal.merchant, ...afterPairing, 'offline', 'online')
    expect(online!.data.terminal).toEqual(await readTerminal(terminal))
  })

  test('terminal.offline is sent after the gateway closes the connection for an invalid message', async () => {
    const terminal = await createPaired()
    terminal.line.send({ type: 'hello', make: '', model: '', serialNumber: '' })
    expect(await terminal.line.closed).toBe(closeCodes.messageInvalid)
    await atLaterTime(silenceMs, terminal.runAlarm)
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
  })

  test('GET of a silent terminal sends terminal.offline, and its next heartbeat sends terminal.online', async () => {
    const terminal = await createPaired()
    await atLaterTime(silenceMs / 2, () => readTerminal(terminal))
    await terminal.waitForIdle()
    await waitForEvents(terminal.merchant, ...afterPairing)
    expect(await atLaterTime(silenceMs, () => readTerminal(terminal))).toMatchObject({ status: 'offline' })
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
    terminal.line.send('ping')
    await vi.waitFor(() => expect(terminal.line.unread).toEqual(['pong']), polling)
    expect((await readTerminal(terminal)).status).toBe('online')
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline', 'online')
    await terminal.waitForIdle()
  })

  test('terminal.offline is sent at once if the connection breaks after a minute of silence', async () => {
    const terminal = await createPaired()
    await terminal.waitForIdle()
    await atLaterTime(silenceMs, () =>
      runInDurableObject(terminal.object(), (object, state) =>
        (object as TerminalObject).webSocketClose(state.getWebSockets()[0]!, 1006, '', false),
      ),
    )
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
    await terminal.waitForIdle()
  })

  test('a crash of the object sends terminal.offline only if the device does not reconnect within a minute', async () => {
    const terminal = await createPaired()
    await waitForEvents(terminal.merchant, ...afterPairing)
    await terminal.waitForIdle()
    await terminal.crash()
    expect((await readTerminal(terminal)).status).toBe('offline')
    await terminal.connect()
    await atLaterTime(silenceMs, terminal.runAlarm)
    await waitForEvents(terminal.merchant, ...afterPairing)

    await terminal.crash()
    expect((await readTerminal(terminal)).status).toBe('offline')
    await atLaterTime(silenceMs, terminal.runAlarm)
    await waitForEvents(terminal.merchant, ...afterPairing, 'offline')
  })
})

describe('presence of a simulated terminal', () => {
  test('simulating offline sends terminal.offline and the next action terminal.online, each with its request id', async () => {
    const terminal = await createSimulated('SIM005')
    const { requestId: offlineRequest } = (await terminal.simulate('offline')).json
    expect((await terminal.simulate('offline')).status).toBe(200)
    const [, offline] = await waitForEvents(terminal.merchant, 'registered', 'offline')
    expect(offline).toMatchObject({ requestId: offlineRequest, data: { terminal: await terminal.read() } })
    const { requestId: onlineRequest } = (await terminal.simulate('present')).json
    expect((await terminal.simulate('present')).status).toBe(409)
    const [, , online] = await waitForEvents(terminal.merchant, 'registered', 'offline', 'online')
    expect(online).toMatchObject({ requestId: onlineRequest, data: { terminal: await terminal.read() } })
    await terminal.simulate('offline')
    await waitForEvents(terminal.merchant, 'registered', 'offline', 'online', 'offline')
  })

  test('presence events have the time of the account’s test clock', async () => {
    const terminal = await createSimulated('SIM001')
    const { json } = await terminal.call('POST', '/v1/testclock/advance', { body: { seconds: 86_400 } })
    await terminal.simulate('offline')
    await terminal.pay()
    await terminal.simulate('cancel')
    const events = await waitForEvents(terminal.merchant, 'registered', 'offline', 'online')
    for (const { timestamp } of events.slice(1))
      expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(Date.parse(json.testClock.now))
  })

  test('SIM003, which is always offline, sends no presence event', async () => {
    const terminal = await createSimulated('SIM003')
    await terminal.simulate('offline')
    await terminal.simulate('cancel')
    await waitForEvents(terminal.merchant, 'registered')
  })
})
