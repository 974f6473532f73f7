import { card } from '../../../testing/requestDefaults.ts'
import { bankAccount } from '../../../testing/fixtures/checkoutApiFixture.ts'
import type { MerchantClient } from '../merchantClient.ts'
import { flow } from './flow.ts'
import type { Flow } from './flow.ts'
import { preconditions } from './preconditions.ts'
import { transactionFlows } from './tables.ts'

const authorize = 'authorizeTransaction'

/** Verdicts that agree with the processor's ledger. */
const resolvedOperations = [
  { name: 'a capture that happened', on: 'capture', when: 'dropAfter', outcome: 'happened' },
  { name: 'a capture that did not happen', on: 'capture', when: 'dropBefore', outcome: 'did_not_happen' },
  { name: 'the reversal of a payment that is not there', on: 'authorize', when: 'dropBefore', outcome: 'happened' },
  { name: 'the reversal of a payment that stands', on: 'authorize', when: 'dropAfter', outcome: 'did_not_happen' },
] as const

/** A payment whose capture, or whose reversal, needs attention. Returns its id and that of the operation. */
const unclearPayment = async (
  client: MerchantClient,
  on: 'authorize' | 'capture',
  when: 'dropBefore' | 'dropAfter',
): Promise<{ payment: string; operation: string }> => {
  const { fixture, merchant, clock } = client
  const { faultPlan } = fixture.acquirer
  const body = on === 'capture' ? { transactionId: await client.authorize() } : client.cardPayment()
  faultPlan.add({ fault: { kind: when }, on })
  for (const next of [on === 'capture' ? 'capture' : 'reverse', 'lookup'] as const)
    faultPlan.add({ fault: { kind: 'busy' }, on: next, times: 2 })
  await client.send({ method: 'POST', path: `/v1/transactions/${on}`, body, key: null })
  // The next attempt is the last one of the schedule.
  await merchant.run('UPDATE operations SET attempts = 27 WHERE account = ? AND due IS NOT NULL', merchant.id)
  clock.advance(61_000)
  await fixture.runJob(on === 'capture' ? 'followUps' : 'reversals')
  faultPlan.clear()
  const [row] = await merchant.rows(
    'SELECT id, transactionId FROM operations WHERE account = ? AND attention IS NOT NULL',
    merchant.id,
  )
  return { payment: String(row!['transactionId']), operation: String(row!['id']) }
}

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
  ...resolvedOperations.map(({ name, on, when, outcome }) =>
    flow(
      `resolve ${name}`,
      ['resolveTransaction'],
      (client) => unclearPayment(client, on, when),
      (client, { payment, operation }) =>
        client.request(
          'POST',
          `/v1/transactions/${payment}/resolve`,
          { operation, outcome, note: 'Looked up' },
          { isDone: 'attention_not_needed' },
        ),
    ),
  ),
]
