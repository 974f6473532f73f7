import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { closeCodes, pairingAddress, pairingCodeAlphabet } from '#contract/terminals/device'
import { generatePairingCode } from '../../terminals/connection/connect.ts'
import { connectDevice, pairingStub, requestPairingCode } from '../../testing/device.ts'
import type { DeviceConnection } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  codeInvalid,
  listTerminals,
  register,
  registerShown,
  registrationFixture,
} from '../../testing/fixtures/registrationFixture.ts'

const { fetch, codes, setUp } = registrationFixture()

test('a pairing code has six of 31 characters, in a uniform distribution', () => {
  const codes = Array.from({ length: 5_000 }, generatePairingCode)
  for (const code of codes) expect(code).toMatch(/^[23456789ABCDEFGHJKLMNPQRSTUVWXY]{6}$/)
  const drawn = codes.join('')
  // 968 of each are expected; seven standard deviations are 214.
  for (const letter of pairingCodeAlphabet)
    expect(Math.abs(drawn.split(letter).length - 1 - 30_000 / 31)).toBeLessThan(214)
  expect(pairingCodeAlphabet).toHaveLength(31)
  // 256 is no multiple of 31, so unfiltered bytes would favor the first eight characters. 7742 of these are expected; six standard deviations are 455.
  const first = [...drawn].filter((letter) => pairingCodeAlphabet.indexOf(letter) < 8).length
  expect(Math.abs(first - (30_000 * 8) / 31)).toBeLessThan(455)
})

const storageOf = (object: DurableObjectStub): Promise<string> =>
  runInDurableObject(object, (_object, { storage }) =>
    JSON.stringify([...storage.kv.list()], (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
  )

test('registering an unknown or a simulated code in live mode returns 400 registration_code_invalid', async () => {
  const { call } = await setUp({ mode: 'live' })
  for (const code of ['SIM002', '222222', 'anything else'])
    expect(firstError(await register(call, code))).toEqual(codeInvalid)
  expect(await listTerminals(call)).toEqual([])
})

test.each(['BAD000', 'EXP000', 'USED00', 'bad000'])(
  'registering the test code %s returns 400 registration_code_invalid',
  async (code) => {
    const { call } = await setUp()
    expect(firstError(await register(call, code))).toEqual(codeInvalid)
  },
)

test('a pairing code expires after ten minutes', async () => {
  const { call } = await setUp()
  const { line, code } = await requestPairingCode(fetch)
  expect(await runDurableObjectAlarm(pairingStub(code))).toBe(true)
  expect(await line.closed).toBe(closeCodes.codeExpired)
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
})

test('an expired pairing code returns 400 before its alarm has run', async () => {
  const { call } = await setUp()
  const { line, code } = await requestPairingCode(fetch)
  await runInDurableObject(pairingStub(code), (_pairing, { storage }) =>
    storage.kv.put('shown', { ...storage.kv.get<object>('shown'), until: Date.now() - 1 }),
  )
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
  expect(line.unread).toEqual([])
})

test('the pairing code of a disconnected device returns 400 registration_code_invalid', async () => {
  const { call } = await setUp()
  const { line, code } = await requestPairingCode(fetch)
  line.close()
  await vi.waitFor(async () => expect(await storageOf(pairingStub(code))).toContain('expired'))
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
})

test('a pairing code cannot be registered before its device sends hello', async () => {
  const { call } = await setUp({ mode: 'live' })
  const line = await connectDevice(fetch, pairingAddress('live'))
  const code = codes.at(-1)!
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
  line.send({ type: 'hello', make: 'Acme', model: 'One', serialNumber: 'A-1' })
  expect((await line.next('code')).code).toBe(code)
  await registerShown(call, { line, code })
})

const failures: Readonly<Record<string, (line: DeviceConnection, code: string) => Promise<unknown> | void>> = {
  disconnects: (line) => line.close(),
  'sends another message': (line) => line.send({ type: 'hello', make: '', model: '', serialNumber: '' }),
  'sends nothing': (_line, code) => runInDurableObject(pairingStub(code), () => void vi.runAllTimers()),
}

test.each(Object.entries(failures))(
  'registration returns 400 and uses up the pairing code when the device %s instead of storing its key',
  async (_what, fail) => {
    // Skips the five seconds of waiting for a device that sends nothing.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { merchant, call } = await setUp()
      const { line, code } = await requestPairingCode(fetch)
      const registering = register(call, code)
      await line.next('paired')
      await fail(line, code)
      expect(firstError(await registering)).toEqual(codeInvalid)
      expect(await merchant.rows('SELECT * FROM terminals WHERE account = ?', merchant.id)).toEqual([])
      expect((await call('GET', '/v1/terminals')).headers.get('x-total-count')).toBe('0')
      expect(firstError(await register(call, code))).toEqual(codeInvalid)
    } finally {
      vi.useRealTimers()
    }
  },
)
