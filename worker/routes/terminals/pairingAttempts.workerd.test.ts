import { evictDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { pairingStub, requestPairingCode } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  codeInvalid,
  register,
  registerShown,
  registrationFixture,
} from '../../testing/fixtures/registrationFixture.ts'
import type { Call } from '../../testing/merchant.ts'

const { as, fetch, clock, setUp } = registrationFixture()

const quota = 10
/** Registers invalid codes up to the limit. */
const guess = async (call: Call, times: number) => {
  for (let time = 0; time < times; time++) expect(firstError(await register(call, 'BAD000'))).toEqual(codeInvalid)
}

test('the eleventh invalid pairing code within a minute returns 429, also after an eviction, until the minute is over', async () => {
  const { call } = await setUp()
  const shown = await requestPairingCode(fetch)
  await guess(call, quota)
  await evictDurableObject(pairingStub(shown.code))
  const stopped = await register(call, shown.code)
  expect(firstError(stopped)).toEqual([429, 'rate_limited', null])
  expect(stopped.json.errors[0].message.details).toEqual({ policy: 'codes', quota, window: 60 })
  expect(stopped.headers.get('retry-after')).toBe('60')
  clock.advance(40_000)
  expect((await register(call, shown.code)).status).toBe(429)
  clock.advance(20_000)
  await registerShown(call, shown)
  await guess(call, quota)
  expect((await register(call, 'BAD000')).status).toBe(429)
})

test('of 15 concurrent invalid pairing codes, ten return 400 and five return 429', async () => {
  const { call } = await setUp()
  const responses = await Promise.all(Array.from({ length: 15 }, () => register(call, 'BAD000')))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: quota }, () => 400),
    ...Array.from({ length: 5 }, () => 429),
  ])
})

test('registrations of simulated terminals by names that no device shows do not count toward the limit', async () => {
  const { call } = await setUp()
  await guess(call, quota - 1)
  for (let time = 0; time < 3; time++) expect((await register(call, 'SIM001')).status).toBe(200)
  await guess(call, 1)
  expect((await register(call, 'SIM001')).status).toBe(429)
})

test('pairings that their devices confirm do not count toward the limit, so a hundred tills can be paired in a row', async () => {
  const { call } = await setUp()
  for (let time = 0; time < 2 * quota; time++) await registerShown(call, await requestPairingCode(fetch))
  await guess(call, quota)
  expect((await register(call, 'BAD000')).status).toBe(429)
})

test('a right code with a wrong device id counts toward the limit', async () => {
  const { call } = await setUp()
  await guess(call, quota - 1)
  const shown = await requestPairingCode(fetch)
  await register(call, shown.code, { deviceId: 'ABCD1234' })
  expect((await register(call, shown.code)).status).toBe(429)
})

test('the pairing limit counts by real time, not by the test clock', async () => {
  const { call } = await setUp()
  let limited = 0
  for (let times = 0; times < 20; times++) {
    limited += (await register(call, 'BAD000')).status === 429 ? 1 : 0
    await call('POST', '/v1/testclock/advance', { body: { seconds: 3600 } })
  }
  expect(limited).toBe(20 - quota)
})

test('codes of simulated terminals that a device could show count toward the limit in test mode', async () => {
  const { call } = await setUp()
  for (let time = 0; time < quota; time++) expect((await register(call, 'READER')).status).toBe(200)
  const { code } = await requestPairingCode(fetch)
  expect((await register(call, code)).status).toBe(429)
})

test('the pairing limit of an account does not affect other accounts or its other mode', async () => {
  const { merchant, call } = await setUp()
  await guess(call, quota)
  expect((await register(call, 'READER')).status).toBe(429)
  const live = as((await merchant.issue('sk', { mode: 'live' })).key)
  const { call: other } = await setUp()
  for (const unaffected of [live, other]) expect(firstError(await register(unaffected, 'BAD000'))).toEqual(codeInvalid)
})

test('invalid requests do not count toward the pairing limit', async () => {
  const { call } = await setUp()
  for (let time = 0; time <= quota; time++)
    expect((await register(call, 'BAD000', { nickname: '' })).json.errors[0].type).toBe('length_invalid')
  expect((await register(call, 'READER')).status).toBe(200)
})
