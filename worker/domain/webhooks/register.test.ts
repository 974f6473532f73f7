import { describe, expect, test } from 'vitest'
import { maxWebhooks } from '#contract/webhooks/webhooks'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { registerWebhook } from './register.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'
import { url, webhookRegistration, webhookFixture } from './webhook.fixture.ts'

describe('registration of a webhook', () => {
  test('registering a webhook returns its secret, and the list omits the secret', async () => {
    const { register, listed, clock, audit, endpoints } = await webhookFixture()
    const before = clock.now()
    const webhook = await register({ subscribedEvents: [5, 0], headers: { 'x-shop': '7' } })
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url,
      enabled: true,
      subscribedEvents: [5, 0],
      eventTypes: null,
      maxConcurrency: 50,
      secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    })
    const [row] = await listed()
    expect(row).toEqual({
      id: webhook.id,
      url,
      enabled: true,
      subscribedEvents: [5, 0],
      eventTypes: null,
      headerNames: ['x-shop'],
      maxConcurrency: 50,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      secretRotatedUntil: null,
      created: expect.any(String),
      updated: row?.created,
    })
    expect(Date.parse(row!.created)).toBeGreaterThanOrEqual(before)
    expect(await audit()).toEqual([
      [
        'webhook.registered',
        {
          webhook: webhook.id,
          changes: {
            url: { old: null, new: 'https://shop.example.com/[redacted]' },
            enabled: { old: null, new: true },
            subscribedEvents: { old: null, new: [5, 0] },
            headers: { old: null, new: { 'x-shop': '[redacted]' } },
            maxConcurrency: { old: null, new: 50 },
            secret: { old: null, new: '[redacted]' },
          },
        },
      ],
    ])
    expect(endpoints.calls).toEqual([])
  })

  test('a webhook without headers stores no headers', async () => {
    const { register, listed, merchant } = await webhookFixture()
    await register({ headers: {} })
    expect((await listed())[0]).toMatchObject({ headerNames: [] })
    expect(await merchant.rows('SELECT sealedHeaders FROM webhooks WHERE account = ?', merchant.id)).toEqual([
      { sealedHeaders: null },
    ])
  })

  test('a webhook registered with headers null has the default headers of the account on their hosts alone', async () => {
    const { register, listed } = await webhookFixture({
      settings: { webhookDefaults: { hosts: ['shop.example.com'], headerNames: ['authorization'] } },
    })
    await register()
    await register({ url: 'https://www.shop.example.com/hooks' })
    await register({ url: `${url}/without`, headers: {} })
    expect((await listed()).map(({ headerNames }) => headerNames)).toEqual([[], [], ['authorization']])
  })

  test('registering a known URL updates its webhook, returns no secret and refreshes the endpoint', async () => {
    const { register, listed, audit, endpoints } = await webhookFixture()
    const first = await register({ headers: { 'x-shop': '7' } })
    const second = await register({ enabled: false, subscribedEvents: [1] })
    expect(second).toEqual({
      id: first.id,
      url,
      enabled: false,
      subscribedEvents: [1],
      eventTypes: null,
      maxConcurrency: 50,
      secret: null,
    })
    expect(await listed()).toMatchObject([{ id: first.id, enabled: false, subscribedEvents: [1], headerNames: [] }])
    expect((await audit())[1]).toEqual([
      'webhook.updated',
      {
        webhook: first.id,
        changes: {
          enabled: { old: true, new: false },
          subscribedEvents: { old: null, new: [1] },
          headers: { old: { 'x-shop': '[redacted]' }, new: 'defaults' },
        },
      },
    ])
    expect(endpoints.calls).toEqual([['refresh', first.id]])
  })

  test('ten concurrent registrations of one URL return one secret', async () => {
    const { register, listed } = await webhookFixture()
    const registered = await Promise.all(Array.from({ length: 10 }, () => register()))
    expect(registered.filter(({ secret }) => secret !== null)).toHaveLength(1)
    expect(new Set(registered.map(({ id }) => id)).size).toBe(1)
    expect(await listed()).toHaveLength(1)
  })

  test('registering a URL whose webhook is deleted meanwhile registers a new webhook', async () => {
    const { needs, register, listed } = await webhookFixture()
    const { id } = await register()
    const services = needs()
    const update: typeof services.webhooks.update = async (...change) => {
      await services.webhooks.delete(id, { at: 1, action: 'webhook.deleted', detail: {} })
      return services.webhooks.update(...change)
    }
    const { webhook } = await registerWebhook(webhookRegistration(), {
      ...services,
      webhooks: replaceFunctions(services.webhooks, { update }),
    })
    expect(webhook.id).not.toBe(id)
    expect(webhook.secret).not.toBeNull()
    expect((await listed()).map((one) => one.id)).toEqual([webhook.id])
  })

  test('registering more webhooks than the limit is rejected with limit_reached', async () => {
    const { needs, register } = await webhookFixture()
    for (let number = 0; number < maxWebhooks; number++) await register({ url: `${url}/${number}` })
    expect(await thrownErrors(registerWebhook(webhookRegistration({ url: `${url}/more` }), needs()))).toEqual([
      { type: 'limit_reached', details: { max: maxWebhooks } },
    ])
  })

  test('registering a local URL is rejected with url_not_allowed unless the deployment allows local URLs', async () => {
    const { needs } = await webhookFixture()
    const local = { ...webhookRegistration(), url: 'http://localhost:8080/hooks' }
    const strict = { ...needs(), webhookUrlRules: { allowLocal: false } }
    expect(await thrownErrors(registerWebhook(local, strict))).toMatchObject([
      { type: 'url_not_allowed', field: 'url' },
    ])
    const { webhook } = await registerWebhook(local, { ...needs(), webhookUrlRules: { allowLocal: true } })
    expect(webhook.url).toBe('http://localhost:8080/hooks')
  })
})
