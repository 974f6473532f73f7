import { describe, expect, test } from 'vitest'
import { encryptCard } from '../../../../widget/encrypt/encryptCard.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { sentCredential, sentCard, sourceFixture } from './sources.fixture.ts'

describe('card in the request', () => {
  test('a card in the request is sent as entered by the merchant, with its name', async () => {
    const { pay, sent, read: shown } = await sourceFixture()
    const { transactionId } = await pay({
      creditCard: card('4242424242424242', { nameOnCard: 'Ada', postalCode: '94107' }),
    })
    expect(sent).toEqual([
      {
        instrument: { ...sentCard, entry: 'manual', name: 'Ada' },
        avs: { postal: '94107' },
        credential: sentCredential,
        capture: 'later',
      },
    ])
    expect(await shown(transactionId)).toMatchObject({
      method: 'creditCard',
      payment: { network: 'visa', expiry: '1230', accountNumber: '************4242' },
    })
  })

  test('a card in the request without a CVV is sent without one', async () => {
    const { pay, sent } = await sourceFixture()
    await pay({ creditCard: { accountNumber: '4242424242424242', expires: '1230' } })
    expect(sent[0]).toMatchObject({ instrument: { entry: 'manual' } })
    expect(sent[0]!['instrument']).not.toHaveProperty('cvv')
  })
})

describe('encrypted card', () => {
  test('an encrypted card is sent as entered in a browser', async () => {
    const { pay, sent, services, clock } = await sourceFixture()
    const keys = await services().encryptedCards.publicKeys()
    await pay({ creditCardEncrypted: await encryptCard(card(), { keys: [...keys] }, clock.now()) })
    expect(sent[0]).toMatchObject({ instrument: { ...sentCard, entry: 'ecom' } })
  })

  test('payment with an encrypted card that cannot be decrypted returns format_invalid', async () => {
    const { pay } = await sourceFixture()
    expect(await thrownErrors(pay({ creditCardEncrypted: 'a.b.c.d.e' }))).toMatchObject([
      { type: 'format_invalid', field: 'payment.creditCardEncrypted' },
    ])
  })
})
