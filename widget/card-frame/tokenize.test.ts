import { expect, it } from 'vitest'
import { GOOD_CARD, useBench } from '../testing/widgetFixture.ts'
import { inputSelector } from '../testing/inputSelector.ts'

const bench = useBench()
const FORM = `<form action="/sent" method="post"><sluice-card publishable-key="pk_1" name="token"></sluice-card><button>Pay</button></form>`
const fails = (status: number, errors: unknown[] = []) => ({ status, body: { requestId: '1', token: null, errors } })
const blames = (field: string | null, type = 'card_number_invalid') => ({ type, message: { field, text: '-' } })

const open = async () => {
  const b = await bench()
  await b.open(FORM)
  await b.complete()
  return b
}
const pay = (b: Awaited<ReturnType<typeof open>>) => b.page.getByRole('button').click()

it('sends the card once, with the key, and leaves out what is empty', async () => {
  const b = await open()
  await pay(b)
  await b.page.waitForURL('**/sent')
  expect(b.tokenRequests).toHaveLength(1)
  const { headers, body } = b.tokenRequests[0]!
  expect(body).toEqual({
    creditCard: {
      accountNumber: '4242424242424242',
      expires: '1249',
      verificationValue: '123',
      nameOnCard: 'Robin Miller',
    },
  })
  expect(headers).toMatchObject({ 'x-api-key': 'pk_1', 'content-type': 'application/json' })
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('referer')
})

it('sends a postal code that was typed', async () => {
  const b = await bench()
  await b.open(FORM)
  await b.complete({ ...GOOD_CARD, postalCode: 'SW1A 1AA' })
  await pay(b)
  await b.page.waitForURL('**/sent')
  expect(b.tokenRequests[0]?.body).toMatchObject({ creditCard: { postalCode: 'SW1A 1AA' } })
})

const CO_BADGED = { ...GOOD_CARD, number: '4000002500001001' }

it.each([
  [
    'the network that the shopper of a co-badged card chose',
    'Cartes Bancaires',
    { preferredNetwork: 'cartesBancaires' },
  ],
  ['no network where none was chosen', null, {}],
])('sends %s', async (_what, name, sent) => {
  const b = await bench()
  await b.open(FORM)
  await b.complete(CO_BADGED)
  if (name) await b.frame.getByRole('radio', { name }).click()
  await pay(b)
  await b.page.waitForURL('**/sent')
  const { creditCard, ...rest } = b.tokenRequests[0]!.body as Record<string, unknown>
  expect(creditCard).toMatchObject({ accountNumber: CO_BADGED.number })
  expect(rest).toEqual(sent)
})

it('has no token any more when another network is chosen', async () => {
  const b = await bench()
  await b.open(FORM)
  await b.complete(CO_BADGED)
  const token = () => b.page.evaluate(() => new FormData(document.querySelector('form')!).get('token'))
  await b.page.evaluate(() => document.querySelector('sluice-card')!.tokenize())
  expect(await token()).not.toBeNull()
  await b.frame.getByRole('radio', { name: 'Visa' }).click()
  await expect.poll(token).toBeNull()
})

it('tries again after a lost connection and after an error of the server', async () => {
  const b = await open()
  b.tokenAnswers = ['unreachable', fails(503), b.tokenAnswers[0]!]
  await pay(b)
  await b.page.waitForURL('**/sent')
  expect(b.tokenRequests).toHaveLength(3)
})

it('gives up after the third try, and keeps what was typed', async () => {
  const b = await open()
  b.tokenAnswers = ['unreachable']
  await pay(b)
  await b.frame.getByText('No connection. Try again.').first().waitFor()
  expect(b.tokenRequests).toHaveLength(3)
  expect(await b.input('number').inputValue()).toBe('4242 4242 4242 4242')
  expect(b.posts).toEqual([])
})

it.each([
  [429, 'Too many tries. Wait a minute.'],
  [401, 'This form is not set up to take cards yet.'],
  [403, 'This form is not set up to take cards yet.'],
  [400, 'Check the card details.'],
])('does not repeat what was answered with %s, and says why', async (status, sentence) => {
  const b = await open()
  b.tokenAnswers = [fails(status)]
  await pay(b)
  await b.frame.getByText(sentence).first().waitFor()
  expect(b.tokenRequests).toHaveLength(1)
})

it.each([
  ['creditCard.accountNumber', 'number', 'card_number_invalid', 'Check the card number'],
  ['creditCard.expires', 'expiry', 'expiry_past', 'This card has expired'],
  ['creditCard.verificationValue', 'code', 'pattern_mismatch', 'Check the CVV'],
  ['creditCard.nameOnCard', 'name', 'length_invalid', 'Check the name on the card'],
] as const)('shows an error of %s at its field', async (path, name, type, sentence) => {
  const b = await open()
  b.tokenAnswers = [fails(400, [blames(path, type)])]
  await pay(b)
  await b.frame.locator(`#${name}-message`).getByText(sentence).waitFor()
  await b.frame.locator(`${inputSelector(name)}:focus`).waitFor()
  expect(b.posts).toEqual([])
})

it('takes no half of an answer for a token', async () => {
  const b = await open()
  b.tokenAnswers = [{ status: 200, body: { token: null } }]
  await pay(b)
  await b.frame.getByText('Check the card details').first().waitFor()
  expect(b.posts).toEqual([])
})
