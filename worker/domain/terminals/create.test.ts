import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { createTerminal } from './create.ts'
import { getTerminal } from './get.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'
import { deviceCode, claimedDevice, request, terminalFixture, codeInvalid } from './registration.fixture.ts'

describe('registration of a simulated terminal', () => {
  test('registering a simulated terminal returns it with its status and announces it once', async () => {
    const { register, needs, merchant, terminalsClient, rows } = await terminalFixture()
    const terminal = await register({
      registrationCode: 'sim002',
      configuration: { promptTip: true, tipAmounts: [1, 2.5, 3], keyCard: true },
    })
    expect(JSON.parse(JSON.stringify(terminal))).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      make: 'Sluice',
      model: 'Simulated reader',
      serialNumber: '',
      nickname: 'Till 1',
      status: 'online',
      configuration: {
        promptTip: true,
        tipAmounts: [1, 2.5, 3],
        promptCvv: false,
        promptPostalCode: false,
        promptAmountConfirmation: false,
        promptSignature: false,
        keyCard: true,
      },
    })
    expect(await getTerminal(terminal.id, needs())).toEqual({ terminals: [terminal], errors: null })
    expect(await rows()).toEqual([{ id: terminal.id, simulated: 'SIM002', registering: null, deleted: null }])
    expect(await readEventTypes(merchant)).toEqual(['terminal.registered'])
    // Codes of devices contain no 0 or 1, so that this code is not claimed.
    expect(terminalsClient.calls.map(([name]) => name)).toEqual(['status', 'status'])
    expect(
      (await merchant.rows('SELECT action, detail FROM audit WHERE account = ?', merchant.id)).map((row) => [
        row['action'],
        JSON.parse(row['detail']),
      ]),
    ).toMatchObject([
      ['terminal.registered', { terminal: terminal.id, changes: { nickname: { old: null, new: 'Till 1' } } }],
    ])
  })

  test.each(['BAD000', 'exp000', 'USED00'])(
    'registering a terminal with code %s in test mode is rejected with registration_code_invalid',
    async (registrationCode) => {
      const { needs, rows } = await terminalFixture()
      expect(await thrownErrors(createTerminal(request({ registrationCode }), needs()))).toEqual(codeInvalid)
      expect(await rows()).toEqual([])
    },
  )

  test('registering a simulated terminal in live mode is rejected with registration_code_invalid', async () => {
    const { needs, rows } = await terminalFixture({ mode: 'live' })
    expect(await thrownErrors(createTerminal(request(), needs()))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
  })

  test('registering a terminal without deviceId is rejected with device_id_required for an account in Canada', async () => {
    const { needs, register } = await terminalFixture({ settings: { processingCountry: 'CA' } })
    expect(await thrownErrors(createTerminal(request(), needs()))).toEqual([
      { type: 'device_id_required', field: 'deviceId' },
    ])
    expect(await register({ deviceId: 'ABCD1234' })).toMatchObject({ nickname: 'Till 1' })
  })
})

describe('pairing attempts', () => {
  test('the eleventh failed pairing attempt within a minute is rejected with rate_limited', async () => {
    const { needs, register, attempts, clock } = await terminalFixture({}, { claim: async () => 'invalid' })
    const attempt = () => createTerminal(request({ registrationCode: deviceCode }), needs())
    for (let number = 1; number <= 10; number++) expect(await thrownErrors(attempt())).toEqual(codeInvalid)
    expect(await attempts()).toBe(10)
    expect(await thrownErrors(attempt())).toEqual([
      { type: 'rate_limited', details: { policy: 'codes', quota: 10, window: 60 } },
    ])
    expect(await thrownErrors(createTerminal(request(), needs()))).toMatchObject([{ type: 'rate_limited' }])
    clock.advance(61_000)
    await register()
    expect(await attempts()).toBe(0)
  })

  test('a window of pairing attempts that begins in the future ends at once', async () => {
    const { register, attempts, merchant, clock } = await terminalFixture()
    await merchant.run('INSERT INTO codeAttempts VALUES (?, ?, 10, ?)', merchant.id, 'test', clock.now() + 86_400_000)
    await register({ registrationCode: deviceCode })
    expect(await attempts()).toBe(1)
  })

  test('a pairing attempt with a code for a simulated terminal counts only if the code has the format of devices', async () => {
    const { register, attempts } = await terminalFixture()
    await register()
    expect(await attempts()).toBe(0)
    await register({ registrationCode: deviceCode.toLowerCase() })
    expect(await attempts()).toBe(1)
  })

  test('fifteen concurrent pairing attempts do not exceed the limit of ten', async () => {
    const { needs } = await terminalFixture({}, { claim: async () => 'invalid' })
    const attempts = Array.from({ length: 15 }, () =>
      thrownErrors(createTerminal(request({ registrationCode: deviceCode }), needs())),
    )
    const types = (await Promise.all(attempts)).map(([error]) => error?.type)
    expect(types.filter((type) => type === 'registration_code_invalid')).toHaveLength(10)
    expect(types.filter((type) => type === 'rate_limited')).toHaveLength(5)
  })
})

