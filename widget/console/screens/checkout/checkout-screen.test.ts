import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { sampleCheckout } from '../../../testing/console/checkoutSamples.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'

const openFixture = useConsole()
const { id, url } = sampleCheckout()
const path = `/test/checkouts/${id}`
const request = `/v1/dynamiccheckout/${id}`

/** The text of a QR code in a picture, read by another library than the one that drew it. */
const decode = async (picture: Buffer): Promise<string | undefined> => {
  const { data, info } = await sharp(picture, { density: 96 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const open = async (fixture: ConsoleFixture, changes: Parameters<typeof sampleCheckout>[0] = {}): Promise<Page> => {
  fixture.respond(`GET ${request}`, () => ({ body: sampleCheckout(changes) }))
  const page = await fixture.open(path)
  await page.getByRole('heading', { level: 1, name: '$56.60' }).waitFor()
  return page
}

const saved = async (page: Page, button: string): Promise<{ file: Buffer; name: string }> => {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.getByRole('button', { name: button }).click(),
  ])
  return { file: await readFile(await download.path()), name: download.suggestedFilename() }
}

it.each([false, true])('the drawn QR code is that of the link, dark %s', async (dark) => {
  const page = await open(await openFixture({ dark }))
  expect(await decode(await page.locator('.qr').screenshot())).toBe(url)
})

it('the saved SVG and PNG have the QR code of the link', async () => {
  const page = await open(await openFixture())
  const [svg, png] = [await saved(page, 'Save as SVG'), await saved(page, 'Save as PNG')]
  expect([svg.name, png.name]).toEqual(['payment-link-8YcHd2.svg', 'payment-link-8YcHd2.png'])
  expect(await decode(svg.file)).toBe(url)
  expect(await decode(png.file)).toBe(url)
})

it('an open link shows what was asked for, its address, a mail and its attempts', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow(5, { status: 'declined' })] } }))
  const page = await open(fixture)
  expect(await page.getByLabel('Address of the payment page').inputValue()).toBe(url)
  const asked = await page.getByRole('region', { name: 'What was asked for' }).innerText()
  expect(asked.split(/\n+/).join(', ')).toBe(
    'What was asked for, Teapot, Repaired, $48.50, 2 × Saucer, $3.00, Subtotal, $54.50, Tax, $2.10, Total, $56.60',
  )
  expect(await page.getByRole('link', { name: 'Open in mail program' }).getAttribute('href')).toMatch(
    /^mailto:ada%40example\.com\?subject=.*INV-7.*&body=.*checkout%2F00K3m9/,
  )
  expect(await page.getByRole('link', { name: 'Payment of $15.00' }).getAttribute('href')).toBe(
    '/test/payments/91738888800005',
  )
  expect(new URL(fixture.sent('GET /v1/transactions')[0]!.url()).searchParams.get('reference')).toBe(id)
  const external = page.getByRole('link', { name: 'Open page' })
  expect([await external.getAttribute('href'), await external.getAttribute('rel')]).toEqual([
    url,
    'noopener noreferrer',
  ])
})

it('the link is copied, and a browser that does not allow it is reported', async () => {
  const fixture = await openFixture()
  await fixture.page.addInitScript(() => {
    const written: string[] = []
    Object.assign(window, { written })
    navigator.clipboard.writeText = async (text) => {
      if (written.length === 1) throw new Error('denied')
      written.push(text)
    }
  })
  const page = await open(fixture)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => (window as unknown as { written: string[] }).written)).toEqual([url])
  await page.getByRole('button', { name: 'Copy text' }).click()
  await page.getByText('The browser did not allow copying').waitFor()
})

it.each([
  [{ status: 'completed', transactionId: '1', receipt: 'sent' }, 'This link is paid.'],
  [{ status: 'processing' }, 'A customer is paying now.'],
  [{ status: 'expired' }, 'This link has expired'],
  [{ status: 'canceled', reason: 'merchant' }, 'This link is canceled'],
  [{ status: 'canceled', reason: 'too_many_declines' }, 'ten declined attempts'],
] as const)('a link that is %j says so, and offers nothing to send or to cancel', async (changes, text) => {
  const page = await open(await openFixture(), changes)
  await page.getByText(text).waitFor()
  for (const name of ['Copy link', 'Cancel link', 'Save as PNG'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  expect(await page.getByRole('link', { name: 'Open page' }).count()).toBe(0)
})

it('a link is canceled after a question, once, and shows its new state', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  const button = page.getByRole('button', { name: 'Cancel link' })
  const dialog = page.getByRole('dialog')
  await button.click()
  await dialog.getByRole('button', { name: 'Keep link' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(fixture.sent(`DELETE ${request}`)).toEqual([])
  await button.click()
  fixture.respond(`DELETE ${request}`, () => 'abort')
  await dialog.getByRole('button', { name: 'Cancel link' }).click()
  await page.getByText('The gateway does not respond').waitFor()
  const canceled = { status: 'canceled', reason: 'merchant' } as const
  fixture.respond(`DELETE ${request}`, () => ({ body: sampleCheckout(canceled) }))
  fixture.respond(`GET ${request}`, () => ({ body: sampleCheckout(canceled) }))
  await dialog.getByRole('button', { name: 'Cancel link' }).click()
  await page.getByText('This link is canceled').waitFor()
  const keys = fixture.sent(`DELETE ${request}`).map((sent) => sent.headers()['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

it('a link that was paid meanwhile is not canceled, and the page shows that it is paid', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  fixture.respond(`DELETE ${request}`, () => failure(409, 'checkout_closed', 'The checkout is completed.'))
  fixture.respond(`GET ${request}`, () => ({ body: sampleCheckout({ status: 'completed', transactionId: '1' }) }))
  await page.getByRole('button', { name: 'Cancel link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel link' }).click()
  await page.getByText('This link is paid.').waitFor()
})

it('a viewer cancels nothing, and an unknown link is not found', async () => {
  const fixture = await openFixture()
  const operations = ['listCheckouts', 'getCheckout', 'listTransactions']
  fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations } }))
  const page = await open(fixture)
  expect(await page.getByRole('button', { name: 'Cancel link' }).count()).toBe(0)
  fixture.respond(`GET ${request}`, () => failure(404, 'not_found'))
  await page.reload()
  await page.getByText('There is no payment link with this address in test mode.').waitFor()
})
