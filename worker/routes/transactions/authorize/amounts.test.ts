import { expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { cardPayment, card, createMerchant, startWorker } from '../../../testing/merchant.ts'

const { processor, ledger } = inMemoryAcquirer()
const worker = startWorker({ processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

/** Sends an authorize whose amount and currency are inserted into the JSON text. */
const authorize = (value: string, currency: string | null = null, by = call) =>
  by('POST', '/v1/transactions/authorize', {
    body: `{"payment":${JSON.stringify({ creditCard: card() })},"amount":{"value":${value}${currency === null ? '' : `,"currency":${currency}`}}}`,
  })

/** Numeric ISO 4217 codes of the API. */
const codes =
  `8, 12, 32, 36, 44, 48, 50, 51, 52, 60, 64, 68, 72, 84, 90, 96, 104, 108, 116, 124, 132, 136, 144, 152, 156, 170, 174, 188,
192, 203, 208, 214, 222, 230, 232, 238, 242, 262, 270, 292, 320, 324, 328, 332, 340, 344, 348, 352, 356, 360, 364, 368, 376, 388, 392, 398,
400, 404, 408, 410, 414, 417, 418, 422, 426, 430, 434, 446, 454, 458, 462, 480, 484, 496, 498, 504, 512, 516, 524, 532, 533, 548, 554, 558,
566, 578, 586, 590, 598, 600, 604, 608, 634, 643, 646, 654, 682, 690, 702, 704, 706, 710, 728, 748, 752, 756, 760, 764, 776, 780, 784, 788,
800, 807, 818, 826, 834, 840, 858, 860, 882, 886, 901, 925, 926, 929, 930, 931, 932, 933, 934, 936, 937, 938, 940, 941, 943, 944, 946, 947,
948, 949, 950, 951, 952, 953, 960, 965, 967, 968, 969, 970, 971, 972, 973, 975, 976, 977, 978, 979, 980, 981, 984, 985, 986, 990, 994, 997`
    .split(',')
    .map(Number)

/** Units of account, codes without a minor unit and codes withdrawn by ISO: no acquirer clears them. */
const notLegalTender = new Set([960, 965, 994, 940, 947, 948, 970, 979, 984, 990, 997, 932, 937])
const withoutDecimals = [108, 152, 174, 262, 324, 352, 392, 410, 548, 600, 646, 704, 800, 950, 952, 953]
const withThreeDecimals = [48, 368, 400, 414, 434, 512, 788]

test.each([
  ['10', '10', 1000],
  ['10.5', '10.5', 1050],
  ['10.50', '10.5', 1050],
  ['10.500', '10.5', 1050],
  ['1e1', '10', 1000],
  ['1E+1', '10', 1000],
  ['105e-1', '10.5', 1050],
  ['0.01', '0.01', 1],
  ['1e-2', '0.01', 1],
  ['0.10', '0.1', 10],
  ['0.29', '0.29', 29],
  ['4.35', '4.35', 435],
  ['1.005e2', '100.5', 10050],
  ['8192.07', '8192.07', 819207],
  ['999999999.99', '999999999.99', 99999999999],
  ['999999999.9900000', '999999999.99', 99999999999],
])('authorize of %s returns the amount %s and sends %d minor units', async (amount, returned, minor) => {
  const response = await authorize(amount)
  expect(response.json.responseCode).toBe('00')
  expect(response.text).toContain(`"amount":${returned},`)
  expect(ledger.find(response.json.transactionId)).toMatchObject({ requested: String(minor), currency: 840 })
  const read = await call('GET', `/v1/transactions/${response.json.transactionId}`)
  for (const member of ['amount', 'amountAuthorized', 'amountCapturable'])
    expect(read.text).toContain(`"${member}":${returned},`)
  expect(read.json).toMatchObject({ amountCaptured: 0, amountCredited: 0, amountSettled: 0, tip: 0, currency: 840 })
})

test.each([
  ['0', 'out_of_range'],
  ['0.00', 'out_of_range'],
  ['-0', 'out_of_range'],
  ['0.001', 'out_of_range'],
  ['0.009', 'out_of_range'],
  ['1e-400', 'out_of_range'],
  ['-1', 'out_of_range'],
  ['1000000000', 'out_of_range'],
  ['1000000000.00', 'out_of_range'],
  ['999999999.999', 'out_of_range'],
  ['1e300', 'out_of_range'],
  ['10.001', 'amount_precision_invalid'],
  ['10.0000000000000000000000001', 'amount_precision_invalid'],
  ['10001e-3', 'amount_precision_invalid'],
  ['1e400', 'type_invalid'],
  ['-1e400', 'type_invalid'],
  ['"10.00"', 'type_invalid'],
  ['"NaN"', 'type_invalid'],
  ['true', 'type_invalid'],
  ['[10]', 'type_invalid'],
  ['{"rawJSON":"10"}', 'type_invalid'],
])('authorize of %s returns 400 %s', async (amount, type) => {
  const sent = ledger.entries().length
  const response = await authorize(amount)
  expect(response.status).toBe(400)
  expect(response.json.errors).toMatchObject([{ type, message: { field: 'amount.value' } }])
  expect(ledger.entries()).toHaveLength(sent)
})

test('authorize is approved in 168 currencies except 13 that are not legal tender, which return G07', async () => {
  expect(codes).toHaveLength(168)
  const declined: number[] = []
  for (const code of codes) {
    const response = await authorize('100', String(code))
    expect(response.status).toBe(200)
    if (response.json.responseCode === '00') {
      expect(response.json.amount).toBe(100)
      continue
    }
    declined.push(code)
    expect(response.json).toMatchObject({
      responseCode: 'G07',
      responseText: 'Currency not enabled',
      amount: 100,
      authCode: null,
      latency: 0,
      errors: [{ type: 'gateway_rejected', message: { code: 'currency_not_supported', details: { retry: 'never' } } }],
    })
    expect(ledger.find(response.json.transactionId)).toBeUndefined()
  }
  expect(new Set(declined)).toEqual(notLegalTender)
})

test.each(['1', '841', '0', '-840', '927', '928', '924', '955', '961', '999', '2147483647'])(
  'authorize in unknown currency %s returns 400 enum_invalid',
  async (code) => {
    const response = await authorize('100', code)
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([{ type: 'enum_invalid', message: { field: 'amount.currency' } }])
  },
)

test.each(['"840"', '840.5', 'true', '[840]', '{}'])(
  'authorize with currency %s returns 400 type_invalid',
  async (code) => {
    const response = await authorize('100', code)
    expect(response.json.errors).toMatchObject([{ type: 'type_invalid', message: { field: 'amount.currency' } }])
  },
)

test('authorize accepts currency 840 written as 8.4e2', async () => {
  expect((await authorize('100', '8.4e2')).json.responseCode).toBe('00')
})

test('GET returns currency 8 of an authorize as a number', async () => {
  const { json } = await authorize('100', '8')
  expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json.currency).toBe(8)
})

test.each(withoutDecimals)(
  'authorize of 100.50 in currency %d without decimals returns 400 amount_precision_invalid',
  async (code) => {
    const whole = await authorize('100.00', String(code))
    expect(whole.text).toContain('"amount":100,')
    expect(ledger.find(whole.json.transactionId)).toMatchObject({ requested: '100' })
    const fraction = await authorize('100.50', String(code))
    expect(fraction.status).toBe(400)
    expect(fraction.json.errors).toMatchObject([
      { type: 'amount_precision_invalid', message: { field: 'amount.value', details: { places: 0 } } },
    ])
  },
)

test.each(withThreeDecimals)(
  'authorize of 1.25 in currency %d with three decimals sends 1250 minor units',
  async (code) => {
    const response = await authorize('1.25', String(code))
    expect(response.text).toContain('"amount":1.25,')
    expect(ledger.find(response.json.transactionId)).toMatchObject({ requested: '1250', currency: code })
    expect((await authorize('1.255', String(code))).json.errors).toMatchObject([{ type: 'amount_precision_invalid' }])
    expect((await authorize('999999999.99', String(code))).text).toContain('"amount":999999999.99,')
  },
)

test('authorize without a currency uses the default currency of the account', async () => {
  const yen = worker.as((await createMerchant({ settings: { defaultCurrency: 392 } })).secretKey)
  const response = await authorize('100', null, yen)
  expect(ledger.find(response.json.transactionId)).toMatchObject({ requested: '100', currency: 392 })
  expect((await authorize('100.5', '840', yen)).text).toContain('"amount":100.5,')
  for (const currency of [null, 'null']) {
    const fraction = await authorize('100.50', currency, yen)
    expect(fraction.status).toBe(400)
    expect(fraction.json.errors).toMatchObject([
      { type: 'amount_precision_invalid', message: { field: 'amount.value', details: { places: 0 } } },
    ])
  }
})

test('authorize in a currency outside enabledCurrencies of the account returns G07', async () => {
  const some = worker.as((await createMerchant({ settings: { enabledCurrencies: [840, 960, 990] } })).secretKey)
  expect((await authorize('1', '840', some)).json.responseCode).toBe('00')
  expect((await authorize('1.25', '960', some)).text).toContain('"amount":1.25,')
  expect((await authorize('1.25', '990', some)).text).toContain('"amount":1.25,')
  expect((await authorize('1', '978', some)).json.responseCode).toBe('G07')
  const none = worker.as((await createMerchant({ settings: { enabledCurrencies: [] } })).secretKey)
  expect((await authorize('1', null, none)).json.responseCode).toBe('G07')
})

test('authorize in a disabled currency returns G07 before the card number is checked', async () => {
  const response = await call('POST', '/v1/transactions/authorize', {
    body: { ...cardPayment('4242424242424241'), amount: { value: 1, currency: 994 } },
  })
  expect(response.json.responseCode).toBe('G07')
})
