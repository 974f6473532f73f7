import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import {
  createWebhook,
  deleteWebhook,
  newUrl,
  newWebhook,
  captureConsole,
  rotateSecret,
  secretPattern,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

const printed = captureConsole()
const { clock } = startWebhookReceivers()

test('creation, update, rotation and deletion of a webhook succeed while its object is unreachable', async () => {
  const merchant = await createMerchant()
  const unreachable = {
    getByName: () => {
      throw new TypeError('unreachable')
    },
  }
  const { of } = objectGateway
  const bound = { WEBHOOK_ENDPOINTS: unreachable as unknown as typeof bindings.WEBHOOK_ENDPOINTS }
  const call = startWorker({ clock }, bound).as(merchant.secretKey)
  objectGateway.of = of
  const url = newUrl()
  const { id, secret } = await newWebhook(call, { url })
  expect(secret).toMatch(secretPattern)
  printed.length = 0
  const changed = [
    await createWebhook(call, { url }),
    await updateWebhook(call, id, { enabled: false }),
    await rotateSecret(call, id),
  ]
  expect(changed.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(changed[2]!.json.webhook.secret).toMatch(secretPattern)
  expect((await deleteWebhook(call, id)).status).toBe(200)
  const notified = printed.flat().filter((line) => !String(line).includes('health not read'))
  expect(notified).toEqual(Array(4).fill('{"webhook":"not notified","exception":"TypeError"}'))
})
