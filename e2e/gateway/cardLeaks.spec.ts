import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { listFiles, readCells } from '../../worker/proof/leaks/files.ts'
import { declined, direct, hosted, markerCards, paying } from '../../worker/proof/leaks/markerCards.ts'
import { findLeaks } from '../../worker/proof/leaks/scan.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

const databases = (files: string[]): string[] => files.filter((file) => file.endsWith('.sqlite'))

test('state files and logs contain no card number and no CVV', async ({ shop, page, gateway, local }) => {
  // Scans the files of all previous tests.
  test.setTimeout(180_000)
  for (const { number, code } of paying) {
    await shop.open()
    await shop.pay({ ...goodCard, number, code })
    await expect(shop.approved).toBeVisible()
  }
  for (const { number, code } of declined) {
    await shop.open()
    await shop.pay({ ...goodCard, number, code, postalCode: '46282' })
    await expect(shop.notice).toContainText('declined')
  }
  const transaction = await shop.transactionId()
  for (const { number, code } of direct) await payDirectly(gateway, number, code)
  await payInCheckout(new CheckoutPage(page, local.gateway))
  await page.close()

  // Proves that the scan reads databases and logs: it finds permitted values.
  const cells = (await Promise.all(databases(await listFiles(local.state)).map(readCells))).flat()
  expect(cells.map(({ value }) => value)).toContain(transaction)
  expect(await readFile(local.log, 'utf8')).toContain('/v1/transactions/authorize')

  const leaks = await findLeaks(markerCards, { folders: [local.state], files: [local.log] })
  expect(leaks).toEqual([])
})

/** Pays a hosted checkout: the first card is declined, the second is stored and its receipt emailed. */
const payInCheckout = async (checkout: CheckoutPage): Promise<void> => {
  await checkout.open({ total: 26.25, customerInfo: { email: 'ada@example.com' } })
  for (const [{ number, code }, postalCode] of [
    [hosted[0]!, '46282'],
    [hosted[1]!, goodCard.postalCode],
  ] as const) {
    await checkout.fillCard(number)
    await checkout.field('CVV').fill(code)
    await checkout.field('Postal code').fill(postalCode)
    await checkout.field('Save this card for next time').check()
    await checkout.pay()
    if (postalCode === '46282') await expect(checkout.alert).toContainText('declined')
  }
  await checkout.waitForReceipt()
}

/** Sends a card through the API: as a payment, as an unused token, and in invalid requests. */
const payDirectly = async (
  gateway: { call: (method: string, path: string, body?: object) => Promise<{ status: number }> },
  accountNumber: string,
  verificationValue: string,
): Promise<void> => {
  const creditCard = { accountNumber, expires: '1230', verificationValue }
  const amount = { value: 10.05 }
  const authorize = (body: object) => gateway.call('POST', '/v1/transactions/authorize', body)
  expect((await authorize({ payment: { creditCard }, amount })).status).toBe(200)
  expect((await gateway.call('POST', '/v1/tokens', { creditCard })).status).toBe(200)
  const invalid = [
    { payment: { creditCard }, amount: { value: 0 } },
    { payment: { creditCard: { ...creditCard, expires: verificationValue } }, amount },
    { payment: { creditCard: { ...creditCard, accountNumber: `${accountNumber} ` } }, amount },
    { payment: { creditCard, cash: true }, amount },
    { payment: { creditCard }, amount, [accountNumber]: verificationValue },
    { payment: { creditCard: { ...creditCard, [accountNumber]: verificationValue, accountNumber: null } }, amount },
  ]
  for (const body of invalid) expect((await authorize(body)).status).toBe(400)
}
