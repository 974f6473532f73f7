import type { Page } from '@playwright/test'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { MerchantForm } from '../pages/merchantForm.ts'

// The headless shell has no saved cards.
test.use({ launchOptions: { executablePath: findChromium(), args: [] } })

type SavedCard = { number: string; name: string; expiryMonth: string; expiryYear: string; cvc: string }

const visa: SavedCard = {
  number: '4242424242424242',
  name: 'Robin Miller',
  expiryMonth: '12',
  expiryYear: '2030',
  cvc: '123',
}
/** Differs from the Visa card in the length of every value. */
const amex: SavedCard = {
  number: '378282246310005',
  name: 'Ada Álvarez',
  expiryMonth: '01',
  expiryYear: '2041',
  cvc: '1234',
}
const longest: SavedCard = { ...visa, number: '4444333322221111455' }

/** Triggers the browser’s autofill in the frame, as when the shopper picks a saved card. */
const autofill = async (page: Page, gateway: string, card: SavedCard): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const frame = page.frames().find((frame) => frame.url().startsWith(`${gateway}/card`))!
  const frameSession = await page.context().newCDPSession(frame)
  const { root } = await frameSession.send('DOM.getDocument')
  const { nodeId } = await frameSession.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[name=cc-number]',
  })
  const { node } = await frameSession.send('DOM.describeNode', { nodeId })
  const { frameTree } = await frameSession.send('Page.getFrameTree')
  await session.send('Autofill.trigger', { fieldId: node.backendNodeId, frameId: frameTree.frame.id, card })
}

test('card form: the browser fills a saved card into the cross-origin frame', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  await form.open()
  await form.card.number.click()
  await autofill(page, local.gateway, longest)
  await expect(form.card.number).toHaveValue('4444 3333 2222 1111 455')
  await expect(form.card.expiry).toHaveValue('12 / 30')
  await expect(form.card.name).toHaveValue('Robin Miller')
  await expect(form.card.code).toHaveValue('123')
  await form.card.whenComplete()
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts[0]?.fields['token']).toMatch(/^[0-9A-Za-z]{44}$/)
})

test('card form: autofill replaces a typed invalid card and an earlier saved card without errors', async ({
  page,
  merchant,
  local,
}) => {
  const form = new MerchantForm(page, merchant, local)
  await form.open()
  await form.card.number.click()
  // Chromium overwrites typed text only in the field that autofill starts from.
  await page.keyboard.type('5555')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(form.card.frame.getByText('Enter the whole card number')).toBeAttached()

  await autofill(page, local.gateway, visa)
  await expect(form.card.number).toHaveValue('4242 4242 4242 4242')
  await form.card.whenComplete()
  await expect(form.card.frame.locator('[aria-invalid=true]')).toHaveCount(0)

  // Chromium does not overwrite its own autofilled text either, so the form is reset first.
  await form.onCard((card) => card.form?.reset())
  await expect(form.card.number).toHaveValue('')
  await form.card.number.click()
  await autofill(page, local.gateway, amex)
  await expect(form.card.number).toHaveValue('3782 822463 10005')
  await expect(form.card.expiry).toHaveValue('01 / 41')
  await expect(form.card.code).toHaveValue('1234')
  await expect(form.card.name).toHaveValue('Ada Álvarez')
  await form.card.whenComplete()
  await expect(form.card.frame.locator('[aria-invalid=true]')).toHaveCount(0)
  expect(await form.onCard((card) => card.checkValidity())).toBe(true)

  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts[0]?.fields['token']).toMatch(/^[0-9A-Za-z]{44}$/)
})

test('card form: autofilled text has the colour of typed text', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await form.open()
    const typed = await form.card.number.evaluate((input) => getComputedStyle(input).color)
    await form.card.number.click()
    await autofill(page, local.gateway, visa)
    await form.card.number.and(form.card.frame.locator(':autofill')).waitFor()
    // The browser sets `color` itself; -webkit-text-fill-color is painted instead.
    const filled = await form.card.number.evaluate((input) => getComputedStyle(input).webkitTextFillColor)
    expect(filled).toBe(typed)
  }
})
