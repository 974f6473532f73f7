import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyWebhook } from '../../../../widget/client/index.ts'
import { readDocument } from '../markdown.ts'

const page = readDocument('docs/guides/webhooks.md')

/** The one value of a pattern in the samples of all languages. */
const known = (pattern: RegExp): string => {
  const values = new Set([...page.matchAll(pattern)].map(([value, group]) => group ?? value))
  expect([...values]).toHaveLength(1)
  return [...values][0]!
}

const timestamp = known(/["']webhook-timestamp["']\s*(?:=>|:) ["'](\d+)["']/g)

beforeAll(() => void vi.useFakeTimers({ now: Number(timestamp) * 1000, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

test('webhooks guide: the known values are verified by standardwebhooks and by verifyWebhook', async () => {
  const secret = known(/whsec_[A-Za-z0-9+/=]{20,}/g)
  const headers = {
    'webhook-id': known(/msg_\w+/g),
    'webhook-timestamp': timestamp,
    'webhook-signature': known(/v1,[A-Za-z0-9+/=]{40,}/g),
  }
  const body = '{"test": 2432232314}'
  expect(page).toContain(body)
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body))
  await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject({ reason: 'signature_wrong' })
})
