import { expect, test } from 'vitest'
import { connect } from '../../widget/client/connect.ts'
import { SluiceClient, SluiceError, type Fetch } from '../../widget/client/index.ts'
import { withLists } from '../../widget/client/pages.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import { cardPayment, createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'
import { nextMillisecond } from '../testing/nextMillisecond.ts'

/** The published client and the whole worker, in one runtime. */

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const fetch: Fetch = (url, init) => worker.fetch(new Request(url, init))
const settings = { baseUrl: gatewayOrigin, apiKey: merchant.secretKey, fetch }
const sluice = new SluiceClient(settings)

const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

test('the client authorizes, captures in part, credits and reads a payment', async () => {
  const { transactionId, amount, errors } = await sluice.authorizeTransaction(cardPayment())
  expect({ amount, errors }).toEqual({ amount: 10.5, errors: null })
  await sluice.captureTransaction({ transactionId, amount: 4.2, final: true })
  await sluice.creditTransaction({ referenceTransactionId: Number(transactionId), amount: { value: 4.2 } })
  expect(await sluice.getTransaction(transactionId)).toMatchObject({ status: 'refunded', amountCredited: 4.2 })
})

test('the client sends an int64 with all its digits', async () => {
  const { transactionId } = await sluice.authorizeTransaction({
    ...cardPayment(),
    initiatedByUserId: 9223372036854775807n,
  })
  const transaction = await worker.as(merchant.secretKey)('GET', `/v1/transactions/${transactionId}`)
  expect(transaction.text).toContain('"initiatedByUserId":9223372036854775807')
})

test('a declined payment resolves with its response code and error', async () => {
  acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  const { responseCode, errors } = await sluice.authorizeTransaction(cardPayment())
  expect([responseCode, errors?.[0]?.message.code]).toEqual(['51', 'insufficient_funds'])
})

test('the client retries after lost responses, and the card is charged once', async () => {
  let losses = 2
  const lossy: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (losses-- > 0) throw new TypeError('connection lost')
    return response
  }
  const { send } = withLists(connect({ ...settings, fetch: lossy }, { wait: async () => {}, random: () => 0 }))
  const before = acquirer.ledger.entries().length
  const path = '/v1/transactions/authorize'
  const response = await send({
    operation: 'authorizeTransaction',
    method: 'POST',
    path,
    body: cardPayment(),
    keyed: true,
  })
  expect(response).toMatchObject({ responseCode: '00', errors: null })
  expect(losses).toBe(-1)
  expect(acquirer.ledger.entries()).toHaveLength(before + 1)
})

test('400, 404 and 401 responses reject with a SluiceError', async () => {
  const invalidClient = new SluiceClient({ ...settings, apiKey: 'sluice_sk_test_00UnknownKey' })
  const failures = await Promise.all(
    [
      sluice.voidTransaction({ transactionId: '1' }),
      sluice.getTransaction('1'),
      invalidClient.authorizeTransaction(cardPayment()),
    ].map(errorOf),
  )
  for (const failure of failures) expect(failure).toBeInstanceOf(SluiceError)
  expect(failures).toMatchObject([
    { status: 400, types: ['reference_not_found'], items: [{ message: { field: 'transactionId' } }] },
    { status: 404, types: ['not_found'] },
    { status: 401, types: [], body: null, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
})

test('the client iterates over all pages of a list', async () => {
  for (const name of ['a', 'b', 'c']) {
    await nextMillisecond()
    await sluice.issueApiKey({ kind: 'secret', name })
  }
  const names: (string | null)[] = []
  for await (const { name } of sluice.listApiKeys({ pageSize: 2 })) names.push(name)
  expect(names.slice(0, 3)).toEqual(['c', 'b', 'a'])
  expect(names).toHaveLength(5)
})

test('the client registers a terminal, pays at it and deletes it', async () => {
  const newTerminal = async (nickname: string) => {
    await nextMillisecond()
    return (await sluice.createTerminal({ registrationCode: 'SIM001', nickname })).terminals[0]!
  }
  const terminals = [await newTerminal('1'), await newTerminal('2'), await newTerminal('3')]
  const { transactionId } = await sluice.authorizeTransaction({
    payment: { terminal: { id: terminals[0]!.id, promptSignature: true } },
    amount: { value: 10.5 },
  })
  expect((await sluice.getSignature(transactionId)).signature?.type).toBe('image/png')
  await sluice.deleteTerminal(terminals[1]!.id)
  const listed: string[] = []
  for await (const { nickname } of sluice.listTerminals({ pageSize: 1 })) listed.push(nickname)
  expect(listed).toEqual(['3', '1'])
  expect(await errorOf(sluice.simulateTerminal(terminals[2]!.id, { action: 'present' }))).toMatchObject({
    status: 409,
    types: ['invalid_state'],
  })
})
