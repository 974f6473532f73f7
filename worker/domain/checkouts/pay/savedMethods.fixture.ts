import { newCheckout } from '../../../testing/fixtures/checkoutFixture.ts'
import { customerFixture } from '../../../testing/fixtures/customerFixture.ts'

const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking', name: 'Ann Example' }

/** A customer with a saved card and a saved bank account, and a checkout for that customer. */
export const savedMethodsFixture = async (body: object) => {
  const fixture = await customerFixture()
  const customer = await fixture.newCustomer()
  const { wallet } = await fixture.addEntry(customer, await fixture.newToken({ check }))
  const card = await fixture.newEntry(customer, '5555555555554444')
  const id = await newCheckout(fixture, { total: 5, customerInfo: { id: customer }, ...body })
  return { ...fixture, customer, bank: wallet[0]!.id, card, id }
}
