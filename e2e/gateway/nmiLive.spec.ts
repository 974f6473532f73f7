import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { CheckoutClient, CheckoutPage } from '../pages/checkoutPage.ts'
import { ReaderPage } from '../pages/readerPage.ts'
import { pressControlC, whenStarted } from '../support/dev.ts'
import { expect } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { liveCard, readLedger, test } from '../support/nmiStandIn.ts'

test('npm run dev -- --processor nmi: a live checkout, an embedded one and a live terminal are paid in a browser', async ({
  dev,
  standIn,
  page,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const running = dev.run(...standIn.options)
  await whenStarted(running)
  const url = `http://localhost:${dev.gatewayPort}`
  const gateway = new GatewayClient(url, demoAccount.live.secretKey)
  const checkouts = new CheckoutClient(url, demoAccount.live.secretKey)
  const lastEntry = async () => (await readLedger(standIn)).at(-1)

  const hosted = await checkouts.create({ total: 26.25 })
  await page.goto(hosted.url)
  const checkout = new CheckoutPage(page, url)
  await checkout.waitForForm()
  await checkout.fillCard(liveCard.number)
  await checkout.pay()
  await checkout.waitForReceipt()
  expect(await lastEntry()).toMatchObject({ mode: 'live', type: 'sale', actions: [{ amount: '26.25', success: true }] })

  const shop = `http://127.0.0.1:${standIn.liveShopPort}`
  await page.goto(shop)
  await page.getByRole('button', { name: 'Pay with embedded checkout' }).click()
  const frame = page.locator('sluice-checkout iframe').contentFrame()
  await frame.getByLabel('Card number').fill(liveCard.number)
  await frame.getByLabel('Expiry').fill(liveCard.expiry)
  await frame.getByLabel('CVV').fill(liveCard.code)
  await frame.getByRole('button', { name: 'Pay $24.08' }).click()
  await expect(page.locator('.heard')).toContainText('Paid with transaction')
  expect(await lastEntry()).toMatchObject({ mode: 'live', type: 'sale', actions: [{ amount: '24.08', success: true }] })

  const reader = new ReaderPage(page, shop)
  await reader.open()
  await expect(page.getByText('Live mode on a stand-in')).toBeVisible()
  const id = await reader.register(gateway, 'Till 1')
  const charge = async (card: string, amount: number) => {
    const paying = gateway.call('POST', '/v1/transactions/sale', {
      payment: { terminal: { id } },
      amount: { value: amount },
    })
    await reader.key(card).click()
    return (await paying).body as { transactionId: string }
  }
  const paid = await charge('Visa ending in 5556', 24)
  expect(paid).toMatchObject({ approved: true, responseCode: '00' })
  await expect(reader.title('Approved')).toBeVisible()
  expect(await lastEntry()).toMatchObject({
    mode: 'live',
    type: 'sale',
    source: '4xxxxxxxxxxx5556',
    actions: [{ amount: '24.00', success: true }],
  })
  const refund = { referenceTransactionId: paid.transactionId, amount: { value: 4 } }
  expect((await gateway.call('POST', '/v1/transactions/credit', refund)).body).toMatchObject({ approved: true })
  expect(await lastEntry()).toMatchObject({
    mode: 'live',
    type: 'refund',
    actions: [{ amount: '4.00', success: true }],
  })
  expect(await charge('Declined ending in 1111', 25)).toMatchObject({ approved: false, responseCode: '05' })
  expect((await pressControlC(running)).code).toBe(0)
})
