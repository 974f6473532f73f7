import { afterAll, describe, expect, test } from 'vitest'
import { bodyParts, withBody } from '#contract/bodyMembers.fixtures'
import { bodyWith } from '#contract/requestBodies.fixtures'
import { findCardNumbers } from '#contract/schema/cardNumbersInText'
import { accountRows } from '../../testing/database/accountRows.ts'
import { clientOfBothModes } from '../../testing/fixtures/teamFixture.ts'
import { acceptedRequests } from '../../testing/fixtures/acceptedRequests.ts'
import { databaseSteps } from '../../testing/fixtures/databaseSteps.ts'
import { checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card, cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const worker = startWorker({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) })
const warned = await createMerchant()
const call = await clientOfBothModes(worker, warned)
const refusing = await createMerchant({
  own: { test: { cardNumbersInText: 'refuse' }, live: { cardNumbersInText: 'refuse' } },
})
const callRefusing = await clientOfBothModes(worker, refusing)
const accepted = await acceptedRequests(callRefusing, databaseSteps(callRefusing, worker))
afterAll(resetTestClocks)

/** Its digits are in no other test: a number that tests pay with must be stored nowhere, and the search at the end of the run would find it. */
const groups = ['5372', '1864', '0957', '3025']
const number = groups.join(' ')
const warningOf = ({ headers }: { readonly headers: Headers }) => headers.get('sluice-warning')
const warningAt = (...paths: readonly string[]) =>
  paths.map((path) => `card_number_in_text;member="${path}"`).join(', ')

/** A payment with card numbers in its free text. */
const payment = cardPayment(undefined, {
  order: {
    metadata: { note: `paid by ${number}`, [number]: 'x' },
    lines: [{}, { description: groups.join('-') }],
  },
})
const paths = ['order.lines[1].description', 'order.metadata.**** **** **** ****', 'order.metadata.note']
const encoded = paths.map((path) => path.replaceAll(' ', '%20'))

/** Two groups, since ids and times may contain one by chance. */
const begin = new RegExp(groups.slice(0, 2).join('[^0-9]?'))
const hasDigits = (text: string): boolean => begin.test(text)

describe('card numbers in free text', () => {
  test('a request with a card number in free text is accepted with a warning that names the members', async () => {
    const response = await call('POST', '/v1/transactions/authorize', { body: payment })
    expect([response.status, response.json.responseCode]).toEqual([200, '00'])
    expect(warningOf(response)).toBe(warningAt(...encoded))
    expect(worker.log.at(-1)?.warnings).toContain('card_number_in_text')
    expect(hasDigits(JSON.stringify(worker.log.at(-1)) + JSON.stringify([...response.headers]))).toBe(false)
  })

  test('a request without one has no warning', async () => {
    const response = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    expect([response.status, warningOf(response)]).toEqual([200, null])
    expect(worker.log.at(-1)?.warnings).not.toContain('card_number_in_text')
    expect(warningOf(await call('GET', '/v1/customers'))).toBeNull()
  })

  test('with the setting refuse the request returns card_number_not_allowed at each member, and stores nothing', async () => {
    const before = await accountRows(refusing)
    const response = await callRefusing('POST', '/v1/transactions/authorize', { body: payment })
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject(
      paths.map((field) => ({
        type: 'card_number_not_allowed',
        message: { field, text: `${field} must not contain a card number.`, details: null },
      })),
    )
    expect(warningOf(response)).toBeNull()
    expect(hasDigits(response.text + JSON.stringify(worker.log.at(-1)))).toBe(false)
    expect(await accountRows(refusing)).toEqual(before)
  })

  test.each(withBody)(
    '$name of an account that refuses them rejects a card number in each free text, and stores nothing',
    async ({ name: operation, method, body: schema }) => {
      const { path, body } = accepted[operation]!
      const before = await accountRows(refusing)
      for (const { path: member } of bodyParts.filter(
        (part) => part.operation === operation && part.type === 'string',
      )) {
        const changed = bodyWith(operation, member, number, body)
        const found = findCardNumbers(schema!, changed)
        if (found.length === 0) continue
        const { status, json, text } = await callRefusing(method, path, { body: changed })
        expect([status, found], member).toEqual([400, [member]])
        expect(json.errors, member).toContainEqual(
          expect.objectContaining({
            type: 'card_number_not_allowed',
            message: expect.objectContaining({ field: member }),
          }),
        )
        expect(hasDigits(text + JSON.stringify(worker.log.at(-1))), member).toBe(false)
      }
      expect(await accountRows(refusing)).toEqual(before)
      // Nothing else was wrong with it.
      expect((await callRefusing(method, path, { body })).status).toBe(200)
    },
  )

  test('a change of the setting applies to the next request, in its mode alone', async () => {
    const merchant = await createMerchant()
    const [own, live] = [worker.as(merchant.secretKey), worker.as((await merchant.issue('sk', { mode: 'live' })).key)]
    const customer = { body: { company: number } }
    expect(warningOf(await own('POST', '/v1/customers', customer))).toBe(warningAt('company'))
    expect((await own('PUT', '/v1/account', { body: { cardNumbersInText: 'refuse' } })).status).toBe(200)
    expect((await own('POST', '/v1/customers', customer)).json.errors).toMatchObject([
      { type: 'card_number_not_allowed' },
    ])
    const response = await live('POST', '/v1/customers', customer)
    expect([response.status, warningOf(response)]).toEqual([200, warningAt('company')])
  })

  test('a repeated request gets the first response with its Sluice-Warning', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => call('POST', '/v1/transactions/authorize', { body: payment, headers })
    const [first, repeated] = [await send(), await send()]
    expect([repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect([warningOf(first), warningOf(repeated)]).toEqual([warningAt(...encoded), warningAt(...encoded)])
  })

  test('the name on a card that a browser sends is searched, the card is not', async () => {
    const browser = worker.as(warned.publishableKey)
    const create = (nameOnCard: string) =>
      browser('POST', '/v1/tokens', { body: { creditCard: { ...card(), nameOnCard } } })
    expect(warningOf(await create('Ann'))).toBeNull()
    expect(warningOf(await create(number))).toBe(warningAt('creditCard.nameOnCard'))
  })
})

describe('card numbers in what a shopper types at a hosted checkout', () => {
  test.each(['warn', 'refuse'] as const)(
    'a payment with a card number in an address follows the setting %s',
    async (cardNumbersInText) => {
      const shop = await checkoutApiFixture({ own: { test: { cardNumbersInText } } })
      const id = await shop.make({ total: 5, collectShipping: true })
      const { nonce } = (await shop.shopper.open(id)).data!
      const before = await shop.rows()
      const shipTo = { name: 'Ann', line1: number, city: 'Fargo', state: 'ND', postalCode: '58102', country: 'US' }
      const response = await shop.shopper.pay(id, nonce, { answers: { email: 'ann@mail.example', shipTo } })
      if (cardNumbersInText === 'warn')
        expect([response.status, warningOf(response)]).toEqual([200, warningAt('answers.shipTo.line1')])
      else {
        expect(response.json.errors).toMatchObject([
          { type: 'card_number_not_allowed', message: { field: 'answers.shipTo.line1' } },
        ])
        expect(await shop.rows()).toEqual(before)
      }
    },
  )
})
