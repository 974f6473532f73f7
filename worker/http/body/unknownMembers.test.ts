import { afterAll, describe, expect, test } from 'vitest'
import { closedObjects, memberPath, misspelled, withBody } from '#contract/bodyMembers.fixtures'
import type { Endpoint } from '#contract/endpoint'
import { bodyWith, errorsIn, json, validBodies } from '#contract/requestBodies.fixtures'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { accountRows } from '../../testing/database/accountRows.ts'
import { clientOfBothModes } from '../../testing/fixtures/teamFixture.ts'
import { acceptedRequests } from '../../testing/fixtures/acceptedRequests.ts'
import { databaseSteps } from '../../testing/fixtures/databaseSteps.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const worker = startWorker({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) })
const merchant = await createMerchant()
const call = await clientOfBothModes(worker, merchant)
/** With a resource of each kind, which requests change. */
const owner = await createMerchant()
const callOfOwner = await clientOfBothModes(worker, owner)
const accepted = await acceptedRequests(callOfOwner, databaseSteps(callOfOwner, worker))
afterAll(resetTestClocks)

const endpointNamed = (operation: string): Endpoint => withBody.find(({ name }) => name === operation)!

const errorOf = (field: string, nearest: string) => ({
  type: 'unknown_member',
  message: expect.objectContaining({
    field,
    code: 'unknown_member',
    text: `${field} is not a member of this request. Did you mean \`${nearest}\`?`,
    details: { nearest },
  }),
})

describe('unknown members', () => {
  test('every operation with a body has a request that is accepted', () => {
    expect(Object.keys(accepted).toSorted()).toEqual(withBody.map(({ name }) => name).toSorted())
  })

  test.each(withBody)(
    '$name rejects a misspelled member at each level of its body, with the right name, and changes nothing',
    async ({ name: operation, method }) => {
      const { path, body } = accepted[operation]!
      const before = await accountRows(owner)
      for (const { path: level, memberNames } of closedObjects.filter((part) => part.operation === operation)) {
        const [name] = memberNames
        const field = memberPath(level, misspelled(name!))
        const { status, json: answer } = await callOfOwner(method, path, { body: bodyWith(operation, field, 1, body) })
        expect(status, field).toBe(400)
        expect(answer.errors, field).toContainEqual(errorOf(field, name!))
      }
      expect(await accountRows(owner)).toEqual(before)
      // Nothing else was wrong with it.
      expect((await callOfOwner(method, path, { body })).status).toBe(200)
    },
  )

  test.each([
    ['POST', '/v1/transactions/capture', { transactionId: '91234567890123', ammount: 5 }, 'ammount', 'amount'],
    ['POST', '/v1/transactions/credit', { referenceTransactionId: 1, amout: { value: 1 } }, 'amout', 'amount'],
    ['POST', '/v1/dynamiccheckout', { total: 10, apperance: {} }, 'apperance', 'appearance'],
  ])('%s %s with %j is rejected', async (method, path, body, field, nearest) => {
    const { status, json: answer } = await call(method, path, { body })
    expect([status, answer.errors]).toMatchObject([400, [errorOf(field, nearest)]])
  })

  test('all unknown members of a request are returned at once, together with its other errors', async () => {
    const { payment } = cardPayment()
    const { status, json: answer } = await call('POST', '/v1/transactions/authorize', {
      body: {
        payment: { ...payment, vendor: 1, creditCard: { ...payment.creditCard, cvc: '123' } },
        amount: { value: 0, curency: 978 },
        order: { lines: [{ quantiy: 1 }], billTo: { zip: '1' } },
        capture: true,
      },
    })
    expect(status).toBe(400)
    expect(answer.errors.map(({ type, message }: any) => [type, message.field, message.details?.nearest])).toEqual([
      ['unknown_member', 'amount.curency', 'currency'],
      ['out_of_range', 'amount.value', undefined],
      ['unknown_member', 'capture', undefined],
      ['unknown_member', 'order.billTo.zip', undefined],
      ['unknown_member', 'order.lines[0].quantiy', 'quantity'],
      ['unknown_member', 'payment.creditCard.cvc', undefined],
      ['unknown_member', 'payment.vendor', undefined],
    ])
  })

  test('card numbers in unknown names are masked', async () => {
    const { json: answer, text } = await call('PUT', '/v1/account', {
      body: { '4242424242424242': 'x', 'n 4242 4242 4242 4242': 1, ['x'.repeat(60)]: 1 },
    })
    expect(answer.errors.map(({ message }: any) => message.field)).toEqual([
      '****************',
      'n **** **** **** ****',
      'x'.repeat(40),
    ])
    expect(text + JSON.stringify(worker.log.at(-1))).not.toContain('424242')
  })
})

