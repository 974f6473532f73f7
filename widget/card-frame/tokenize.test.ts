import { expect, it } from 'vitest'
import { VALID_CARD, useWidgetFixture } from '../testing/widgetFixture.ts'
import { inputSelector } from '../testing/inputSelector.ts'

const openFixture = useWidgetFixture()
const FORM = `<form action="/sent" method="post"><sluice-card publishable-key="pk_1" name="token"></sluice-card><button>Pay</button></form>`
const failure = (status: number, errors: unknown[] = []) => ({ status, body: { requestId: '1', token: null, errors } })
const errorItem = (field: string | null, type = 'card_number_invalid') => ({ type, message: { field, text: '-' } })

const open = async () => {
  const fixture = await openFixture()
  await fixture.open(FORM)
  await fixture.complete()
  return fixture
}
const pay = (fixture: Awaited<ReturnType<typeof open>>) => fixture.page.getByRole('button').click()

it('the card is sent once, with the key and without empty fields', async () => {
  const fixture = await open()
  await pay(fixture)
  await fixture.page.waitForURL('**/sent')
  expect(fixture.tokenRequests).toHaveLength(1)
  const { headers, body } = fixture.tokenRequests[0]!
  expect(body).toEqual({
    creditCard: {
      accountNumber: '4242424242424242',
      expires: '1244',
      verificationValue: '123',
      nameOnCard: 'Robin Miller',
    },
  })
  expect(headers).toMatchObject({ 'x-api-key': 'pk_1', 'content-type': 'application/json' })
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('referer')
})

it('a typed postal code is sent', async () => {
  const fixture = await openFixture()
  await fixture.open(FORM)
  await fixture.complete({ ...VALID_CARD, postalCode: 'SW1A 1AA' })
  await pay(fixture)
  await fixture.page.waitForURL('**/sent')
  expect(fixture.tokenRequests[0]?.body).toMatchObject({ creditCard: { postalCode: 'SW1A 1AA' } })
})

const CO_BADGED = { ...VALID_CARD, number: '4000002500001001' }

it.each([
  ['the chosen network of a co-badged card', 'Cartes Bancaires', { preferredNetwork: 'cartesBancaires' }],
  ['no network without a choice', null, {}],
])('the token request has %s', async (_description, name, sent) => {
  const fixture = await openFixture()
  await fixture.open(FORM)
  await fixture.complete(CO_BADGED)
  if (name) await fixture.frame.getByRole('radio', { name }).click()
  await pay(fixture)
  await fixture.page.waitForURL('**/sent')
  const { creditCard, ...rest } = fixture.tokenRequests[0]!.body as Record<string, unknown>
  expect(creditCard).toMatchObject({ accountNumber: CO_BADGED.number })
  expect(rest).toEqual(sent)
})

it('another network choice clears the token', async () => {
  const fixture = await openFixture()
  await fixture.open(FORM)
  await fixture.complete(CO_BADGED)
  const token = () => fixture.page.evaluate(() => new FormData(document.querySelector('form')!).get('token'))
  await fixture.page.evaluate(() => document.querySelector('sluice-card')!.tokenize())
  expect(await token()).not.toBeNull()
  await fixture.frame.getByRole('radio', { name: 'Visa' }).click()
  await expect.poll(token).toBeNull()
})

it('tokenization is retried after a network error and a 503', async () => {
  const fixture = await open()
  fixture.tokenResponses = ['unreachable', failure(503), fixture.tokenResponses[0]!]
  await pay(fixture)
  await fixture.page.waitForURL('**/sent')
  expect(fixture.tokenRequests).toHaveLength(3)
})

it('tokenization fails after three attempts and keeps typed values', async () => {
  const fixture = await open()
  fixture.tokenResponses = ['unreachable']
  await pay(fixture)
  await fixture.frame.getByText('No connection. Try again.').first().waitFor()
  expect(fixture.tokenRequests).toHaveLength(3)
  expect(await fixture.input('number').inputValue()).toBe('4242 4242 4242 4242')
  expect(fixture.submittedForms).toEqual([])
})

it.each([
  [429, 'Too many attempts. Try again in a minute.'],
  [401, 'This form is not set up to take cards yet.'],
  [403, 'This form is not set up to take cards yet.'],
  [400, 'Check the card details.'],
])('a response of %s is not retried, and displays: %s', async (status, sentence) => {
  const fixture = await open()
  fixture.tokenResponses = [failure(status)]
  await pay(fixture)
  await fixture.frame.getByText(sentence).first().waitFor()
  expect(fixture.tokenRequests).toHaveLength(1)
})

it.each([
  ['creditCard.accountNumber', 'number', 'card_number_invalid', 'Check the card number'],
  ['creditCard.expires', 'expiry', 'expiry_past', 'This card has expired'],
  ['creditCard.verificationValue', 'code', 'pattern_mismatch', 'Check the CVV'],
  ['creditCard.nameOnCard', 'name', 'length_invalid', 'Check the name on the card'],
] as const)('an API error of %s is displayed at its field', async (path, name, type, sentence) => {
  const fixture = await open()
  fixture.tokenResponses = [failure(400, [errorItem(path, type)])]
  await pay(fixture)
  await fixture.frame.locator(`#${name}-message`).getByText(sentence).waitFor()
  await fixture.frame.locator(`${inputSelector(name)}:focus`).waitFor()
  expect(fixture.submittedForms).toEqual([])
})

it('a response of 200 without a token is displayed as a failure', async () => {
  const fixture = await open()
  fixture.tokenResponses = [{ status: 200, body: { token: null } }]
  await pay(fixture)
  await fixture.frame.getByText('Check the card details').first().waitFor()
  expect(fixture.submittedForms).toEqual([])
})
