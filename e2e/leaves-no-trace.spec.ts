import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { filesIn, readCells } from './leaks/files.ts'
import { findLeaks, type Marker } from './leaks/scan.ts'
import { goodCard } from './pages/cardFrame.ts'
import { CheckoutPage } from './pages/checkoutPage.ts'

/** Cards that nothing else in this repository uses, each with a CVV of its own. */
const paying: Marker[] = [
  { number: '4929374861208535', code: '738' },
  { number: '372618493057284', code: '8364' },
]
const declined: Marker[] = [
  { number: '5231890472615388', code: '296' },
  { number: '6011749283056147', code: '571' },
]
const direct: Marker[] = [
  { number: '4556839201746527', code: '847' },
  { number: '5429017382649073', code: '639' },
]

/** The first is declined by the hosted checkout, the second pays there. */
const hosted: Marker[] = [
  { number: '4718293650174820', code: '952' },
  { number: '5317840296153741', code: '417' },
]

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

  const markers = [...paying, ...declined, ...direct, ...hosted]
  const scan = () => findLeaks(markers, { folders: [local.state], files: [local.log] })
  // A database that is closed meanwhile takes the file of its last writes along: what was in there is looked for anew.
  const leaks = await scan().catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return scan()
  })
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
