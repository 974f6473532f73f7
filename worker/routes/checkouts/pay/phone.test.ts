import { expect, test } from 'vitest'
import { eventResource, readEvents } from '../../../testing/events.ts'
import { checkoutApiFixture, expectOk, formatErrors } from '../../../testing/fixtures/checkoutApiFixture.ts'

const shop = await checkoutApiFixture()
const { make, merchant, read, shopper } = shop
const phone = '+1 (415) 555-0132'

test('a telephone number is in the paid checkout, its event and the new customer, and not before the payment', async () => {
  const id = await make({ total: 5, collectPhone: 'required' })
  const { data } = await shopper.open(id)
  expect(data!.form.phone).toBe('required')
  expect((await read(id)).phone).toBeNull()
  const { json } = await shopper.pay(id, data!.nonce, { answers: { phone: ` ${phone} ` } })
  expect(json.status).toBe('completed')
  const { phone: stored, customer } = await read(id)
  expect(stored).toBe(phone)
  const resources = (await readEvents(merchant)).map(eventResource)
  expect(resources.filter((resource) => resource.id === id).map((resource) => resource.phone)).toEqual([null, phone])
  expect((await expectOk(shop.call('GET', `/v1/customers/${customer}`))).customers[0].phoneNumber).toBe(phone)
  expect((await shopper.open(id)).html).not.toContain('555-0132')
})

test.each([
  ['none', phone, null],
  ['optional', '', null],
  ['optional', '123456', '123456'],
  ['optional', '123456789012345', '123456789012345'],
])('a checkout with collectPhone %s and the answer "%s" has the phone %s', async (collectPhone, answer, expected) => {
  const id = await make({ total: 5, collectPhone })
  expect((await shopper.openAndPay(id, { answers: { phone: answer } })).json.status).toBe('completed')
  expect((await read(id)).phone).toBe(expected)
})

test.each([
  ['', 'required'],
  ['12345', 'format_invalid'],
  ['1234567890123456', 'format_invalid'],
  ['<script>alert(1)</script>', 'format_invalid'],
  ['1'.repeat(101), 'length_invalid'],
])('the phone "%s" is rejected with %s where it is required, and nothing is charged', async (answer, type) => {
  const id = await make({ total: 5, collectPhone: 'required' })
  const refused = await shopper.openAndPay(id, { answers: { phone: answer } })
  expect([refused.status, formatErrors(refused)]).toEqual([400, [`answers.phone ${type}`]])
  expect(await shop.payments(id)).toEqual([])
})

test('the phone of a customer that the merchant named stays, and an erasure removes that of the checkout', async () => {
  const customer = await shop.createCustomer({ phoneNumber: '030 901820' })
  const id = await make({ total: 5, collectPhone: 'optional', customerInfo: { id: customer } })
  await shopper.openAndPay(id, { answers: { phone } })
  expect((await expectOk(shop.call('GET', `/v1/customers/${customer}`))).customers[0].phoneNumber).toBe('030 901820')
  expect((await expectOk(shop.call('GET', `/v1/customers/${customer}/export`))).checkouts[0].phone).toBe(phone)
  await expectOk(shop.call('POST', `/v1/customers/${customer}/erase`))
  expect((await read(id)).phone).toBeNull()
  for (const event of await readEvents(merchant))
    if (eventResource(event).id === id) expect(eventResource(event).phone).toBeNull()
})
