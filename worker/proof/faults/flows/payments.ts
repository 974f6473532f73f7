import { card } from '../../../testing/requestDefaults.ts'
import { bankAccount } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { flow } from './flow.ts'
import type { Flow } from './flow.ts'
import { preconditions } from './preconditions.ts'
import { transactionFlows } from './tables.ts'

const authorize = 'authorizeTransaction'

export const paymentFlows: readonly Flow[] = [
  {
    name: 'authorize as the first request of an account',
    covers: [authorize],
    isBare: true,
    act: (client) => client.pay(() => client.cardPayment()),
  },
  flow('authorize by card', [authorize], preconditions.none, (client) => client.pay(() => client.cardPayment())),
  flow('authorize by token', [authorize, 'createToken'], preconditions.none, (client) =>
    client.pay(async () => ({ payment: { token: await client.createToken() }, amount: { value: 10.5 } })),
  ),
  flow('authorize by bank account', [authorize], preconditions.none, (client) =>
    client.pay(() => ({ payment: { check: bankAccount }, amount: { value: 10.5 } })),
  ),
  flow('unreferenced credit', ['creditTransaction'], preconditions.none, (client) =>
    client.pay(() => client.cardPayment(), 'credit'),
  ),
  ...transactionFlows(`
    authorize by stored card     | authorizeTransaction | stored     | authorize | {"payment":{"stored":{"customer":"{customer}","wallet":"{wallet}"}},"amount":{"value":10.5}}
    authorize in cash            | authorizeTransaction | none       | authorize | {"payment":{"cash":true},"amount":{"value":10.5}}
    sale                         | saleTransaction      | none       | sale      | {"payment":{"creditCard":{"accountNumber":"4242424242424242","expires":"1230"}},"amount":{"value":10.5}}
    capture                      | captureTransaction   | authorized | capture   | {"transactionId":"{id}"}
    void an authorization        | voidTransaction      | authorized | void      | {"transactionId":"{id}"}
    void a captured payment      | voidTransaction      | captured   | void      | {"transactionId":"{id}"}
    credit part of a payment     | creditTransaction    | captured   | credit    | {"referenceTransactionId":{id},"amount":{"value":4}}
  `),
  ...(
    [
      ['a decline', { kind: 'decline', code: '51' }, '51'],
      ['a partial approval', { kind: 'partial' }, '10'],
    ] as const
  ).map(([outcome, fault, code]) =>
    flow(
      `authorize with ${outcome}`,
      [authorize],
      async ({ fixture }) => fixture.acquirer.faultPlan.add({ fault, on: 'authorize', times: 9 }),
      (client) => client.pay(() => client.cardPayment(), 'authorize', code),
    ),
  ),
  ...(
    [
      ['before', 'dropBefore'],
      ['after', 'dropAfter'],
    ] as const
  ).map(([when, kind]) =>
    flow(
      `authorize with a connection lost ${when} the approval`,
      [authorize],
      async ({ fixture }) => fixture.acquirer.faultPlan.add({ fault: { kind }, on: 'authorize' }),
      (client) => client.pay(() => client.cardPayment()),
    ),
  ),
  flow(
    'authorize with an approval that a CVV rule reverses',
    [authorize],
    (client) => client.request('PUT', '/v1/account', { cvvReject: ['M'] }),
    (client) =>
      client.pay(
        () => client.cardPayment({ payment: { creditCard: card(undefined, { verificationValue: '123' }) } }),
        'authorize',
        'G05',
      ),
  ),
  flow(
    'partial capture, then final capture',
    ['captureTransaction'],
    (client) => client.authorize(),
    async (client, transactionId) => {
      await client.pay(() => ({ transactionId, amount: 4 }), 'capture')
      await client.pay(() => ({ transactionId, amount: 2, final: true }), 'capture')
    },
  ),
]
