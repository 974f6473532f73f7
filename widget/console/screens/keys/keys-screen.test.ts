import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { sampleKey } from '../../../testing/console/developerSamples.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'

const openFixture = useConsole()
const newKey = 'rk_test_00abcdefghijklmnopqrstuvwxyz0123456789'

const open = async (keys = [sampleKey()]): Promise<{ fixture: ConsoleFixture; page: Page }> => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/apikeys', () => ({ body: { apiKeys: keys } }))
  fixture.respond('POST /v1/apikeys', () => ({ body: { apiKey: sampleKey(), key: newKey, warning: null } }))
  fixture.respond('POST /v1/apikeys/k1/rotate', () => ({ body: { apiKey: sampleKey(), key: newKey, warning: null } }))
  fixture.respond('DELETE /v1/apikeys/k1', () => ({ body: { apiKey: sampleKey() } }))
  fixture.respond('GET /v1/audit', () => ({ body: { entries: [] } }))
  const page = await fixture.open('/test/keys')
  return { fixture, page }
}

const createKey = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Shop server')
  await dialog.locator('input[value="transactions:read"]').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
}

/** All that the page, its address and its storages have. */
const everything = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.innerHTML,
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n'),
  )

it('keys are listed with what they may do in words, their state, and what can be done with them', async () => {
  const { page } = await open([
    sampleKey(),
    sampleKey({ id: 'k2', name: null, kind: 'secret', scopes: [], lastUsed: null }),
    sampleKey({ id: 'k3', kind: 'publishable', allowedOrigins: ['https://shop.example'] }),
    sampleKey({ id: 'k4', name: 'Old server', expires: '2050-01-01T00:00:00.000Z' }),
    sampleKey({ id: 'k5', name: 'Lost', revoked: '2026-01-01T00:00:00.000Z' }),
  ])
  await page.getByText('Lost').waitFor()
  const rows = await page.locator('tbody tr').allInnerTexts()
  const parts = [
    ['Shop server', 'Restricted key, test mode', 'Read payments, refund', 'Active', 'Rotate', 'Revoke'],
    ['Key without a name', 'Secret key', 'Everything', 'Never'],
    ['Create tokens, from browsers. On https://shop.example'],
    ['Old server', 'Works until Jan 1, 2050', 'Revoke'],
    ['Lost', 'Revoked'],
  ]
  for (const [index, texts] of parts.entries()) for (const text of texts) expect(rows[index]).toContain(text)
  expect(rows[3]).not.toContain('Rotate')
  expect(rows[4]).not.toContain('Rotate')
})

it('a new key has the chosen scopes, is shown once with a warning, and is gone after leaving', async () => {
  const { fixture, page } = await open()
  await createKey(page)
  const dialog = page.getByRole('dialog', { name: 'Your new key' })
  await dialog.getByText('It is shown only once').waitFor()
  expect(await dialog.locator('.secret-value').innerText()).toBe(newKey)
  const [request] = fixture.sent('POST /v1/apikeys')
  expect(request!.postDataJSON()).toEqual({ kind: 'restricted', name: 'Shop server', scopes: ['transactions:read'] })
  expect(request!.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/)

  // Escape would lose it by accident.
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await everything(page)).not.toContain(newKey)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('No entries here').waitFor()
  await page.goBack()
  await page.getByText('Shop server').waitFor()
  expect(await everything(page)).not.toContain(newKey)
  expect(fixture.errors.join()).not.toContain(newKey)
})

it('a key that is shown while the person leaves the page is not there when they come back', async () => {
  const { page } = await open()
  await createKey(page)
  await page.locator('.secret-value').waitFor()
  await page.evaluate(() => history.pushState(null, '', '/test/audit'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await page.getByText('No entries here').waitFor()
  expect(await everything(page)).not.toContain(newKey)
  await page.goBack()
  await page.getByText('Shop server').waitFor()
  expect(await page.locator('.secret-value').count()).toBe(0)
})

it('the new key can be copied', async () => {
  const { fixture, page } = await open()
  await fixture.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await createKey(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('status').getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(newKey)
})

it('a request without a response is repeated with its key, and a lost value is said so', async () => {
  const { fixture, page } = await open()
  let isBroken = true
  fixture.respond('POST /v1/apikeys', () =>
    isBroken ? 'abort' : { body: { apiKey: sampleKey(), key: null, warning: null } },
  )
  await createKey(page)
  await page.getByText('it cannot be created twice').waitFor()
  isBroken = false
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByText('whose response was lost').waitFor()
  const keys = fixture.sent('POST /v1/apikeys').map((request) => request.headers()['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
})

it('without a scope the form says so, and errors of the API stand at their field', async () => {
  const { fixture, page } = await open()
  fixture.respond('POST /v1/apikeys', () => ({
    status: 400,
    body: {
      requestId: 'f'.repeat(32),
      errors: [
        { type: 'format_invalid', message: { text: 'Not an origin.', field: 'allowedOrigins[0]', details: null } },
      ],
    },
  }))
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Choose at least one.').waitFor()
  expect(fixture.sent('POST /v1/apikeys')).toEqual([])
  await dialog.getByText('Publishable key').click()
  const origins = dialog.getByLabel('Pages that may use it')
  await origins.fill('shop.example')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Not an origin.').waitFor()
  await expect.poll(() => origins.evaluate((field) => field === document.activeElement)).toBe(true)
})

it('a developer is offered the scopes of the role, and no secret key', async () => {
  const fixture = await openFixture()
  const member = { ...ownerSession.member, role: 'developer' }
  fixture.respond('GET /session', () => ({ body: { ...ownerSession, member } }))
  fixture.respond('GET /v1/apikeys', () => ({ body: { apiKeys: [] } }))
  const page = await fixture.open('/test/keys')
  await page.getByText('No API keys yet').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  const scopes = await page
    .locator('input[name=scopes]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  expect(scopes).toContain('keys:admin')
  expect(scopes).not.toContain('transactions:credit')
  expect(await page.locator('input[name=kind]').count()).toBe(0)
})

it('rotating asks how long the old key works, and shows the new one', async () => {
  const { fixture, page } = await open()
  await page.getByRole('button', { name: 'Rotate Shop server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate Shop server' })
  await dialog.getByLabel('The old key works for').selectOption('0')
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await page.locator('.secret-value').waitFor()
  expect(fixture.sent('POST /v1/apikeys/k1/rotate')[0]!.postDataJSON()).toEqual({ overlapHours: 0 })
})

it('revoking asks first, and says why it failed', async () => {
  const { fixture, page } = await open()
  const revoke = page.getByRole('button', { name: 'Revoke Shop server' })
  await revoke.click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke Shop server?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(fixture.sent('DELETE /v1/apikeys/k1')).toEqual([])
  fixture.respond('DELETE /v1/apikeys/k1', () => failure(503, 'unavailable'))
  await revoke.click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await dialog.getByText('The gateway is busy').waitFor()
  fixture.respond('DELETE /v1/apikeys/k1', () => ({ body: { apiKey: sampleKey() } }))
  fixture.respond('GET /v1/apikeys', () => ({
    body: { apiKeys: [sampleKey({ revoked: '2026-11-27T10:00:00.000Z' })] },
  }))
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect(await revoke.count()).toBe(0)
})
