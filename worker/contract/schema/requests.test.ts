import { describe, expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { bodyWith, card, errorsIn, json, sourceBodies, validBodies } from '../requestBodies.fixtures.ts'
import { createToken } from '../tokens/tokens.ts'
import { authorizeTransaction } from '../transactions/transactions.ts'

const withBody = endpoints.filter(({ body }) => body !== undefined)
const endpointOf = { authorizeTransaction, createToken } as const
type Operation = keyof typeof endpointOf

const faults = (operation: Operation, path: string, value: unknown) =>
  errorsIn(endpointOf[operation], json(bodyWith(operation, path, value)))

test.each(withBody)('$name accepts its minimal body', (endpoint) => {
  expect(validBodies).toHaveProperty(endpoint.name)
  expect(errorsIn(endpoint, json(validBodies[endpoint.name]))).toEqual([])
})

test.each(Object.keys(sourceBodies))('authorize accepts the payment source %s', (source) => {
  expect(faults('authorizeTransaction', 'payment', { [source]: sourceBodies[source] })).toEqual([])
})

const payment = (value: unknown) => faults('authorizeTransaction', 'payment', value)
const terminal = (more: object) => payment({ terminal: { id: '12345678', ...more } })

describe('payment source', () => {
  test.each([{}, { cash: false }, { cash: null, token: null }, { method: 'creditCard' }])(
    'the payment %j returns payment_method_required',
    (value) => {
      expect(payment(value)).toEqual([{ type: 'payment_method_required', field: 'payment', details: null }])
    },
  )

  test('two payment sources return payment_method_ambiguous with both names', () => {
    const names = Object.keys(sourceBodies)
    for (const [index, first] of names.entries())
      for (const second of names.slice(index + 1)) {
        const both = { [second]: sourceBodies[second], [first]: sourceBodies[first] }
        expect(payment(both)).toEqual([
          { type: 'payment_method_ambiguous', field: 'payment', details: { given: [first, second] } },
        ])
      }
  })

  test('stored without customer and wallet returns stored_reference_required', () => {
    expect(payment({ stored: { customer: null } })).toMatchObject([
      { type: 'stored_reference_required', field: 'payment.stored' },
    ])
    expect(payment({ stored: { wallet: '12345678' } })).toEqual([])
  })

  test('promptTip requires at least three valid tip amounts', () => {
    expect(terminal({ promptTip: true, tipAmounts: [1, 2] })).toMatchObject([
      { type: 'tip_amounts_required', field: 'payment.terminal.tipAmounts' },
    ])
    expect(terminal({ promptTip: true })).toHaveLength(1)
    expect(terminal({ promptTip: true, tipAmounts: [1, 2, 3, 4, 5] })).toEqual([])
    expect(terminal({ promptTip: false })).toEqual([])
    expect(terminal({ tipAmounts: [1, 0, '3'] })).toMatchObject([
      { type: 'out_of_range', field: 'payment.terminal.tipAmounts[1]' },
      { type: 'type_invalid', field: 'payment.terminal.tipAmounts[2]' },
    ])
  })

  test('a token requires exactly one payment source', () => {
    expect(errorsIn(createToken, '{}')).toMatchObject([{ type: 'payment_method_required' }])
    expect(errorsIn(createToken, json({ creditCard: card, check: sourceBodies['check'] }))).toMatchObject([
      { type: 'payment_method_ambiguous', details: { given: ['creditCard', 'check'] } },
    ])
  })
})

test.each(['1230', '12/30', '12 / 30', '1/30', '122030', '12/2030'])('the expiry date %s is accepted', (expires) => {
  expect(faults('authorizeTransaction', 'payment.creditCard.expires', expires)).toEqual([])
})

test.each(['1330', '0030', '2030', '12345', '    ', '////'])(
  'the expiry date "%s" returns expiry_invalid',
  (expires) => {
    expect(faults('authorizeTransaction', 'payment.creditCard.expires', expires)).toMatchObject([
      { type: 'expiry_invalid', field: 'payment.creditCard.expires' },
    ])
  },
)

test.each([
  ['payment.stored.initiatedBy', ['customer', 'MERCHANT'], ['shop', '', 1]],
  ['payment.stored.initial', ['first', 'subsequent', 'stored', 'Used'], ['second']],
  ['payment.stored.installment', [1, 99], [0, -1, 100, 1.5]],
  ['payment.stored.initialTransactionId', ['1', 'x'.repeat(36)], ['', 'x'.repeat(37), 'a-b']],
  ['payment.check.accountType', ['checking', 'SAVINGS', 'businessChecking', 'businesssavings', null], ['x', 1]],
  ['payment.check.verification.dob', ['2000-02-29'], ['2001-02-29', '2000-2-29', '01/01/2000', '']],
  ['payment.check.verification.ssn', ['1234', '123456789'], ['123', '12345', '123-45-6789']],
  ['payment.check.verification.driversLicense.state', ['IN'], ['I', 'IND', '12']],
  ['order.date', ['2026-11-20T10:30:00Z', '2026-11-20T10:30:00.123+01:00'], ['yesterday', '2026-11-20', '']],
  ['order.billTo.country', ['US', 'usa', ''], ['U', 'USAA', '84']],
  ['order.total', [0, -5, 1.2345], [1.23456, '1']],
] as const)('%s accepts %j and rejects %j', (path, good, bad) => {
  for (const value of good) expect(faults('authorizeTransaction', path, value), json(value)).toEqual([])
  for (const value of bad) expect(faults('authorizeTransaction', path, value), json(value)).toHaveLength(1)
})

test('members that the gateway sets are ignored in requests', () => {
  for (const value of ['x', 5, null, { a: 1 }]) {
    expect(faults('authorizeTransaction', 'order.id', value)).toEqual([])
    expect(
      errorsIn(authorizeTransaction, json({ payment: { cash: true, method: value }, amount: { value: 1 } })),
    ).toEqual([])
  }
})
