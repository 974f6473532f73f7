import { expect, it } from 'vitest'
import { useConsole } from '../../../testing/console/consoleFixture.ts'
import { sampleWebhook } from '../../../testing/console/developerSamples.ts'

const openFixture = useConsole()

it('webhooks are listed with their events and whether they work, and each leads to its page', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/webhook', () => ({
    body: {
      webhooks: [
        sampleWebhook(),
        sampleWebhook({ id: 'w2', failingSince: '2026-11-26T10:00:00.000Z', subscribedEvents: [4, 5] }),
        sampleWebhook({ id: 'w3', enabled: false, eventTypes: ['batch.closed'] }),
        sampleWebhook({ id: 'w4', enabled: false, disabledReason: { code: 'gone', text: 'Gone.' }, eventTypes: [] }),
      ],
    },
  }))
  const page = await fixture.open('/test/webhooks')
  await page.locator('tbody tr').first().waitFor()
  const rows = await page.locator('tbody tr').allInnerTexts()
  const parts = [
    ['https://shop.example/hooks', 'Active', 'All events'],
    ['Failing', 'since', '2 kinds of events'],
    ['Off', '1 type of events'],
    ['Off: your server returned 410', 'No events'],
  ]
  for (const [index, texts] of parts.entries()) for (const text of texts) expect(rows[index]).toContain(text)
  expect(await page.locator('.row-link').nth(1).getAttribute('href')).toBe('/test/webhooks/w2')
})

it('a webhook is added for chosen events, and its secret is shown once', async () => {
  const fixture = await openFixture()
  const secret = 'whsec_0123456789'
  fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [] } }))
  fixture.respond('POST /v1/webhook', () => ({ body: { webhook: { id: 'w1', secret } } }))
  const page = await fixture.open('/test/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Enter the address of your server.').waitFor()
  await dialog.getByLabel('URL').fill('https://shop.example/hooks')
  await dialog.getByText('Only some').click()
  await dialog.getByRole('checkbox', { name: 'transaction.captured' }).check()
  await dialog.getByRole('checkbox', { name: 'dispute.created' }).check()
  await dialog.getByLabel('Headers of your own').fill('Authorization: Bearer 7f3a\nX-Shop: 7')
  await dialog.getByLabel('Deliveries at once').fill('51')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Enter a number from 1 to 50.').waitFor()
  await dialog.getByLabel('Deliveries at once').fill('10')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await page.locator('.secret-value').waitFor()
  expect(await page.locator('.secret-value').innerText()).toBe(secret)
  expect(fixture.sent('POST /v1/webhook').map((request) => request.postDataJSON())).toEqual([
    {
      url: 'https://shop.example/hooks',
      enabled: true,
      subscribedEvents: null,
      eventTypes: ['transaction.captured', 'dispute.created'],
      headers: { Authorization: 'Bearer 7f3a', 'X-Shop': '7' },
      maxConcurrency: 10,
    },
  ])
  await page.getByRole('button', { name: 'I have saved it' }).click()
  expect(await page.locator('html').innerHTML()).not.toContain(secret)
})

it('a URL that is registered leads to its webhook, which keeps its secret', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [sampleWebhook()] } }))
  fixture.respond('GET /v1/webhook/w1/deliveries', () => ({ body: { deliveries: [] } }))
  fixture.respond('POST /v1/webhook', () => ({ body: { webhook: { id: 'w1', secret: null } } }))
  const page = await fixture.open('/test/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('URL').fill('https://shop.example/hooks')
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText('No deliveries here').waitFor()
  expect(page.url()).toBe('https://console.test/test/webhooks/w1')
})
