import { expect, test } from 'vitest'
import {
  captureConsole,
  day,
  hour,
  listWebhooks,
  rotateSecret,
  secretPattern,
  signingSecrets,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startWebhookReceivers()

test('a rotated secret signs together with the new one for 24 hours', async () => {
  const shop = await open()
  const receiver = await shop.receive({ headers: { 'x-shop': '7' } })
  const response = await rotateSecret(shop.call, receiver.id)
  expect(response.status).toBe(200)
  const { secret: newSecret, ...webhook } = response.json.webhook
  expect(newSecret).toMatch(secretPattern)
  expect([webhook]).toEqual(await listWebhooks(shop.call))
  expect(webhook).toMatchObject({ headerNames: ['x-shop'], enabled: true })
  expect(Math.abs(Date.parse(webhook.secretRotatedUntil) - clock.now() - day)).toBeLessThan(60_000)
  const secrets = [receiver.secret, newSecret]
  expect(await signingSecrets(shop, receiver, secrets)).toEqual(secrets)
  clock.advance(day - hour)
  expect(await signingSecrets(shop, receiver, secrets)).toEqual(secrets)
  clock.advance(hour)
  expect((await listWebhooks(shop.call))[0].secretRotatedUntil).toBeNull()
  expect(await signingSecrets(shop, receiver, secrets)).toEqual([newSecret])
})

test('after a second rotation the last two secrets sign, and the first one does not', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  const second = (await rotateSecret(shop.call, receiver.id)).json.webhook.secret
  const third = (await rotateSecret(shop.call, receiver.id)).json.webhook.secret
  expect(new Set([receiver.secret, second, third]).size).toBe(3)
  expect(await signingSecrets(shop, receiver, [receiver.secret, second, third])).toEqual([second, third])
})
