import { expect, test } from 'vitest'
import { logIn, pairDevice, showCode } from '../../testing/device.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

test('a reader that closes its connection is answered, and need not wait for a time-out', async () => {
  const device = await pairDevice(fetch, as((await createMerchant()).secretKey))
  const { line } = await logIn(fetch, device)
  line.close()
  expect(await line.closed).toBe(1000)
})

test('so is one that closes it while it shows a code', async () => {
  const { line } = await showCode(fetch)
  line.close()
  expect(await line.closed).toBe(1000)
})
