import { describe, expect, test } from 'vitest'
import { bodyWith, card, errorAt, errorsIn, json } from '../requestBodies.fixtures.ts'
import { createToken } from '../tokens/tokens.ts'
import { authorizeTransaction } from '../transactions/transactions.ts'

const endpointOf = { authorizeTransaction, createToken } as const
type Operation = keyof typeof endpointOf

const faults = (operation: Operation, path: string, value: unknown) =>
  errorsIn(endpointOf[operation], json(bodyWith(operation, path, value)))

/** From the interface, independently of the schemas: member, minimum and maximum length, and a character outside of its pattern. */
type Limit = readonly [path: string, min: number, max: number, outside: string | null]

const cardLimits = (at: string): Limit[] => [
  [`${at}.accountNumber`, 13, 20, 'x'],
  [`${at}.verificationValue`, 3, 4, 'x'],
]
const checkLimits = (at: string): Limit[] => [
  [`${at}.accountNumber`, 7, 20, 'x'],
  [`${at}.routingNumber`, 8, 20, 'x'],
  [`${at}.name`, 0, 100, '"'],
  [`${at}.checkNumber`, 0, 8, 'x'],
]
const addressLimits = (at: string): Limit[] => [
  ...['name', 'line1', 'line2', 'city'].map((name): Limit => [`${at}.${name}`, 0, 100, null]),
  [`${at}.state`, 0, 50, null],
  [`${at}.postalCode`, 0, 20, null],
]
const limits: Readonly<Record<Operation, readonly Limit[]>> = {
  authorizeTransaction: [
    ['payment.token', 8, 64, '_'],
    ['payment.stored.customer', 8, 64, '_'],
    ['payment.stored.wallet', 8, 64, '.'],
    ['payment.terminal.id', 8, 64, ' '],
    ...cardLimits('payment.creditCard'),
    ['payment.creditCard.nameOnCard', 0, 100, '.'],
    ['payment.creditCard.postalCode', 0, 20, '_'],
    ...checkLimits('payment.check'),
    ...addressLimits('order.billTo'),
    ...addressLimits('order.shipTo'),
    ...['productCode', 'description', 'commodityCode', 'unitOfMeasure', 'taxType', 'alternateTaxId'].map(
      (name): Limit => [`order.lines[0].${name}`, 0, 100, null],
    ),
    ['order.metadata.key', 0, 500, null],
  ],
  createToken: [
    ...cardLimits('creditCard'),
    ['creditCard.nameOnCard', 0, 100, null],
    ['creditCard.postalCode', 0, 20, '_'],
    ...checkLimits('check'),
  ],
}
const rows = (Object.keys(limits) as Operation[]).flatMap((operation) =>
  limits[operation].map(([path, min, max, outside]) => ({ operation, path, min, max, outside })),
)

const lines = (count: number) => Array.from({ length: count }, () => ({}))
const metadata = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']))

describe('lengths and patterns', () => {
  test.each(rows)('$path of $operation must have $min to $max characters', ({ operation, path, min, max }) => {
    for (const length of [min, max]) expect(faults(operation, path, '1'.repeat(length))).toEqual([])
    const tooLong = faults(operation, path, '1'.repeat(max + 1))
    expect(tooLong).toEqual([{ type: 'length_invalid', field: path, details: { max } }])
    if (min === 0) return
    const tooShort = faults(operation, path, '1'.repeat(min - 1))
    expect(tooShort).toEqual([{ type: 'length_invalid', field: path, details: { min } }])
  })

  test.each(rows.filter(({ outside }) => outside !== null))(
    '$path of $operation rejects "$outside", and a newline at the end',
    ({ operation, path, max, outside }) => {
      const good = '1'.repeat(max - 1)
      for (const bad of [outside, '\n', 'é'])
        expect(faults(operation, path, good + bad)).toMatchObject([{ type: 'pattern_mismatch', field: path }])
    },
  )

  test('tokens accept nameOnCard in any script, authorize only the alphabet of the interface', () => {
    for (const name of ['José Ñandú', '山田太郎', "O'Brien Jr."])
      expect(faults('createToken', 'creditCard.nameOnCard', name)).toEqual([])
    for (const name of ['José', 'Jr.'])
      expect(faults('authorizeTransaction', 'payment.creditCard.nameOnCard', name)).toHaveLength(1)
    expect(faults('authorizeTransaction', 'payment.creditCard.nameOnCard', "O`Brien-Smith, Ann; 'x' 2")).toEqual([])
  })

  test('the name of a check accepts all characters of the interface', () => {
    expect(faults('authorizeTransaction', 'payment.check.name', "aZ9 _-.,`'()@#!?/\\:;|+=@%&")).toEqual([])
  })

  test('an order accepts up to 500 lines and 50 members of metadata', () => {
    expect(faults('authorizeTransaction', 'order.lines', lines(500))).toEqual([])
    expect(faults('authorizeTransaction', 'order.lines', lines(501))).toMatchObject([
      { type: 'length_invalid', field: 'order.lines' },
    ])
    expect(faults('authorizeTransaction', 'order.metadata', metadata(50))).toEqual([])
    expect(faults('authorizeTransaction', 'order.metadata', metadata(51))).toMatchObject([
      { type: 'length_invalid', field: 'order.metadata' },
    ])
    expect(faults('authorizeTransaction', 'order.metadata', { ['k'.repeat(41)]: '' })).toHaveLength(1)
  })
})

