import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { filesIn, readCells } from '../../worker/proof/leaks/files.ts'
import { declined, direct, hosted, markerCards, paying } from '../../worker/proof/leaks/markerCards.ts'
import { findLeaks } from '../../worker/proof/leaks/scan.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

const databases = (files: string[]): string[] => files.filter((file) => file.endsWith('.sqlite'))

test('leaves no number and no CVV in any file of the state and in no log line', async ({
  shop,
  page,
  gateway,
  local,
}) => {
  // It reads all that the other tests have left.
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
  await payHosted(new CheckoutPage(page, local.gateway))
  await page.close()

  // The scan looks where things are kept: what may be there, it sees.
  const cells = (await Promise.all(databases(await filesIn(local.state)).map(readCells))).flat()
  expect(cells.map(({ value }) => value)).toContain(transaction)
  expect(await readFile(local.log, 'utf8')).toContain('/v1/transactions/authorize')

  const leaks = await findLeaks(markerCards, { folders: [local.state], files: [local.log] })
  expect(leaks).toEqual([])
})

/** Cards of a hosted checkout: the second is stored, and its receipt goes out by mail. */
const payHosted = async (checkout: CheckoutPage): Promise<void> => {
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
  await checkout.paid()
}

/** The same card by a merchant's back end: as a payment, as a token that nobody spends, and in requests that are wrong. */
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
  const wrong = [
    { payment: { creditCard }, amount: { value: 0 } },
    { payment: { creditCard: { ...creditCard, expires: verificationValue } }, amount },
    { payment: { creditCard: { ...creditCard, accountNumber: `${accountNumber} ` } }, amount },
    { payment: { creditCard, cash: true }, amount },
    { payment: { creditCard }, amount, [accountNumber]: verificationValue },
    { payment: { creditCard: { ...creditCard, [accountNumber]: verificationValue, accountNumber: null } }, amount },
  ]
  for (const body of wrong) expect((await authorize(body)).status).toBe(400)
}
