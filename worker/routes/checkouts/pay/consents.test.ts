import { expect, test } from 'vitest'
import { eventResource, readEvents } from '../../../testing/events.ts'
import { checkoutApiFixture, expectOk, formatErrors } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { createMerchant } from '../../../testing/merchant.ts'

const shop = await checkoutApiFixture()
const { make, merchant, read, shopper, worker } = shop

const terms = 'I accept the [terms](https://shop.example/terms).'
const consents = [
  { name: 'terms', text: terms, required: true },
  { name: 'news', text: 'Send me <b>news</b>' },
]

test('the form has parsed texts, and the paid checkout and its event have what was accepted', async () => {
  const id = await make({ total: 5, consents })
  const { data, html } = await shopper.open(id)
  expect(data!.form.consents).toEqual([
    {
      name: 'terms',
      required: true,
      parts: [
        { text: 'I accept the ', url: null },
        { text: 'terms', url: 'https://shop.example/terms' },
        { text: '.', url: null },
      ],
    },
    { name: 'news', required: false, parts: [{ text: 'Send me <b>news</b>', url: null }] },
  ])
  expect(html).not.toContain('<b>news')
  expect((await read(id)).consents).toBeNull()
  const { json } = await shopper.pay(id, data!.nonce, { answers: { consents: { terms: true, news: false } } })
  expect(json.status).toBe('completed')
  const { consents: given } = await read(id)
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(given).toEqual([
    { name: 'terms', text: terms, accepted: true, at },
    { name: 'news', text: 'Send me <b>news</b>', accepted: false, at },
  ])
  const resources = (await readEvents(merchant)).map(eventResource).filter((resource) => resource.id === id)
  expect(resources.map((resource) => resource.consents)).toEqual([null, given])
})

test.each([
  ['no answer', {}, ['answers.consents.terms required']],
  ['false', { terms: false }, ['answers.consents.terms required']],
  ['only the optional consent', { news: true }, ['answers.consents.terms required']],
  ['an unknown consent', { terms: true, other: true }, ['answers.consents.other unknown_member']],
  ['a text', { terms: 'true' }, ['answers.consents.terms type_invalid']],
])('%s as consents is rejected, and nothing is charged', async (_name, answer, errors) => {
  const id = await make({ total: 5, consents })
  const refused = await shopper.openAndPay(id, { answers: { consents: answer } })
  expect([refused.status, formatErrors(refused)]).toEqual([400, errors])
  expect(await shop.payments(id)).toEqual([])
})

test('a required consent named like a member of every object is not accepted without an answer', async () => {
  const id = await make({ total: 5, consents: [{ name: 'constructor', text: 'I agree', required: true }] })
  expect(formatErrors(await shopper.openAndPay(id))).toEqual(['answers.consents.constructor required'])
  expect(await shop.payments(id)).toEqual([])
})

test('a checkout without consents has none, and refuses an answer to one', async () => {
  const id = await make()
  const refused = await shopper.openAndPay(id, { answers: { consents: { terms: true } } })
  expect(formatErrors(refused)).toEqual(['answers.consents.terms unknown_member'])
  expect((await shopper.openAndPay(id)).json.status).toBe('completed')
  expect((await read(id)).consents).toBeNull()
})

test('consents of a customer are exported, and an erasure keeps them as evidence', async () => {
  const customer = await shop.createCustomer()
  const id = await make({ total: 5, consents, customerInfo: { id: customer } })
  await shopper.openAndPay(id, { answers: { consents: { terms: true } } })
  const { consents: given } = await read(id)
  expect((await expectOk(shop.call('GET', `/v1/customers/${customer}/export`))).checkouts[0].consents).toEqual(given)
  await expectOk(shop.call('POST', `/v1/customers/${customer}/erase`))
  expect((await read(id)).consents).toEqual(given)
})

test('a link to localhost is accepted in test mode and rejected in live mode', async () => {
  const body = { total: 5, consents: [{ name: 'terms', text: '[Terms](http://localhost:8788/terms)' }] }
  await make(body)
  const { secretKey } = await createMerchant({ mode: 'live' })
  const refused = await worker.as(secretKey)('POST', '/v1/dynamiccheckout', { body })
  expect([refused.status, formatErrors(refused)]).toEqual([400, ['consents[0].text format_invalid']])
})
