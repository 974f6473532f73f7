import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import {
  afterPairing,
  labelOf,
  polling,
  readTerminal,
  terminalEventFixture,
  terminalEventsOf,
  waitForEvents,
} from './terminalEvents.fixtures.ts'

const { createPaired, createSimulated, objectDatabase } = terminalEventFixture()

type Simulated = Awaited<ReturnType<typeof createSimulated>>
const storedEntries = ({ object }: Simulated) =>
  runInDurableObject(object(), (_object, { storage }) => [...storage.kv.list()])

test('DELETE of a terminal sends terminal.deleted once, with the last state of the terminal', async () => {
  const terminal = await createPaired()
  const before = await readTerminal(terminal)
  const { json } = await terminal.call('DELETE', `/v1/terminals/${terminal.device.terminal}`)
  const [, , deleted] = await waitForEvents(terminal.merchant, ...afterPairing, 'deleted')
  expect(deleted).toMatchObject({ type: 'terminal.deleted', requestId: json.requestId })
  expect(deleted!.data.terminal).toEqual(before)
  expect((await terminal.call('DELETE', `/v1/terminals/${terminal.device.terminal}`)).status).toBe(404)
  await waitForEvents(terminal.merchant, ...afterPairing, 'deleted')
})

test('DELETE of a terminal with an open payment sends terminal.deleted and the canceled session before storage is deleted', async () => {
  const terminal = await createSimulated('SIM005')
  const paying = terminal.pay()
  await waitForEvents(terminal.merchant, 'registered', 'sent', 'awaiting_card')
  const [removed, paid] = await Promise.all([terminal.remove(), paying])
  expect([removed.status, paid.json.responseCode]).toEqual([200, 'G14'])
  const events = await waitForEvents(terminal.merchant, 'registered', 'sent', 'awaiting_card', 'deleted', 'canceled')
  expect(events[3]!.data.terminal.status).toBe('busy')
  expect(await storedEntries(terminal)).toEqual([])
})

test('DELETE of a terminal sends pending session events before terminal.deleted', async () => {
  const { merchant, pay, remove, awaitsCard } = await createSimulated('SIM005')
  const paying = pay()
  await awaitsCard()
  await Promise.all([remove(), paying])
  await waitForEvents(merchant, 'registered', 'sent', 'awaiting_card', 'deleted', 'canceled')
})

test('a deleted terminal keeps its storage until its last event is in the database', async () => {
  const terminal = await createSimulated('SIM005')
  const { merchant, pay, remove, object, awaitsCard } = terminal
  const paying = pay()
  await awaitsCard()
  const eventWrite = 'json_each(?) AS event'
  const fail = (times: number): void =>
    objectDatabase.before(eventWrite, async () => {
      if (times > 1) fail(times - 1)
      throw new Error('D1_ERROR: Network connection lost.')
    })
  // The deletion succeeds. The two following writes of the canceled session fail, each in all three attempts.
  objectDatabase.before(eventWrite, async () => fail(6))
  expect((await remove()).status).toBe(200)
  expect((await paying).json.responseCode).toBe('G14')
  expect((await terminalEventsOf(merchant)).map(labelOf)).toEqual(['registered', 'sent', 'awaiting_card', 'deleted'])
  expect(await runDurableObjectAlarm(object())).toBe(true)
  await waitForEvents(merchant, 'registered', 'sent', 'awaiting_card', 'deleted', 'canceled')
  await vi.waitFor(async () => expect(await storedEntries(terminal)).toEqual([]), polling)
})
