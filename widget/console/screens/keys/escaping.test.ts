import { expect, it } from 'vitest'
import { useConsole } from '../../../testing/console/consoleFixture.ts'
import {
  sampleConnection,
  sampleDelivery,
  sampleEntry,
  sampleKey,
  sampleProcessor,
  sampleRule,
  sampleWebhook,
} from '../../../testing/console/developerSamples.ts'

const openFixture = useConsole()

const attack = [
  `"><img src=x onerror="attacked()">`,
  `<script>attacked()</script>`,
  `'-attacked()-'`,
  `<svg onload=attacked()>`,
].join(' ')

/** Members that the page compares or computes with; others are shown. */
const kept = new Set([
  'id',
  'kind',
  'created',
  'updated',
  'expires',
  'revoked',
  'lastUsed',
  'at',
  'timestamp',
  'next',
  'state',
  'failingSince',
  'secretRotatedUntil',
  'lastSuccess',
  'lastFailure',
  'processor',
  'modes',
  'mode',
])

/** A copy in which each shown text is the attack. */
const poisoned = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return kept.has(name) ? value : attack
  if (Array.isArray(value)) return value.map((each) => poisoned(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, poisoned(each, member)]))
}

it('texts of keys, webhooks, connections and the audit log are shown as text, and run nowhere', async () => {
  const fixture = await openFixture()
  const attacked: string[] = []
  await fixture.page.exposeFunction('attacked', () => attacked.push(fixture.page.url()))
  const bodies: Record<string, unknown> = {
    'GET /v1/apikeys': { apiKeys: [sampleKey()] },
    'GET /v1/webhook': { webhooks: [sampleWebhook({ eventTypes: ['batch.closed'] })] },
    'GET /v1/webhook/w1/deliveries': { deliveries: [sampleDelivery()] },
    'GET /v1/connections': { connections: [sampleConnection()] },
    'GET /v1/processors': { processors: [sampleProcessor()] },
    'GET /v1/account': { account: { routing: [sampleRule()] } },
    'GET /v1/audit': { entries: [sampleEntry({ detail: { id: 'x', changes: { name: { old: 'a', new: 'b' } } } })] },
  }
  for (const [name, body] of Object.entries(bodies)) fixture.respond(name, () => ({ body: poisoned(body) }))
  const { page } = fixture
  const shown = {
    '/test/keys': '.row-title',
    '/test/webhooks': '.row-title',
    '/test/webhooks/w1': '.webhook-url',
    '/test/connections': '.connection h2',
    '/test/audit': '.row-title',
  }
  for (const [path, selector] of Object.entries(shown)) {
    await fixture.open(path)
    await page.locator(selector).first().waitFor()
    expect((await page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' '), path).toContain(attack)
    const foreign = page.locator('img, iframe, [onerror], [onload], a[href^="javascript:"], console-shell script')
    expect(await foreign.count(), path).toBe(0)
  }
  await page.goto('https://console.test/test/connections')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('dialog').waitFor()
  expect([attacked, fixture.errors]).toEqual([[], []])
})
