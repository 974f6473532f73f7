import { describe, expect, test } from 'vitest'
import { secretOverlapHours } from '#contract/webhooks/webhooks'
import { rotateWebhookSecret } from './rotateSecret.ts'
import { hourMs, webhookFixture } from './webhook.fixture.ts'

describe('rotation of a webhook secret', () => {
  test('rotating a webhook secret returns a new secret, and the previous secret also signs for a day', async () => {
    const { needs, register, clock, endpoints, audit, listed } = await webhookFixture()
    const { id, secret } = await register()
    const { webhook } = await rotateWebhookSecret(id, needs())
    expect(webhook.secret).toMatch(/^whsec_/)
    expect(webhook.secret).not.toBe(secret)
    const until = Date.parse(webhook.secretRotatedUntil!)
    expect(until - Date.parse(webhook.updated)).toBe(secretOverlapHours * hourMs)
    expect(endpoints.calls).toEqual([['refresh', id]])
    expect((await audit())[1]).toEqual([
      'webhook.rotated',
      {
        webhook: id,
        changes: {
          secret: { old: '[redacted]', new: '[redacted]' },
          secretRotatedUntil: { old: null, new: until },
        },
      },
    ])
    expect((await listed())[0]).toMatchObject({ secretRotatedUntil: webhook.secretRotatedUntil })
    clock.advance(secretOverlapHours * hourMs)
    expect((await listed())[0]).toMatchObject({ secretRotatedUntil: null })
  })

  test('rotating a webhook secret twice replaces the stored previous secret', async () => {
    const { needs, register, merchant } = await webhookFixture()
    const { id } = await register()
    const sealed = async () =>
      (await merchant.rows('SELECT sealedSecret, previousSecret FROM webhooks WHERE id = ?', id))[0]!
    const [first, , second] = [await sealed(), await rotateWebhookSecret(id, needs()), await sealed()]
    await rotateWebhookSecret(id, needs())
    const third = await sealed()
    expect(first['previousSecret']).toBeNull()
    expect([second['previousSecret'], third['previousSecret']]).toEqual([first['sealedSecret'], second['sealedSecret']])
  })
})
