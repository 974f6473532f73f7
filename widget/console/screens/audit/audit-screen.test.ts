import { expect, it } from 'vitest'
import { auditActions } from '#contract/accounts/audit'
import { useConsole } from '../../../testing/console/consoleFixture.ts'
import { sampleEntry } from '../../../testing/console/developerSamples.ts'
import { groups } from './actions.ts'
import { auditTexts } from './texts.ts'

const openFixture = useConsole()

it('entries show who did what, when, and lead to what it was about', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/audit', () => ({
    body: {
      entries: [
        sampleEntry(),
        sampleEntry({
          actor: { kind: 'key', id: 'k7', name: null },
          action: 'webhook.updated',
          detail: { webhook: 'w1', changes: { enabled: { old: true, new: false } } },
        }),
        sampleEntry({
          actor: { kind: 'system', id: 'operator', name: 'operator' },
          action: 'transaction.reconciled',
          detail: { transactionId: '91738888888107', changes: {} },
        }),
        sampleEntry({
          action: 'webhook.replayed',
          detail: { event: 'evt-1', mode: 'live', changes: { webhooks: { old: null, new: ['w2'] } } },
        }),
        sampleEntry({ action: 'passkey.rejected', detail: { member: 'm1', browser: 'Firefox on Linux' } }),
      ],
    },
  }))
  const page = await fixture.open('/test/audit')
  const rows = page.locator('tbody tr')
  await rows.last().waitFor()
  const texts = await rows.allInnerTexts()
  const parts = [
    ['Robin Miller', 'Member', 'Created an API key', 'Shop server'],
    ['Key without a name', 'API key', 'Changed a webhook', 'Webhook w1'],
    ['Operator', 'Gateway', 'Payment 91738888888107'],
    ['Delivered events again', 'Webhook w2'],
    ['Robin Miller', 'Wrong sign-in attempt', 'Firefox on Linux'],
  ]
  for (const [index, each] of parts.entries()) for (const part of each) expect(texts[index]).toContain(part)
  const subjects = rows.locator('td:nth-child(3) a')
  expect(await subjects.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/test/keys',
    '/test/webhooks/w1',
    '/test/payments/91738888888107',
    // Its detail names the mode.
    '/webhooks/w2',
  ])
  await rows.nth(1).getByText('1 change').click()
  expect(await rows.nth(1).locator('dd').first().innerText()).toBe('true → false')
})

it('filters are in the address, and are those of the API', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/audit', () => ({ body: { entries: [sampleEntry()] } }))
  const page = await fixture.open('/test/audit')
  await page.getByRole('link', { name: 'Robin Miller' }).click()
  await page.getByText('By Robin Miller').waitFor()
  await page.getByLabel('What').selectOption({ label: 'Wrong sign-in attempts' })
  await page.getByLabel('From').fill('2026-11-01')
  await page.getByLabel('To').fill('2026-11-20')
  const address = new URLSearchParams({
    action: 'passkey.rejected',
    actor: 'member:m1',
    from: '2026-11-01',
    to: '2026-11-20',
  })
  await expect.poll(() => page.url()).toBe(`https://console.test/test/audit?${address}`)
  const last = () => Object.fromEntries(new URL(fixture.sent('GET /v1/audit').at(-1)!.url()).searchParams)
  await expect.poll(last).toEqual({
    action: 'passkey.rejected',
    actor: 'member:m1',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
    limit: '50',
  })
  await page.reload()
  await page.getByText('By Robin Miller').waitFor()
  expect(await page.getByLabel('What').inputValue()).toBe('passkey.rejected')
  await page.getByRole('button', { name: 'Show also what others than Robin Miller did' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('actor')).toBeNull()
})

it('an empty audit log says what it will contain', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/audit', () => ({ body: { entries: [] } }))
  const page = await fixture.open('/audit')
  await page.getByText('No entries here').waitFor()
})

it('each action of the API has words, and belongs to a group of the filter', () => {
  const grouped = new Set(groups.flatMap(([, actions]) => actions.split(',')))
  for (const action of auditActions) {
    expect(auditTexts.actions[action], action).toBeTruthy()
    expect(grouped, action).toContain(action)
  }
})
