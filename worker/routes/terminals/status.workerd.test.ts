import { expect, test, vi } from 'vitest'
import { logInDevice, pairDevice } from '../../testing/device.ts'
import { registrationFixture, statusOf } from '../../testing/fixtures/registrationFixture.ts'

const { fetch, setUp } = registrationFixture()

test('a terminal is pending before login, online after it, busy during a payment, and offline after a disconnect', async () => {
  const { call } = await setUp()
  const device = await pairDevice(fetch, call)
  const status = () => statusOf(call, device.terminal)
  expect(await status()).toBe('pending')
  const { line } = await logInDevice(fetch, device)
  expect(await status()).toBe('online')
  const paying = call('POST', '/v1/transactions/authorize', {
    body: { payment: { terminal: { id: device.terminal } }, amount: { value: 5 } },
  })
  const { session } = await line.next('payment')
  expect(await status()).toBe('busy')
  line.send({ type: 'cancel', session })
  await paying
  expect(await status()).toBe('online')
  line.close()
  await vi.waitFor(async () => expect(await status()).toBe('offline'))
})