describe('registration of a device', () => {
  test('registering a device sends it its key and announces the terminal after the device has confirmed', async () => {
    const { calls, claim } = claimedDevice()
    const { register, merchant, rows, terminalsClient, attempts, needs } = await terminalFixture({}, { claim })
    const services = needs()
    const terminal = await register({ registrationCode: deviceCode.toLowerCase(), deviceId: 'abcd1234' }, services)
    expect(terminal).toMatchObject({ make: 'Acme', model: 'One', serialNumber: 'A-1', status: 'online' })
    // 32 bytes in base64url.
    expect(calls).toEqual([`handOver ${terminal.id} 43`])
    expect(await rows()).toEqual([{ id: terminal.id, simulated: null, registering: null, deleted: null }])
    expect(await readEventTypes(merchant)).toEqual(['terminal.registered'])
    expect(await attempts()).toBe(0)
    expect(terminalsClient.calls).toEqual([
      ['claim', deviceCode, { by: services.requestId, deviceId: 'abcd1234' }],
      ['status', expect.objectContaining({ id: terminal.id })],
    ])
    expect(await merchant.rows('SELECT deviceId FROM terminals WHERE id = ?', terminal.id)).toEqual([
      { deviceId: 'abcd1234' },
    ])
  })

  test('registering a device with an Idempotency-Key claims the code by key and fingerprint', async () => {
    const { claim } = claimedDevice()
    const { register, terminalsClient } = await terminalFixture({}, { claim })
    await register({ registrationCode: deviceCode }, { idempotent: { keyHash: 'once', fingerprint: 'f' } })
    expect(terminalsClient.calls[0]).toEqual(['claim', deviceCode, { by: 'once f', deviceId: null }])
  })

  test('a registration that the device does not confirm is withdrawn and rejected', async () => {
    const { claim } = claimedDevice({ handOver: async () => false })
    const { needs, rows, merchant } = await terminalFixture({}, { claim })
    expect(await thrownErrors(createTerminal(request({ registrationCode: deviceCode }), needs()))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
    expect(await readEventTypes(merchant)).toEqual([])
    expect(
      await merchant.rows("SELECT total FROM counters WHERE account = ? AND name = 'terminals'", merchant.id),
    ).toEqual([{ total: 0 }])
  })

  test('a registration that the device does not confirm stays if the device has logged in', async () => {
    const fixture = await terminalFixture()
    const { claim } = claimedDevice({
      handOver: async ({ id }) => {
        await fixture.services().terminals.confirm(id, 1)
        return false
      },
    })
    const terminal = await fixture.register(
      { registrationCode: deviceCode },
      { terminalsClient: { ...fixture.terminalsClient, claim } },
    )
    expect(await fixture.rows()).toMatchObject([{ id: terminal.id, registering: null }])
  })

  test('a failed handover of the device key is retried', async () => {
    let count = 0
    const { claim } = claimedDevice({
      handOver: async () => {
        if (++count === 1) throw new Error('lost')
        return true
      },
    })
    const { register, rows } = await terminalFixture({}, { claim })
    const terminal = await register({ registrationCode: deviceCode })
    expect(count).toBe(2)
    expect(await rows()).toMatchObject([{ id: terminal.id, registering: null }])
  })

  test('a registration whose handover fails twice is withdrawn and releases the code', async () => {
    const { calls, claim } = claimedDevice({ handOver: () => Promise.reject(new Error('lost')) })
    const { needs, rows } = await terminalFixture({}, { claim })
    await expect(createTerminal(request({ registrationCode: deviceCode }), needs())).rejects.toThrow('lost')
    expect(calls).toEqual(['release'])
    expect(await rows()).toEqual([])
  })

  test('a database failure during the registration of a device releases the code', async () => {
    const { calls, claim } = claimedDevice()
    const { needs } = await terminalFixture({}, { claim })
    const services = needs()
    const terminals = replaceFunctions(services.terminals, { insert: () => Promise.reject(new Error('no database')) })
    await expect(createTerminal(request({ registrationCode: deviceCode }), { ...services, terminals })).rejects.toThrow(
      'no database',
    )
    expect(calls).toEqual(['release'])
  })
})

/** A registration whose device never confirms, and a function that repeats the request. */
const registered = async () => {
  const fixture = await terminalFixture()
  const { claim } = claimedDevice({ handOver: () => new Promise(() => undefined) })
  void createTerminal(request({ registrationCode: deviceCode }), {
    ...fixture.needs(),
    terminalsClient: { ...fixture.terminalsClient, claim },
  })
  await expect.poll(async () => (await fixture.rows()).length).toBe(1)
  const { id } = (await fixture.rows())[0]!
  const repeat = (isKept: boolean, terminal = id as string) =>
    createTerminal(request({ registrationCode: deviceCode }), {
      ...fixture.needs(),
      terminalsClient: { ...fixture.terminalsClient, claim: async () => ({ terminal, isKept }) },
    })
  return { ...fixture, id: id as string, repeat }
}

describe('repeated registration after a lost response', () => {
  test('a repeated registration returns the terminal if the device has confirmed', async () => {
    const { repeat, id, rows, merchant } = await registered()
    expect((await repeat(true)).terminals).toMatchObject([{ id, make: 'Acme' }])
    expect((await repeat(true)).terminals).toMatchObject([{ id }])
    expect(await rows()).toMatchObject([{ id, registering: null }])
    expect(await readEventTypes(merchant)).toEqual(['terminal.registered'])
  })

  test('a repeated registration is rejected if the device has not confirmed', async () => {
    const { repeat, rows } = await registered()
    expect(await thrownErrors(repeat(false))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
  })

  test('a repeated registration is rejected if the terminal was deleted', async () => {
    const { repeat } = await registered()
    expect(await thrownErrors(repeat(true, 'gone'))).toEqual(codeInvalid)
  })
})
