import { expect, test } from 'vitest'
import type { AuthorizeOp, Capabilities } from '../../processors/processor.ts'
import { createRegistry } from '../../processors/registry.ts'
import { acquirerDefinition, insertConnection } from '../../testing/fixtures/connectionFixture.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** A shopper's stored card, two connections, and the credentials that each of them received. */
const setUp = async (can: Partial<Capabilities>) => {
  const clock = testClock()
  const merchant = await createMerchant()
  const sent: AuthorizeOp['credential'][] = []
  const definitions = ['one', 'other'].map((name) => {
    const { definition } = acquirerDefinition(name, clock.now, { can: { reverses: 'byTheirs', ...can } })
    const { create: open } = definition
    const create: typeof open = (...args) => {
      const processor = open(...args)
      const { authorize: send } = processor
      const authorize: typeof send = (op, ref) => {
        sent.push(op.credential)
        return send(op, ref)
      }
      return Object.assign(processor, { authorize })
    }
    return Object.assign(definition, { create })
  })
  const worker = startWorker({ clock, processors: createRegistry(definitions) })
  const call = worker.as(merchant.secretKey)
  const connections = {
    one: await insertConnection(merchant, 'one'),
    other: await insertConnection(merchant, 'other'),
  }
  const { token } = (
    await call('POST', '/v1/tokens', { body: { creditCard: { accountNumber: '4242424242424242', expires: '1230' } } })
  ).json
  const { customers } = (await call('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json
  const customer = customers[0].id
  await call('POST', `/v1/customers/${customer}/wallet`, { body: { token } })
  return {
    sent,
    warnings: () => worker.log.flatMap(({ warnings }) => warnings ?? []),
    route: (name: 'one' | 'other') =>
      call('PUT', '/v1/account', { body: { routing: [{ connection: connections[name] }] } }),
    pay: async (stored: object = {}) =>
      (
        await call('POST', '/v1/transactions/authorize', {
          body: { amount: { value: 10, currency: 840 }, payment: { stored: { customer, ...stored } } },
        })
      ).json,
    reference: async (transactionId: string) =>
      (
        await merchant.rows("SELECT processorRef ->> 'raw' AS raw FROM operations WHERE id = ?", Number(transactionId))
      )[0]!['raw'],
  }
}

const charge = { initiatedBy: 'merchant', initial: 'subsequent' }

test('a charge without the shopper names the first payment of the stored card over the same connection', async () => {
  const { sent, route, pay, reference, warnings } = await setUp({ namesInitialBy: 'theirs' })
  await route('one')
  const first = await pay({ initial: 'first' })
  await pay()
  await pay(charge)
  expect(sent.at(-1)).toMatchObject({ initialReference: await reference(first.transactionId) })
  expect(warnings()).not.toContain('no_initial_reference')
})

test('a reference is never sent over another connection: the charge is warned about', async () => {
  const { sent, route, pay, warnings } = await setUp({ namesInitialBy: 'theirs' })
  await route('one')
  const first = await pay({ initial: 'first' })
  await route('other')
  await pay(charge)
  await pay({ ...charge, initialTransactionId: first.transactionId })
  expect(sent.slice(1).map((credential) => credential?.initialReference)).toEqual([undefined, undefined])
  expect(warnings().filter((warning: string) => warning === 'no_initial_reference')).toHaveLength(2)
})

test('a charge may name another payment of the same connection as its first', async () => {
  const { sent, route, pay, reference } = await setUp({ namesInitialBy: 'either' })
  await route('one')
  await pay({ initial: 'first' })
  const second = await pay()
  await pay({ ...charge, initialTransactionId: second.transactionId })
  expect(sent.at(-1)).toMatchObject({ initialReference: await reference(second.transactionId) })
})

test('a network id in place of our own is not taken for a reference', async () => {
  const { sent, route, pay, warnings } = await setUp({ namesInitialBy: 'theirs' })
  await route('one')
  await pay({ initial: 'first' })
  await pay({ ...charge, initialTransactionId: 'NETWORK7' })
  expect(sent.at(-1)).toMatchObject({ networkTransactionId: 'NETWORK7' })
  expect(sent.at(-1)).not.toHaveProperty('initialReference')
  expect(warnings()).toContain('no_initial_reference')
})
