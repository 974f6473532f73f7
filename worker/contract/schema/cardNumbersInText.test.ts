import { describe, expect, test } from 'vitest'
import { bodyParts, memberPath, withBody } from '../bodyMembers.fixtures.ts'
import { payBody } from '../checkouts/pay.ts'
import { bodyWith, card, errorsIn, json, validBodies } from '../requestBodies.fixtures.ts'
import { findCardNumbers } from './cardNumbersInText.ts'
import { parseKeepingNumbers } from './rawJson.ts'
import { defaultPolicies, parseBody } from './requestBody.ts'

const number = '4242 4242 4242 4242'
const parsed = (value: unknown) => parseKeepingNumbers(json(value))

const paymentSources = [
  'token',
  'stored.customer',
  'stored.wallet',
  'stored.initialTransactionId',
  'terminal.id',
  'creditCard.accountNumber',
  'creditCard.verificationValue',
  'creditCard.transactionId',
  'check.accountNumber',
  'check.routingNumber',
  'check.verification.dob',
  'check.verification.ssn',
  'check.verification.driversLicense.number',
  'creditCardEncrypted',
  'digitalPayPayment.signature',
  'digitalPayPayment.intermediateSigningKey.signedKey',
  'digitalPayPayment.intermediateSigningKey.signatures[0]',
  'digitalPayPayment.signedMessage',
]
const ofPayment = paymentSources.map((path) => `payment.${path}`)
const notOfToken = /^(token|stored|terminal|creditCard\.transactionId)/

/** Members that are not free text: cards, bank accounts, and references that the gateway issued or verifies. */
const notFree: Readonly<Record<string, readonly string[]>> = {
  authorizeTransaction: ofPayment,
  saleTransaction: ofPayment,
  creditTransaction: ofPayment,
  captureTransaction: ['transactionId'],
  voidTransaction: ['transactionId'],
  resolveTransaction: ['operation'],
  recordDispute: ['transactionId'],
  createToken: paymentSources.filter((path) => !notOfToken.test(path)),
  addWalletEntry: ['token', ...paymentSources.filter((path) => /^(creditCardEncrypted|digitalPay)/.test(path))],
  createCustomerSubscription: ['plan', 'wallet'],
  updateCustomerSubscription: ['wallet'],
  createCheckout: ['customerInfo.id'],
  replayEvent: ['webhook'],
  reconcileConnection: ['cursor'],
  updateAccount: ['routing[0].connection'],
}

const texts = bodyParts.filter(({ type, path }) => type === 'string' && path !== '')

describe('findCardNumbers', () => {
  test('the members that are not searched are those of this list', () => {
    const unsearched = texts.filter(
      ({ endpoint, operation, path }) =>
        findCardNumbers(endpoint.body!, parsed(bodyWith(operation, path, number))).length === 0,
    )
    const found = Object.groupBy(unsearched, ({ operation }) => operation)
    const expected = Object.fromEntries(Object.entries(notFree).map(([name, paths]) => [name, paths.toSorted()]))
    expect(
      Object.fromEntries(Object.entries(found).map(([name, all]) => [name, all!.map(({ path }) => path).toSorted()])),
    ).toEqual(expected)
    expect(texts.length - unsearched.length).toBeGreaterThan(150)
  })

  test.each(withBody)('a card number in any text of $name is found at its member, refused or allowed', (endpoint) => {
    const isSearched = ({ path }: { readonly path: string }) => !(notFree[endpoint.name] ?? []).includes(path)
    for (const { path } of texts.filter((part) => part.operation === endpoint.name).filter(isSearched)) {
      const body = bodyWith(endpoint.name, path, number)
      const warned = parseBody(endpoint.body!, parsed(body), defaultPolicies)
      expect([path, warned.cardNumbers]).toEqual([path, [path]])
      const refused = parseBody(endpoint.body!, parsed(body), { ...defaultPolicies, cardNumbersInText: 'refuse' })
      expect(refused.valid ? [] : refused.errors).toContainEqual({ type: 'card_number_not_allowed', field: path })
      expect([refused.cardNumbers, JSON.stringify(refused)]).toEqual([[], expect.not.stringContaining('4242')])
    }
  })

  test.each(withBody)('a valid body of $name has no card number in its text', (endpoint) => {
    expect(findCardNumbers(endpoint.body!, parsed(validBodies[endpoint.name]))).toEqual([])
  })

  test('a name of a free map with a card number is found, masked', () => {
    for (const { endpoint, operation, path } of bodyParts.filter(({ type }) => type === 'record')) {
      const body = bodyWith(operation, path, { [number]: 'x' })
      expect(findCardNumbers(endpoint.body!, parsed(body)), path).toEqual([memberPath(path, '**** **** **** ****')])
    }
  })

  test.each([4242424242424242n, '4242424242424242', `WC-${number}`])(
    'the reference %s with a card number is found',
    (id) => {
      const { endpoint } = texts.find(({ operation }) => operation === 'authorizeTransaction')!
      const body = bodyWith('authorizeTransaction', 'order.referenceObjectId', id)
      expect(findCardNumbers(endpoint.body!, parsed(body))).toEqual(['order.referenceObjectId'])
      expect(errorsIn(endpoint, json(body))).toEqual([])
    },
  )

  test('unknown and read-only members are dropped, so they are not searched', () => {
    const { endpoint } = texts.find(({ operation }) => operation === 'updateCustomer')!
    expect(findCardNumbers(endpoint.body!, { id: number, other: number, shippingAddress: { zip: number } })).toEqual([])
  })

  test('free text of a shopper at a hosted checkout is searched, and the card is not', () => {
    const body = {
      nonce: '4242424242424242',
      payment: { creditCard: { ...card, nameOnCard: number } },
      answers: { email: `${number}@mail.example`, fields: { note: number }, billTo: { line2: number } },
    }
    expect(findCardNumbers(payBody(), body)).toEqual([
      'answers.billTo.line2',
      'answers.email',
      'answers.fields.note',
      'payment.creditCard.nameOnCard',
    ])
  })

  test('up to 20 members are named', () => {
    const lines = Array.from({ length: 30 }, () => ({ description: number }))
    const { endpoint } = texts.find(({ operation }) => operation === 'authorizeTransaction')!
    const body = parsed({ ...validBodies['authorizeTransaction'], order: { lines } })
    const { cardNumbers } = parseBody(endpoint.body!, body, defaultPolicies)
    expect([cardNumbers.length, cardNumbers.at(-1)]).toEqual([21, '...'])
    const refused = parseBody(endpoint.body!, body, { ...defaultPolicies, cardNumbersInText: 'refuse' })
    expect(refused.valid ? [] : refused.errors).toHaveLength(20)
  })
})
