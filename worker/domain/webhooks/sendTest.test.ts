import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { testWebhook } from './sendTest.ts'
import { webhookFixture, webhookNotFound } from './webhook.fixture.ts'

const attempt = (status: number | null) => ({ test: async () => ({ at: 86_400_000, status, tookMs: 12 }) })

describe('test of a webhook', () => {
  test.each([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [300, false],
    [410, false],
    [null, false],
  ])('a webhook test with response status %s has delivered %s', async (status, delivered) => {
    const { needs, register } = await webhookFixture({}, attempt(status))
    const { id } = await register()
    expect(await testWebhook(id, needs())).toEqual({
      attempt: { at: '1970-01-02T00:00:00.000Z', status, tookMs: 12 },
      delivered,
      errors: null,
    })
  })

  test('testing a webhook that is deleted meanwhile returns not_found', async () => {
    const { needs, register } = await webhookFixture()
    const { id } = await register()
    expect(await thrownErrors(testWebhook(id, needs()))).toEqual(webhookNotFound)
  })

  test('testing a webhook whose endpoint cannot read the database returns unavailable', async () => {
    const { needs, register } = await webhookFixture({}, { test: async () => 'unread' })
    const { id } = await register()
    expect(await thrownErrors(testWebhook(id, needs()))).toEqual([{ type: 'unavailable' }])
  })
})
