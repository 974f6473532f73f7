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
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startReceivers()

test('signs beside the new one for 24 hours', async () => {
  const shop = await open()
  const receiver = await shop.receive({ headers: { 'x-shop': '7' } })
  const answer = await rotateSecret(shop.call, receiver.id)
  expect(answer.status).toBe(200)
  const { secret: fresh, ...shown } = answer.json.webhook
  expect(fresh).toMatch(secretPattern)
  expect([shown]).toEqual(await listWebhooks(shop.call))
  expect(shown).toMatchObject({ headerNames: ['x-shop'], enabled: true })
  expect(Math.abs(Date.parse(shown.secretRotatedUntil) - clock.now() - day)).toBeLessThan(60_000)
  const secrets = [receiver.secret, fresh]
  expect(await signingSecrets(shop, receiver, secrets)).toEqual(secrets)
  clock.advance(day - hour)
  expect(await signingSecrets(shop, receiver, secrets)).toEqual(secrets)
  clock.advance(hour)
  expect((await listWebhooks(shop.call))[0].secretRotatedUntil).toBeNull()
  expect(await signingSecrets(shop, receiver, secrets)).toEqual([fresh])
})

test('ends at once where the one after it is replaced, too: two sign, never three', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  const second = (await rotateSecret(shop.call, receiver.id)).json.webhook.secret
  const third = (await rotateSecret(shop.call, receiver.id)).json.webhook.secret
  expect(new Set([receiver.secret, second, third]).size).toBe(3)
  expect(await signingSecrets(shop, receiver, [receiver.secret, second, third])).toEqual([second, third])
})