/** Members that are "x or null" in the interface. */
const nullable: Readonly<Record<Operation, readonly string[]>> = {
  authorizeTransaction: [
    'initiatedByUserId',
    'referenceTransactionId',
    'amount.currency',
    ...['token', 'cash', 'creditCardEncrypted'].map((name) => `payment.${name}`),
    ...['wallet', 'initiatedBy', 'initial', 'installment', 'initialTransactionId'].map(
      (name) => `payment.stored.${name}`,
    ),
    ...[
      'externalIdentifier',
      'promptTip',
      'tipAmounts',
      'promptCvv',
      'promptPostalCode',
      'promptAmountConfirmation',
    ].map((name) => `payment.terminal.${name}`),
    ...['promptSignature', 'keyCard'].map((name) => `payment.terminal.${name}`),
    ...['nameOnCard', 'verificationValue', 'postalCode', 'transactionId'].map((name) => `payment.creditCard.${name}`),
    ...['name', 'checkNumber'].map((name) => `payment.check.${name}`),
    ...['id', 'customerId', 'customerPublicIdentifier', 'referenceObject', 'referenceObjectId'].map(
      (name) => `order.${name}`,
    ),
    ...['discount', 'surcharge', 'shipping', 'tip', 'tax', 'total', 'email', 'lines', 'metadata'].map(
      (name) => `order.${name}`,
    ),
  ],
  createToken: [
    ...['nameOnCard', 'verificationValue', 'postalCode'].map((name) => `creditCard.${name}`),
    ...['name', 'checkNumber'].map((name) => `check.${name}`),
  ],
}

describe('nullable members', () => {
  const pairs = (Object.keys(nullable) as Operation[]).flatMap((operation) =>
    nullable[operation].map((path) => ({ operation, path })),
  )

  test.each(pairs)('$path of $operation accepts null and absence', ({ operation, path }) => {
    // A null payment source requires another source beside it.
    const isSource = /^payment\.(token|cash|creditCardEncrypted)$/.test(path)
    const base = isSource
      ? { payment: { creditCard: card, [path.replace('payment.', '')]: null }, amount: { value: 1 } }
      : null
    expect(base ? errorsIn(endpointOf[operation], json(base)) : faults(operation, path, null)).toEqual([])
    if (!isSource) expect(faults(operation, path, undefined)).toEqual([])
  })

  test.each([
    ['authorizeTransaction', 'payment', 'type_invalid'],
    ['authorizeTransaction', 'amount', 'type_invalid'],
    ['authorizeTransaction', 'amount.value', 'type_invalid'],
    ['authorizeTransaction', 'payment.creditCard.accountNumber', 'type_invalid'],
    ['authorizeTransaction', 'payment.creditCard.expires', 'type_invalid'],
    ['authorizeTransaction', 'payment.check.routingNumber', 'type_invalid'],
    ['authorizeTransaction', 'payment.terminal.id', 'type_invalid'],
    ['createToken', 'creditCard.accountNumber', 'type_invalid'],
  ] as const)('%s requires %s: null returns %s', (operation, path, type) => {
    expect(errorAt(faults(operation, path, null), path)?.type).toBe(type)
    expect(errorAt(faults(operation, path, undefined), path)?.type).toBe('required')
  })
})
