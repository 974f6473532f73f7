import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import { logInDevice, requestPairingCode } from '../../testing/device.ts'
import type { DeviceConnection } from '../../testing/device.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'
import {
  afterPairing,
  interruptibleDatabase,
  readTerminal,
  registration,
  terminalEventFixture,
  terminalEventsOf,
  until,
  waitForEvents,
} from './terminalEvents.fixtures.ts'

const { as, clock, createPaired, createSimulated, fetch, limits, objectDatabase, worker } = terminalEventFixture()

describe('terminal.registered', () => {
  test.each([
    ['SIM001', 'online'],
    ['SIM003', 'offline'],
    ['SIM004', 'busy'],
  ])('registration of simulated terminal %s sends terminal.registered with status %s', async (code, status) => {
    const { merchant, registered } = await createSimulated(code)
    const [event, ...others] = await terminalEventsOf(merchant)
    expect(event).toMatchObject({ type: 'terminal.registered', kind: 6, sequence: 1, requestId: registered.requestId })
    expect(event!.data.terminal).toEqual(registered.terminals[0])
    expect(event!.data.terminal.status).toBe(status)
    expect(others).toEqual([])
  })

  test('terminal.registered contains the configuration', async () => {
    const merchant = await createMerchant()
    const configuration = { promptTip: true, tipAmounts: [1, 2.25, 3], keyCard: true }
    const { json } = await as(merchant.secretKey)('POST', '/v1/terminals', {
      body: { registrationCode: 'READER', nickname: 'Till 1', configuration },
    })
    const [event] = await terminalEventsOf(merchant)
    expect(event!.data.terminal).toEqual(json.terminals[0])
    expect(event!.data.terminal.configuration).toMatchObject(configuration)
  })

  test('pairing of a device sends terminal.registered when it confirms its key, and terminal.online when it logs in', async () => {
    const terminal = await createPaired()
    const [registered, online] = await waitForEvents(terminal.merchant, ...afterPairing)
    expect(registered).toMatchObject({ sequence: 1, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(registered!.data.terminal.status).toBe('pending')
    expect(online).toMatchObject({ sequence: 2, requestId: null })
    expect(online!.data.terminal).toEqual(await readTerminal(terminal))
  })
})

/** A second worker for API requests. Terminal objects keep the first worker's gateway. */
const startApiWorker = (database: D1Database) => {
  const { of } = objectGateway
  const apiWorker = startWorker({ clock, limits }, { DB_00: database })
  objectGateway.of = of
  return apiWorker
}

/** Registers a device's code. `onPaired` runs when the device receives its key. */
const sendKey = async (apiWorker: ReturnType<typeof startApiWorker>, onPaired: (line: DeviceConnection) => void) => {
  const merchant = await createMerchant()
  const call = apiWorker.as(merchant.secretKey)
  const { line, code } = await requestPairingCode(fetch)
  const registering = call('POST', '/v1/terminals', registration(code))
  const { reader, key } = await line.next('paired')
  onPaired(line)
  return { merchant, call, registering, device: { reader, key, terminal: reader.slice(3) } }
}
const confirm = (line: DeviceConnection) => line.send({ type: 'stored' })
const disconnect = (line: DeviceConnection) => line.close()

/** Registers a device that confirms its key, while the request fails before it records the confirmation. */
const failAfterConfirmation = async () => {
  let isDown = false
  const apiWorker = startApiWorker(
    interceptD1(bindings.DB_00, {
      before: ({ sql }) => {
        isDown ||= sql.some((text) => text.startsWith('UPDATE terminals SET registering'))
        if (isDown) throw connectionLost()
      },
    }),
  )
  const { registering, ...sent } = await sendKey(apiWorker, confirm)
  const { status, headers } = await registering
  expect(status).toBe(503)
  expect(await terminalEventsOf(sent.merchant)).toEqual([])
  return { ...sent, requestId: headers.get('x-request-id'), call: as(sent.merchant.secretKey) }
}

const withdrawal = 'DELETE FROM terminals'

test('a device that disconnects without storing its key leaves no terminal and no event', async () => {
  const { merchant, registering } = await sendKey(worker, disconnect)
  expect((await registering).json.errors[0].type).toBe('registration_code_invalid')
  expect(await merchant.rows('SELECT * FROM events WHERE account = ?', merchant.id)).toEqual([])
  expect(await merchant.rows('SELECT * FROM terminals WHERE account = ?', merchant.id)).toEqual([])
})

test('a device that disconnects without confirming and logs in before the withdrawal stays registered', async () => {
  const { d1, before } = interruptibleDatabase()
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof sendKey>>['device']>()
  before(withdrawal, async () => logInDevice(fetch, await opened.promise))
  const { merchant, call, registering, device } = await sendKey(startApiWorker(d1), disconnect)
  opened.resolve(device)
  const { status, json } = await registering
  expect([status, json.terminals[0].id]).toEqual([200, device.terminal])
  const [registered] = await waitForEvents(merchant, ...afterPairing)
  expect(registered!.requestId).toBe(json.requestId)
  expect((await call('GET', '/v1/terminals')).json.terminals).toHaveLength(1)
})

test('a device that logs in while its registration is withdrawn receives deleted, and no event is sent', async () => {
  const { d1, before } = interruptibleDatabase()
  let hasRead = false
  let isWithdrawn = false
  before(withdrawal, () => until(() => hasRead))
  const { merchant, registering, device } = await sendKey(startApiWorker(d1), disconnect)
  void registering.then(() => (isWithdrawn = true))
  // The object has read the terminal as registered. The withdrawal follows before the object confirms it.
  objectDatabase.before('UPDATE terminals SET registering', async () => {
    hasRead = true
    await until(() => isWithdrawn)
  })
  await expect(logInDevice(fetch, device)).rejects.toThrow('got {"type":"deleted"}')
  expect((await registering).status).toBe(400)
  expect(await merchant.rows('SELECT * FROM events WHERE account = ?', merchant.id)).toEqual([])
})

test('terminal.registered of an interrupted registration is sent once, at the first login, with the request id of the registration', async () => {
  const { merchant, device, requestId, call } = await failAfterConfirmation()
  await logInDevice(fetch, device)
  const [registered] = await waitForEvents(merchant, ...afterPairing)
  expect(registered!.requestId).toBe(requestId)
  expect((await call('GET', '/v1/terminals')).json.terminals).toMatchObject([{ id: device.terminal }])
  await logInDevice(fetch, device)
  await waitForEvents(merchant, ...afterPairing)
})

test('terminal.registered of an interrupted registration is sent at deletion if the device never logs in', async () => {
  const { merchant, device, requestId, call } = await failAfterConfirmation()
  expect((await call('DELETE', `/v1/terminals/${device.terminal}`)).status).toBe(200)
  const [registered] = await waitForEvents(merchant, 'registered', 'deleted')
  expect(registered!.requestId).toBe(requestId)
})
