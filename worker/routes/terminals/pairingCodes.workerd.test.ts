import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { closeCodes, codeAlphabet } from '#contract/terminals/device'
import { generatePairingCode } from '../../terminals/connection/connect.ts'
import { openLine, pairingObject, showCode } from '../../testing/device.ts'
import type { Line } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  codeInvalid,
  listTerminals,
  register,
  registerShown,
  registrationFixture,
} from '../../testing/fixtures/registrationFixture.ts'

const { fetch, codes, setUp } = registrationFixture()

test('has six of 31 letters and digits, none of them more often than another', () => {
  const codes = Array.from({ length: 5_000 }, generatePairingCode)
  for (const code of codes) expect(code).toMatch(/^[23456789ABCDEFGHJKLMNPQRSTUVWXY]{6}$/)
  const drawn = codes.join('')
  // About 968 of each: seven standard deviations are 214.
  for (const letter of codeAlphabet) expect(Math.abs(drawn.split(letter).length - 1 - 30_000 / 31)).toBeLessThan(214)
  expect(codeAlphabet).toHaveLength(31)
  // 256 is no multiple of 31: bytes taken as they come would favour the first eight. About 7742 are theirs, six standard deviations 455.
  const first = [...drawn].filter((letter) => codeAlphabet.indexOf(letter) < 8).length
  expect(Math.abs(first - (30_000 * 8) / 31)).toBeLessThan(455)
})

const storageOf = (object: DurableObjectStub): Promise<string> =>
  runInDurableObject(object, (_object, { storage }) =>
    JSON.stringify([...storage.kv.list()], (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
  )

test('in live mode: one that nobody shows, or that would be a simulated reader', async () => {
  const { call } = await setUp({ mode: 'live' })
  for (const code of ['SIM002', '222222', 'anything else'])
    expect(firstError(await register(call, code))).toEqual(codeInvalid)
  expect(await listTerminals(call)).toEqual([])
})

test.each(['BAD000', 'EXP000', 'USED00', 'bad000'])('in test mode: %s', async (code) => {
  const { call } = await setUp()
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
})

test('one that was shown for ten minutes', async () => {
  const { call } = await setUp()
  const { line, code } = await showCode(fetch)
  expect(await runDurableObjectAlarm(pairingObject(code))).toBe(true)
  expect(await line.closed).toBe(closeCodes.codeExpired)
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
})

test('one whose time is over and whose alarm has yet to ring', async () => {
  const { call } = await setUp()
  const { line, code } = await showCode(fetch)
  await runInDurableObject(pairingObject(code), (_pairing, { storage }) =>
    storage.kv.put('shown', { ...storage.kv.get<object>('shown'), until: Date.now() - 1 }),
  )
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
  expect(line.unread).toEqual([])
})

test('one whose reader has gone', async () => {
  const { call } = await setUp()
  const { line, code } = await showCode(fetch)
  line.close()
  await vi.waitFor(async () => expect(await storageOf(pairingObject(code))).toContain('expired'))
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
})

test('one that a reader has been given and does not show yet', async () => {
  const { call } = await setUp({ mode: 'live' })
  const line = await openLine(fetch)
  const code = codes.at(-1)!
  expect(firstError(await register(call, code))).toEqual(codeInvalid)
  line.send({ type: 'hello', make: 'Acme', model: 'One', serialNumber: 'A-1' })
  expect((await line.next('code')).code).toBe(code)
  await registerShown(call, { line, code })
})

const ways: Readonly<Record<string, (line: Line, code: string) => Promise<unknown> | void>> = {
  'it hangs up': (line) => line.close(),
  'it says something else': (line) => line.send({ type: 'hello', make: '', model: '', serialNumber: '' }),
  'it is silent': (_line, code) => runInDurableObject(pairingObject(code), () => void vi.runAllTimers()),
}

test.each(Object.entries(ways))('%s', async (_what, act) => {
  // So that nobody waits five seconds for the one that is silent.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const { merchant, call } = await setUp()
    const { line, code } = await showCode(fetch)
    const registering = register(call, code)
    await line.next('paired')
    await act(line, code)
    expect(firstError(await registering)).toEqual(codeInvalid)
    expect(await merchant.rows('SELECT * FROM terminals WHERE account = ?', merchant.id)).toEqual([])
    expect((await call('GET', '/v1/terminals')).headers.get('x-total-count')).toBe('0')
    expect(firstError(await register(call, code))).toEqual(codeInvalid)
  } finally {
    vi.useRealTimers()
  }
})