describe('members that are not unknown', () => {
  test.each(withBody)('$name accepts each read-only member with any value', (endpoint) => {
    const { entries } = endpoint.body as unknown as {
      readonly entries: Readonly<Record<string, { readonly wrapped?: { readonly type: string } }>>
    }
    const readOnly = Object.keys(entries).filter((name) => entries[name]?.wrapped?.type === 'unknown')
    const sent = Object.fromEntries(readOnly.map((name) => [name, { any: ['thing', 1, null] }]))
    expect(errorsIn(endpoint, json({ ...validBodies[endpoint.name], ...sent }))).toEqual([])
  })

  test('a customer, its wallet entry, a webhook and the account can be sent back as they were read', async () => {
    const [customer] = (await call('POST', '/v1/customers', { body: { firstName: 'Ann' } })).json.customers
    expect((await call('PUT', `/v1/customers/${customer.id}`, { body: customer })).json.customers).toEqual([customer])

    const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: cardPayment().payment.creditCard } }))
      .json
    const wallet = `/v1/customers/${customer.id}/wallet`
    const [entry] = (await call('POST', wallet, { body: { token } })).json.wallet
    expect((await call('PUT', `${wallet}/${entry.id}`, { body: entry })).json.wallet).toEqual([entry])

    const registration = { url: 'https://shop.example/hook', enabled: true, subscribedEvents: null }
    const created = (await call('POST', '/v1/webhook', { body: registration })).json.webhook
    const [webhook] = (await call('GET', '/v1/webhook')).json.webhooks
    for (const read of [webhook, created])
      expect((await call('PUT', `/v1/webhook/${webhook.id}`, { body: read })).json.webhook).toMatchObject(registration)
    expect((await call('POST', '/v1/webhook', { body: webhook })).json.webhook.id).toBe(webhook.id)

    const { account } = (await call('GET', '/v1/account')).json
    expect((await call('PUT', '/v1/account', { body: account })).json.account).toEqual(account)
  })

  test('a subscription and a plan can be sent back as they were read', async () => {
    const body = { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }
    const [plan] = (await call('POST', '/v1/subscriptions', { body })).json.subscriptions
    const again = { ...plan, label: 'Tea' }
    expect((await call('POST', '/v1/subscriptions', { body: again })).json.subscriptions).toMatchObject([
      { label: 'Tea', cycle: plan.cycle, amount: plan.amount },
    ])

    const [customer] = (await call('POST', '/v1/customers', { body: {} })).json.customers
    const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: cardPayment().payment.creditCard } }))
      .json
    await call('POST', `/v1/customers/${customer.id}/wallet`, { body: { token } })
    const subscriptions = `/v1/customers/${customer.id}/subscriptions`
    const [read] = (await call('POST', subscriptions, { body: { plan: plan.id } })).json.customerSubscriptions
    const { status, json: updated } = await call('PUT', `${subscriptions}/${read.customerSubscriptionId}`, {
      body: { ...read, status: 'active', amount: { total: 12 } },
    })
    expect([status, updated.customerSubscriptions]).toMatchObject([200, [{ totalAmount: 12, label: 'Coffee' }]])
  })

  test('maps with free names and the envelope of a wallet accept any member', () => {
    const wallet = { signature: 'x', protocolVersion: 'ECv1', signedMessage: '{}', walletId: '7' }
    for (const [operation, path, value] of [
      ['authorizeTransaction', 'order.metadata', { ammount: '1' }],
      ['authorizeTransaction', 'payment.digitalPayPayment', wallet],
      [
        'createToken',
        'digitalPayPayment',
        { ...wallet, intermediateSigningKey: { signedKey: 'x', signatures: [], iv: '' } },
      ],
      ['createCustomer', 'metadata', { firstNam: 'x' }],
      ['createCheckout', 'customerDefinedField', { totl: 'x' }],
      ['createWebhook', 'headers', { urll: 'x' }],
      ['updateAccount', 'legalTexts', { de: { bankDebit: 'x' } }],
    ] as const)
      expect(errorsIn(endpointNamed(operation), json(bodyWith(operation, path, value))), path).toEqual([])
  })
})
