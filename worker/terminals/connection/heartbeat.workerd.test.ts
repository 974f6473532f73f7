import { expect, test } from 'vitest'
import { heartbeat } from '#contract/terminals/device'
import { logInDevice, pairDevice, requestPairingCode } from '../../testing/device.ts'
import type { DeviceConnection } from '../../testing/device.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

const sendHeartbeat = async ({ send, unread }: DeviceConnection): Promise<unknown> => {
  send(heartbeat.request)
  await expect.poll(() => unread.length).toBe(1)
  return (unread as unknown[]).shift()
}

test('a heartbeat during pairing gets a response, and the pairing code stays valid', async () => {
  const { line, code } = await requestPairingCode(fetch)
  expect(await sendHeartbeat(line)).toBe(heartbeat.reply)
  const { secretKey } = await createMerchant()
  const registering = as(secretKey)('POST', '/v1/terminals', { body: { registrationCode: code, nickname: 'Till 1' } })
  await line.next('paired')
  line.send({ type: 'stored' })
  expect((await registering).status).toBe(200)
})

test('a heartbeat of an idle terminal gets a response', async () => {
  const { secretKey } = await createMerchant()
  const { line } = await logInDevice(fetch, await pairDevice(fetch, as(secretKey)))
  expect(await sendHeartbeat(line)).toBe(heartbeat.reply)
})
