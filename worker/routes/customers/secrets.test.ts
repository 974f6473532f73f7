import { expect, test } from 'vitest'
import type { ApiResponse } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { walletFixture, storedCustomerData } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()

/** Rows, responses and log lines in one text. */
const textOf = (rows: unknown, responses: readonly ApiResponse[], logFrom: number): string =>
  JSON.stringify([rows, responses.map(({ text, headers }) => [text, [...headers]]), worker.log.slice(logFrom)])

test('adding to a wallet writes no card number and no security code into rows, responses or the log', async () => {
  const { id, rows, secretKey } = await createMerchant()
  const call = worker.as(secretKey)
  const storedRows = () =>
    Promise.all(
      ['customers', 'walletEntries', 'tokens', 'counters', 'audit'].map((table) =>
        rows(`SELECT * FROM ${table} WHERE account = ?`, id),
      ),
    )
  const customer: string = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
  const path = `/v1/customers/${customer}/wallet`
  const secrets = ['4539148803436467', '73915', '000987650004321', '987654329']
  const [number = '', cvv = '', account = '', ssn = ''] = secrets
  const logFrom = worker.log.length
  const responses: ApiResponse[] = []
  for (const body of [
    { creditCard: card(number, { verificationValue: cvv.slice(0, 4) }) },
    { check: { accountNumber: account, routingNumber: '021000021', name: 'Ada Lovelace', verification: { ssn } } },
  ]) {
    const { token } = (await call('POST', '/v1/tokens', { body })).json
    // The second response is token_used.
    for (let n = 0; n < 2; n++) responses.push(await call('POST', path, { body: { token } }))
  }
  responses.push(await call('GET', path), await call('GET', `/v1/customers/${customer}`))
  const text = textOf(await storedRows(), responses, logFrom)
  // The searched text contains the stored rows and both kinds of response.
  for (const expected of [number.slice(-4), account.slice(-4), '"token_used"']) expect(text).toContain(expected)
  for (const secret of [number, account, ssn, number.slice(0, -4), account.slice(0, -4)])
    expect(text).not.toContain(secret)
  const cells = (await storedRows()).flat().flatMap((row) => Object.values(row))
  for (const cell of cells) expect([cvv.slice(0, 4), Number(cvv.slice(0, 4))]).not.toContain(cell)
})

test('changing, deleting and paying with wallet entries writes no card number into rows, responses or the log', async () => {
  const merchant = await createMerchant()
  const logFrom = worker.log.length
  const responses: ApiResponse[] = []
  const call = worker.as(merchant.secretKey)
  const shop = walletFixture(merchant, async (...request) => {
    const response = await call(...request)
    responses.push(response)
    return response
  })
  const number = '4539148803436467'
  const customer = await shop.newCustomer({
    firstName: 'José',
    lastName: 'Ñandú',
    company: 'Ñ & Sons',
    merchantIdentifier: 'C-1001',
    phoneNumber: '+49 30 123456',
    emailAddress: 'jose@shop.example',
    shippingAddress: { line1: '1 Main St', city: 'Ulm', country: 'DE' },
    metadata: { tier: 'gold', 'a key': '' },
  })
  for (let n = 0; n < 3; n++) await shop.addEntry(customer, await shop.tokenize(number))
  const [entry, other] = (await shop.listWallet(customer)).json.wallet.map(({ id }: { id: string }) => id)
  await shop.putEntry(customer, entry, { default: true })
  await shop.deleteEntry(customer, entry)
  await shop.pay({ wallet: entry })
  await shop.pay({ wallet: other })
  await shop.putCustomer(customer, { company: 'Other' })
  await shop.call('GET', '/v1/customers')
  await shop.deleteCustomer(customer)
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(12)
  const text = textOf(await storedCustomerData(merchant), responses, logFrom)
  expect(text).toContain('************6467')
  for (const secret of [number, number.slice(0, -4)]) expect(text).not.toContain(secret)
})
