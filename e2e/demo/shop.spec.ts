import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'

const cardWithoutFunds = { ...goodCard, number: '4000 0000 0000 9995' }

test(
  'demo shop: keyboard alone pays, and the gateway stores the payment',
  { tag: '@journey' },
  async ({ shop, page, gateway }) => {
    await shop.open()
    // Tabs from the top of the page to the card's first field.
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (await shop.card.number.evaluate((input) => input.matches(':focus'))) break
    }
    await expect(shop.card.number).toBeFocused()
    await page.keyboard.type('4242 4242 4242 4242')
    for (const value of ['12/30', '123', 'Robin Miller', '46201']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')

    await expect(shop.approved).toBeVisible()
    await expect(page.getByText('$24.08').first()).toBeVisible()
    expect(await gateway.readTransaction(await shop.transactionId())).toMatchObject({
      status: 'captured',
      amount: 24.08,
      payment: { network: 'visa', accountNumber: '************4242' },
      avs: { code: 'A' },
      cvv: { code: 'M' },
    })
  },
)

test('demo shop: a declined card shows the reason, and another card pays', async ({ shop, gateway }) => {
  await shop.open()
  await shop.pay(cardWithoutFunds)
  await expect(shop.notice).toContainText('Insufficient funds')
  expect(await gateway.readTransaction(await shop.transactionId())).toMatchObject({
    status: 'declined',
    responseCode: '51',
  })

  await shop.pay(goodCard)
  await expect(shop.approved).toBeVisible()
})

test('demo shop: a double click pays once', async ({ shop, page }) => {
  await shop.open()
  await shop.card.complete(goodCard)
  const payments: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pay')) payments.push(request.postData() ?? '')
  })
  await shop.payButton.dblclick()
  await expect(shop.approved).toBeVisible()
  expect(new Set(payments).size).toBe(1)
})

test('demo shop: a repeated form submission pays once', async ({ shop, page }) => {
  await shop.open()
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/pay'))
  await shop.pay(goodCard)
  await expect(shop.approved).toBeVisible()
  const first = await shop.transactionId()

  const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''))
  await page.request.post((await sent).url(), { form })
  const again = await page.request.post((await sent).url(), { form, maxRedirects: 0 })
  expect(new URL(page.url()).pathname).toBe(again.headers()['location'])
  expect(await shop.transactionId()).toBe(first)
})

test('demo shop: a reload of the receipt pays nothing', async ({ shop, page }) => {
  await shop.open()
  await shop.pay(goodCard)
  await expect(shop.approved).toBeVisible()
  const first = await shop.transactionId()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))
  await page.reload()
  await expect(shop.approved).toBeVisible()
  expect(await shop.transactionId()).toBe(first)
  expect(requests).not.toContain('POST')
})

test('demo shop: payment works without the shop’s own scripts', async ({ shop, page, local }) => {
  const scripts: string[] = []
  await page.route(`${local.shop}/copy.js`, (route) => route.abort())
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().startsWith(local.shop)) scripts.push(request.url())
  })
  await shop.open()
  await shop.pay(goodCard)
  await expect(shop.approved).toBeVisible()
  expect(scripts).toEqual([`${local.shop}/copy.js`])
})

test('demo shop: a changed bag is paid with the new total', async ({ shop, page, gateway }) => {
  await shop.open()
  await page.getByRole('button', { name: 'Add Plum bowl to the bag' }).click()
  await page.getByRole('button', { name: 'Remove one Tide mug' }).click()
  await expect(shop.payButton).toHaveText('Pay $39.06')
  await shop.pay(goodCard)
  await expect(shop.approved).toBeVisible()
  expect(await gateway.readTransaction(await shop.transactionId())).toMatchObject({ amount: 39.06 })
})

test('demo shop: a test card is copied and pasted', async ({ shop, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shop.open()
  await page.getByRole('button', { name: 'Test cards' }).click()
  await shop.testCards.getByRole('button', { name: '5555 5555 5555 4444' }).click()
  await expect(shop.testCards.getByRole('status')).toHaveText('Copied 5555 5555 5555 4444')
  await shop.card.number.focus()
  await page.keyboard.press('Control+V')
  await expect(shop.card.number).toHaveValue('5555 5555 5555 4444')
})
