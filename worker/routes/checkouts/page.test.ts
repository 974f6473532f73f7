import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { startWorker } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'

const shop = await checkoutApiFixture()
const { make, read, shopper } = shop

test('a checkout page shows the total, and after payment the receipt with the transaction id', async () => {
  const id = await make({ items: [{ name: 'Cup', price: 12.5, quantity: 2 }], tax: 1.25 })
  const page = await shopper.open(id)
  expect(page.status).toBe(200)
  expect(page.html).toContain('$26.25')
  const { json } = await shopper.pay(id, page.data!.nonce)
  expect(json).toMatchObject({ status: 'completed', errors: null })
  expect(await read(id)).toMatchObject({ status: 'completed', transactionId: json.transactionId })
  const after = await shopper.open(id)
  expect(after.html).toContain(json.transactionId)
  expect(after.data).toBeNull()
  expect(await shop.transaction(json.transactionId)).toMatchObject({
    status: 'captured',
    amountCaptured: 26.25,
  })
})

test('a checkout page without a database returns 503 in the language of the shopper and logs the exception', async () => {
  const id = await make()
  const { d1 } = faultyDatabase(bindings.DB_00, () => 'fails before')
  const worker = startWorker({}, { DB_00: d1 })
  const { status, html, headers } = await createShopper(worker).open(id, { 'accept-language': 'de' })
  expect(status).toBe(503)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain('Nicht geklappt. Bitte erneut versuchen.')
  expect(html).not.toContain('D1_ERROR')
  expect(worker.log).toMatchObject([
    { route: 'checkoutPage', status: 503, exception: expect.stringContaining('Error') },
  ])
})

test('opening or paying a checkout that is unknown or of a suspended account returns 404', async () => {
  const suspendedShop = await checkoutApiFixture()
  const suspended = await suspendedShop.make()
  const { nonce } = (await suspendedShop.shopper.open(suspended)).data!
  await suspendedShop.merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', suspendedShop.merchant.id)
  for (const id of [`00${'x'.repeat(22)}`, `99${'x'.repeat(22)}`, 'nonsense', `00${'x'.repeat(21)}'`, suspended]) {
    const { status, data } = await shopper.open(encodeURIComponent(id))
    expect([status, data], id).toEqual([404, null])
    expect((await shopper.pay(encodeURIComponent(id), nonce)).status, id).toBe(404)
  }
})
