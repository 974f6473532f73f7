import { expect, test } from 'vitest'
import { logInDevice, pairDevice, requestPairingCode } from '../../testing/device.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

test('a paired device that closes its connection gets close code 1000', async () => {
  const device = await pairDevice(fetch, as((await createMerchant()).secretKey))
  const { line } = await logInDevice(fetch, device)
  line.close()
  expect(await line.closed).toBe(1000)
})

test('an unpaired device that closes its connection gets close code 1000', async () => {
  const { line } = await requestPairingCode(fetch)
  line.close()
  expect(await line.closed).toBe(1000)
})
