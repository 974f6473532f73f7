import { describe, expect, test } from 'vitest'
import { pay, accountRows } from '../../../testing/fixtures/checkoutFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { savedMethodsFixture } from './savedMethods.fixture.ts'

describe('payment with a saved method', () => {
  test('a saved card pays a checkout of its customer and is not saved again', async () => {
    const fixture = await savedMethodsFixture({})
    const payment = { wallet: fixture.card, verificationValue: '123' }
    expect((await pay(fixture, fixture.id, { payment, answers: { save: true } })).state).toMatchObject({
      status: 'completed',
    })
    expect(await accountRows(fixture, 'walletEntries')).toHaveLength(2)
    expect(await accountRows(fixture, 'transactions')).toMatchObject([{ wallet: fixture.card, status: 'captured' }])
  })

  test('a saved bank account is rejected with wallet_not_found unless the checkout accepts bank accounts', async () => {
    const cardsOnly = await savedMethodsFixture({})
    expect(await thrownErrors(pay(cardsOnly, cardsOnly.id, { payment: { wallet: cardsOnly.bank } }))).toMatchObject([
      { type: 'wallet_not_found', field: 'payment.wallet' },
    ])
    const both = await savedMethodsFixture({ allowAch: true })
    await pay(both, both.id, { payment: { wallet: both.bank } })
    expect(await accountRows(both, 'transactions')).toMatchObject([
      { wallet: both.bank, method: 'check', status: 'captured' },
    ])
  })

  test('a saved card without its security code is rejected with required', async () => {
    const fixture = await savedMethodsFixture({})
    expect(await thrownErrors(pay(fixture, fixture.id, { payment: { wallet: fixture.card } }))).toMatchObject([
      { type: 'required', field: 'payment.verificationValue' },
    ])
  })
})
