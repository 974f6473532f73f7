import ar from '../../widget/locales/card/ar.json' with { type: 'json' }
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { MerchantForm } from '../pages/merchantForm.ts'

test('card form: language and texts change during typing under a strict CSP, and the token is sent', async ({
  page,
  merchant,
  local,
}) => {
  const form = new MerchantForm(page, merchant, local)
  await form.open(form.element('required locale="en-GB"'))
  await form.card.complete(goodCard)

  const response = page.waitForResponse((response) => response.url().includes('/card/texts'))
  await form.onCard((card) => card.setAttribute('locale', 'ar-EG'))
  const number = form.card.frame.getByLabel(ar.labels.number)
  await expect(number).toHaveValue(goodCard.number)
  await expect(form.card.frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('sluice-card iframe')).toHaveAttribute('title', ar.frameTitle)
  expect(await (await response).allHeaders()).toMatchObject({
    'content-language': 'ar',
    'cross-origin-resource-policy': 'same-origin',
  })

  await form.onCard((card) => (card.texts = { labels: { postalCode: 'Area <b>code</b>' } }))
  await expect(form.card.frame.getByLabel('Area <b>code</b>')).toHaveValue(goodCard.postalCode)
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: expect.objectContaining({ how: 'now' }) as object }])
  await form.close()
})
