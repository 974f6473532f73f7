import { expect, test } from 'vitest'
import { check, openNmi, startMs, type Values } from './nmi.fixture.ts'

test('a response of transact.php has the members and encoding of NMI', async () => {
  const { handle } = openNmi()
  const body = 'type=sale&amount=10.00&ccnumber=4000001234562346&ccexp=1229&cvv=917&address1=1+High+St&zip=10001'
  const result = await handle('POST', '/api/transact.php?security_key=k&type=auth&orderid=a%26b%20c%2B%25', body, '')
  const id = String(startMs / 10 + 1)
  expect(result).toEqual({
    status: 200,
    contentType: 'text/html; charset=UTF-8',
    text: `response=1&responsetext=SUCCESS&authcode=123456&transactionid=${id}&avsresponse=N&cvvresponse=N&orderid=a%26b c%2B%25&type=sale&response_code=100`,
  })
})

test('parameters of a multipart form are read', async () => {
  const { handle } = openNmi()
  const body = ['security_key', 'transactionid'].map(
    (name) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`,
  )
  const result = await handle(
    'POST',
    '/api/transact.php?type=void',
    `${body.join('')}--b--\r\n`,
    'multipart/form-data; boundary=b',
  )
  expect(result).toMatchObject({
    text: expect.stringContaining('responsetext=Invalid Transaction ID specified REFID:'),
  })
})

test('a malformed multipart form has no parameters', async () => {
  const result = await openNmi().handle('POST', '/api/transact.php', 'security_key=k', 'multipart/form-data')
  expect(result).toMatchObject({ text: expect.stringContaining('responsetext=Authentication Failed&') })
})

test('a request without a type is a sale, and its response has an empty type', async () => {
  const { transact, sale, ledger } = openNmi()
  const { transactionid, type } = await sale({ type: '', orderid: 'a' })
  expect({ type, found: ledger.find('a') }).toMatchObject({ type: '', found: [{ id: transactionid, type: 'sale' }] })
  expect(await transact({ amount: '1.00' })).toMatchObject({ response_code: '300' })
})

test.each<[title: string, values: Values, response: Values]>([
  ['authorization', { type: 'auth' }, { response: '1', authcode: '123456', type: 'auth', response_code: '100' }],
  ['credit', { type: 'credit' }, { response: '1', responsetext: 'SUCCESS', authcode: '', type: 'credit' }],
  ['validation', { type: 'validate', amount: '' }, { response: '1', responsetext: 'SUCCESS', authcode: '' }],
  ['validation of 0.00', { type: 'validate', amount: '0.00' }, { response: '1' }],
  ['sale of 1.00', { amount: '1.00' }, { response: '1' }],
  ['sale of 10.0', { amount: '10.0' }, { response: '1' }],
  ['sale of 100 JPY', { amount: '100', currency: 'JPY' }, { response: '1' }],
  ['sale of a card in groups of digits', { ccnumber: '4000 0012 3456 2346' }, { response: '1' }],
  ['sale of a card that expires this month', { ccexp: '01/26' }, { response: '1' }],
  ['sale of a test card', { ccnumber: '4111111111111111' }, { response: '1', authcode: '123456' }],
])('a %s in the sandbox is approved', async (_, values, response) => {
  expect(await openNmi().sale(values)).toMatchObject(response)
})

test.each<[title: string, values: Values, response: Values]>([
  ['sale below 1.00', {}, { responsetext: 'DECLINE', authcode: '', cvvresponse: 'N' }],
  ['authorization below 1.00', { type: 'auth' }, { responsetext: 'DECLINE', authcode: '', cvvresponse: 'N' }],
  ['check below 1.00', check, { responsetext: 'FAILED', authcode: '123456', cvvresponse: '' }],
])('a %s in the sandbox is declined', async (_, values, response) => {
  const { sale, condition } = openNmi()
  const declined = await sale({ amount: '0.99', ...values })
  expect(declined).toMatchObject({ response: '2', response_code: '200', ...response })
  expect(await condition(declined.transactionid)).toBe('failed')
})

test.each<[text: string, values: Values]>([
  ['Invalid Credit Card Number', { ccnumber: '4000001234562345' }],
  ['Invalid Credit Card Number', { ccnumber: '40000012345' }],
  ['Invalid Credit Card Number', { ccnumber: '{{$card_number}}' }],
  ['Invalid Credit Card Number', { ccnumber: '' }],
  ['Invalid Credit Card Expiration', { ccexp: '1225' }],
  ['Invalid Credit Card Expiration', { ccexp: '1329' }],
  ['Field required: ccexp', { ccexp: '' }],
  ['Invalid amount', { amount: '' }],
  ['Invalid amount', { amount: '0.00' }],
  ['Invalid amount', { amount: '-1.00' }],
  ['Invalid amount', { amount: '1.005' }],
  ['Invalid amount', { amount: '100.50', currency: 'JPY' }],
  ['Invalid amount', { amount: 'ten', type: 'credit' }],
  ['Invalid amount', { amount: '1.00', type: 'validate' }],
  ['Invalid currency', { currency: 'DOLLARS' }],
  ['Invalid type', { type: 'purchase' }],
  ['Invalid type', { ...check, type: 'auth' }],
  ['Invalid payment', { payment: 'cash' }],
  ['Invalid sec_code', { ...check, sec_code: 'ABC' }],
  ['Invalid account_type', { ...check, account_type: 'gold' }],
  ['Invalid account_holder_type', { ...check, account_holder_type: 'someone' }],
  ['Invalid billing_method', { billing_method: 'sometimes' }],
  ['Invalid dup_seconds', { dup_seconds: 'soon' }],
  ['Field required: checkname', { ...check, checkname: '' }],
  ['Invalid ABA number', { ...check, checkaba: '1100' }],
  ['Invalid Checking Account Number', { ...check, checkaccount: 'account' }],
])('%s is the text of a rejected request with %o', async (text, values) => {
  const { sale, ledger } = openNmi()
  const response = await sale({ orderid: 'a', ...values })
  expect(response).toMatchObject({ response: '3', response_code: '300', transactionid: '', authcode: '', orderid: 'a' })
  expect(response.responsetext).toMatch(new RegExp(`^${text} REFID:\\d+$`))
  expect(ledger.all()).toEqual([])
})

test.each([
  ['', '', ''],
  ['1 High St', '10001', 'N'],
  ['888 High St', '', 'A'],
  ['888 High St', '10001', 'A'],
  ['', '77777', 'Z'],
  ['888 High St', '77777', 'Y'],
])('address %o with ZIP code %o has the AVS result %o', async (address1, zip, avsresponse) => {
  expect(await openNmi().sale({ address1, zip })).toMatchObject({ avsresponse })
})

test.each([
  ['', ''],
  ['999', 'M'],
  ['123', 'N'],
])('CVV %o has the CVV result %o', async (cvv, cvvresponse) => {
  expect(await openNmi().sale({ cvv })).toMatchObject({ cvvresponse })
})

test('a check is approved without AVS and CVV results', async () => {
  const address = { address1: '888 High St', zip: '77777', cvv: '999' }
  const response = await openNmi().sale({ ...check, ...address, checkaba: '490000018' })
  expect(response).toMatchObject({ response: '1', responsetext: 'SUCCESS', avsresponse: '', cvvresponse: '' })
})

test.each<Values>([
  { security_key: '' },
  { security_key: 'invalid-key' },
  { security_key: '', username: 'invalid', password: 'x' },
])('credentials %o are rejected', async (credentials) => {
  const { sale, queryXml, ledger } = openNmi()
  expect(await sale({ ...credentials, orderid: 'a' })).toEqual({
    response: '3',
    responsetext: 'Authentication Failed',
    authcode: '',
    transactionid: '',
    avsresponse: '',
    cvvresponse: '',
    orderid: 'a',
    type: 'sale',
    response_code: '300',
  })
  expect(await queryXml(credentials)).toContain('<error_response>Invalid security key</error_response>')
  expect(ledger.all()).toEqual([])
})

test('accounts share no transactions', async () => {
  const { sale, transact, query, ledger } = openNmi()
  const { transactionid = '' } = await sale()
  const others: Values[] = [{ security_key: 'other' }, { security_key: '', username: 'demo', password: 'password' }]
  for (const other of others) {
    expect(await query(other)).toEqual([])
    const response = await transact({ type: 'void', transactionid, ...other })
    expect(response.responsetext).toContain('Invalid Transaction ID specified')
  }
  expect(ledger.transactionsOf('sandbox-key')).toHaveLength(1)
  expect(ledger.transactionsOf('demo:password')).toEqual([])
})

test('a live account declines test cards and approves others with codes of six digits', async () => {
  const { sale } = openNmi()
  const security_key = 'live-key'
  const declined = { response: '2', responsetext: 'DECLINE', response_code: '200', authcode: '' }
  expect(await sale({ security_key, ccnumber: '4111111111111111' })).toMatchObject(declined)
  expect(await sale({ security_key, ccnumber: '4111111111111111', type: 'validate', amount: '' })).toMatchObject(
    declined,
  )
  const codes = [await sale({ security_key }), await sale({ security_key, amount: '0.50' })].map(
    ({ authcode }) => authcode,
  )
  expect(codes).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)])
  expect(new Set([...codes, '123456']).size).toBe(3)
})

test('a second payment of the same card and amount within the time is a duplicate, also with another order id', async () => {
  const { sale, clock, transact } = openNmi({ duplicateSeconds: 60 })
  expect(await sale({ orderid: 'a' })).toMatchObject({ response: '1' })
  const duplicate = await sale({ orderid: 'b' })
  expect(duplicate).toMatchObject({ response: '3', response_code: '300', transactionid: '' })
  expect(duplicate.responsetext).toMatch(/^Duplicate transaction REFID:\d+$/)
  const others: Values[] = [
    { amount: '10.01' },
    { currency: 'EUR' },
    { type: 'credit' },
    check,
    { ccnumber: '6222222222222225' },
  ]
  for (const other of others) expect(await sale(other)).toMatchObject({ response: '1' })
  expect(await sale({ dup_seconds: '0' })).toMatchObject({ response: '1' })
  clock.advance(60_000)
  const { transactionid = '' } = await sale()
  await transact({ type: 'void', transactionid })
  expect(await sale()).toMatchObject({ response: '1' })
})

test('dup_seconds switches on the duplicate check, which is off by default', async () => {
  const { sale } = openNmi()
  await sale({ amount: '5.00' })
  expect(await sale({ amount: '5.00' })).toMatchObject({ response: '1' })
  expect(await sale({ amount: '5.00', dup_seconds: '1' })).toMatchObject({ response: '3' })
})

test('a payment by the merchant needs a transaction of the account as its initial transaction', async () => {
  const { sale } = openNmi()
  const stored = { initiated_by: 'customer', stored_credential_indicator: 'stored' }
  const { transactionid = '' } = await sale(stored)
  const used = { initiated_by: 'merchant', stored_credential_indicator: 'used', billing_method: 'recurring' }
  expect(await sale({ ...used, initial_transaction_id: transactionid })).toMatchObject({ response: '1' })
  const rejected = await sale({ ...used, initial_transaction_id: '10202-fake' })
  expect(rejected.responsetext).toMatch(/^Invalid Initial Transaction ID REFID:\d+$/)
  const other = await sale({ ...used, initial_transaction_id: transactionid, security_key: 'other' })
  expect(other).toMatchObject({ response: '3', response_code: '300' })
})

test('the ledger has facts about wallets, 3-D Secure and network tokens without their secrets', async () => {
  const { sale, ledger } = openNmi()
  const facts = {
    decrypted_googlepay_data: '1',
    eci: '05',
    cardholder_auth: 'verified',
    three_ds_version: '2.2.0',
    directory_server_id: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
    initiated_by: 'customer',
    stored_credential_indicator: 'stored',
  }
  const secrets = {
    cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
    xid: 'MDAwMDAwMDAwMDAwMDAwMzIyNzY=',
    token_cryptogram: 'EHuWW9PiBkWv',
  }
  await sale({ orderid: 'a', ...facts, ...secrets })
  const present = { cavv: 'present', xid: 'present', token_cryptogram: 'present' }
  expect(ledger.find('a')[0]!.facts).toEqual({ ...facts, ...present })
})
