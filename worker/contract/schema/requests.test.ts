import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { bodyWith, card, errorAt, faultsIn, json, sourceBodies, validBodies } from '../requestBodies.fixtures.ts'
import { createToken } from '../tokens/tokens.ts'
import { authorizeTransaction } from '../transactions/transactions.ts'

const withBody = endpoints.filter(({ body }) => body !== undefined)
const endpointOf = { authorizeTransaction, createToken } as const
type Operation = keyof typeof endpointOf

const faults = (operation: Operation, path: string, value: unknown) =>
  faultsIn(endpointOf[operation], json(bodyWith(operation, path, value)))

test.each(withBody)('$name takes a body with no more than it needs', (endpoint) => {
  expect(validBodies).toHaveProperty(endpoint.name)
  expect(faultsIn(endpoint, json(validBodies[endpoint.name]))).toEqual([])
})

test.each(Object.keys(sourceBodies))('authorize takes %s', (source) => {
  expect(faults('authorizeTransaction', 'payment', { [source]: sourceBodies[source] })).toEqual([])
})

/** Read off the interface and the decisions: member, shortest, longest, and a character that its pattern leaves out. */
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

describe('lengths and patterns, on both sides of each limit', () => {
  test.each(rows)('$operation $path: $min to $max', ({ operation, path, min, max }) => {
    for (const length of [min, max]) expect(faults(operation, path, '1'.repeat(length))).toEqual([])
    const tooLong = faults(operation, path, '1'.repeat(max + 1))
    expect(tooLong).toEqual([{ type: 'length_invalid', field: path, details: { max } }])
    if (min === 0) return
    const tooShort = faults(operation, path, '1'.repeat(min - 1))
    expect(tooShort).toEqual([{ type: 'length_invalid', field: path, details: { min } }])
  })

  test.each(rows.filter(({ outside }) => outside !== null))(
    '$operation $path: no "$outside", and no newline at the end',
    ({ operation, path, max, outside }) => {
      const good = '1'.repeat(max - 1)
      for (const bad of [outside, '\n', 'é'])
        expect(faults(operation, path, good + bad)).toMatchObject([{ type: 'pattern_mismatch', field: path }])
    },
  )

  test('tokens take the names of all people, authorize those of the interface', () => {
    for (const name of ['José Ñandú', '山田太郎', "O'Brien Jr."])
      expect(faults('createToken', 'creditCard.nameOnCard', name)).toEqual([])
    for (const name of ['José', 'Jr.'])
      expect(faults('authorizeTransaction', 'payment.creditCard.nameOnCard', name)).toHaveLength(1)
    expect(faults('authorizeTransaction', 'payment.creditCard.nameOnCard', "O`Brien-Smith, Ann; 'x' 2")).toEqual([])
  })

  test('every character that the interface allows in the name on a check', () => {
    expect(faults('authorizeTransaction', 'payment.check.name', "aZ9 _-.,`'()@#!?/\\:;|+=@%&")).toEqual([])
  })

  test('500 lines and 50 members of metadata, and not one more', () => {
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

/** Members of the interface that are "x or null". */
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

describe('"or null"', () => {
  const pairs = (Object.keys(nullable) as Operation[]).flatMap((operation) =>
    nullable[operation].map((path) => ({ operation, path })),
  )

  test.each(pairs)('$operation $path may be null, and absent', ({ operation, path }) => {
    // With a source of money of its own where null would leave none.
    const isSource = /^payment\.(token|cash|creditCardEncrypted)$/.test(path)
    const base = isSource
      ? { payment: { creditCard: card, [path.replace('payment.', '')]: null }, amount: { value: 1 } }
      : null
    expect(base ? faultsIn(endpointOf[operation], json(base)) : faults(operation, path, null)).toEqual([])
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
  ] as const)('%s: %s may not be null, nor absent', (operation, path, type) => {
    expect(errorAt(faults(operation, path, null), path)?.type).toBe(type)
    expect(errorAt(faults(operation, path, undefined), path)?.type).toBe('required')
  })
})

const payment = (value: unknown) => faults('authorizeTransaction', 'payment', value)
const terminal = (more: object) => payment({ terminal: { id: '12345678', ...more } })

describe('one source of money', () => {
  test.each([{}, { cash: false }, { cash: null, token: null }, { method: 'creditCard' }])('%j names none', (value) => {
    expect(payment(value)).toEqual([{ type: 'payment_method_required', field: 'payment', details: null }])
  })

  test('every pair of two is ambiguous, and both are named', () => {
    const names = Object.keys(sourceBodies)
    for (const [index, first] of names.entries())
      for (const second of names.slice(index + 1)) {
        const both = { [second]: sourceBodies[second], [first]: sourceBodies[first] }
        expect(payment(both)).toEqual([
          { type: 'payment_method_ambiguous', field: 'payment', details: { given: [first, second] } },
        ])
      }
  })

  test('stored needs a customer or a wallet', () => {
    expect(payment({ stored: { customer: null } })).toMatchObject([
      { type: 'stored_reference_required', field: 'payment.stored' },
    ])
    expect(payment({ stored: { wallet: '12345678' } })).toEqual([])
  })

  test('promptTip needs three amounts, which are amounts', () => {
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

  test('tokens take exactly one of three', () => {
    expect(faultsIn(createToken, '{}')).toMatchObject([{ type: 'payment_method_required' }])
    expect(faultsIn(createToken, json({ creditCard: card, check: sourceBodies['check'] }))).toMatchObject([
      { type: 'payment_method_ambiguous', details: { given: ['creditCard', 'check'] } },
    ])
  })
})

test.each(['1230', '12/30', '12 / 30', '1/30', '122030', '12/2030'])('%s is an expiry date', (expires) => {
  expect(faults('authorizeTransaction', 'payment.creditCard.expires', expires)).toEqual([])
})

test.each(['1330', '0030', '2030', '12345', '    ', '////'])('"%s" is none', (expires) => {
  expect(faults('authorizeTransaction', 'payment.creditCard.expires', expires)).toMatchObject([
    { type: 'expiry_invalid', field: 'payment.creditCard.expires' },
  ])
})

test.each([
  ['payment.stored.initiatedBy', ['customer', 'MERCHANT'], ['shop', '', 1]],
  ['payment.stored.initial', ['first', 'subsequent', 'stored', 'Used'], ['second']],
  ['payment.stored.installment', [1, 99], [0, -1, 100, 1.5]],
  ['payment.stored.initialTransactionId', ['1', 'x'.repeat(36)], ['', 'x'.repeat(37), 'a-b']],
  ['payment.check.accountType', ['checking', 'SAVINGS', 'businessChecking', 'businesssavings'], ['x', null]],
  ['payment.check.verification.dob', ['2000-02-29'], ['2001-02-29', '2000-2-29', '01/01/2000', '']],
  ['payment.check.verification.ssn', ['1234', '123456789'], ['123', '12345', '123-45-6789']],
  ['payment.check.verification.driversLicense.state', ['IN'], ['I', 'IND', '12']],
  [
    'order.date',
    ['2026-11-20', '2026-11-20T10:30:00Z', '2026-11-20T10:30:00.123+01:00'],
    ['yesterday', '2026-13-01', ''],
  ],
  ['order.billTo.country', ['US', 'usa', ''], ['U', 'USAA', '84']],
  ['order.total', [0, -5, 1.2345], [1.23456, '1']],
] as const)('%s takes %j and not %j', (path, good, bad) => {
  for (const value of good) expect(faults('authorizeTransaction', path, value), json(value)).toEqual([])
  for (const value of bad) expect(faults('authorizeTransaction', path, value), json(value)).toHaveLength(1)
})

test('what the service sets may be sent back, and is not looked at', () => {
  for (const value of ['x', 5, null, { a: 1 }]) {
    expect(faults('authorizeTransaction', 'order.id', value)).toEqual([])
    expect(
      faultsIn(authorizeTransaction, json({ payment: { cash: true, method: value }, amount: { value: 1 } })),
    ).toEqual([])
  }
})

/** Walks the schemas themselves, so that no member is forgotten by the tables above. */
interface Node {
  readonly type: string
  readonly kind: string
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly wrapped?: Node
  readonly pipe?: readonly Node[]
  readonly requirement?: unknown
}
interface Member {
  readonly path: string
  readonly type: string
  readonly mayBeNull: boolean
  readonly min: number | null
  readonly max: number | null
  readonly pattern: boolean
}
const flat = (node: Node): Node[] => node.pipe?.flatMap((part) => (part === node ? [part] : flat(part))) ?? [node]

const members = (node: Node, path: string, mayBeNull = false): Member[] => {
  if (node.wrapped) return members(node.wrapped, path, mayBeNull || node.type !== 'optional')
  const parts = flat(node)
  const limit = (type: string) => (parts.find((part) => part.type === type)?.requirement as number | undefined) ?? null
  const self: Member = {
    path,
    type: node.type,
    mayBeNull,
    min: limit('min_length'),
    max: limit('max_length'),
    pattern: parts.some(({ type }) => type === 'regex'),
  }
  const below = Object.entries(node.entries ?? {}).flatMap(([name, entry]) =>
    members(entry, path === '' ? name : `${path}.${name}`),
  )
  return [...(path === '' ? [] : [self]), ...below, ...(node.item ? members(node.item, `${path}[0]`) : [])]
}

const generated = withBody.flatMap((endpoint) =>
  members(endpoint.body as v.GenericSchema as unknown as Node, '').map((member) =>
    Object.assign({ endpoint, operation: endpoint.name }, member),
  ),
)
const at = ({ endpoint, operation, path }: (typeof generated)[number], value: unknown) =>
  errorAt(faultsIn(endpoint, json(bodyWith(operation, path, value))), path)

describe('every member of every body', () => {
  test('there are hundreds', () => {
    expect(generated.length).toBeGreaterThan(250)
  })

  test('strings keep to their lengths', () => {
    for (const member of generated.filter(({ type }) => type === 'string')) {
      const { operation, path, min, max } = member
      if (max !== null) expect(at(member, '1'.repeat(max + 1))?.type, `${operation} ${path}`).toBe('length_invalid')
      if (min) expect(at(member, '1'.repeat(min - 1))?.type, `${operation} ${path}`).toBe('length_invalid')
      for (const length of [min, max])
        if (length !== null)
          expect(at(member, '1'.repeat(length))?.type, `${operation} ${path}`).not.toBe('length_invalid')
    }
  })

  test('strings end somewhere: no member takes a text of 200,000 characters', () => {
    for (const member of generated.filter(({ type }) => type === 'string'))
      expect(at(member, 'a'.repeat(200_000)), `${member.operation} ${member.path}`).toBeDefined()
  })

  test('patterns hold to the last character', () => {
    for (const member of generated.filter(({ pattern }) => pattern))
      expect(at(member, `${'1'.repeat((member.max ?? 10) - 1)}\n`)?.type, `${member.operation} ${member.path}`).toBe(
        'pattern_mismatch',
      )
  })

  test('null is taken exactly where it means absent', () => {
    for (const member of generated.filter(({ type }) => type !== 'unknown')) {
      const type = at(member, null)?.type
      const name = `${member.operation} ${member.path}`
      if (member.mayBeNull) expect(type, name).not.toBe('type_invalid')
      else expect(type, name).toBe(member.type === 'picklist' ? 'enum_invalid' : 'type_invalid')
    }
  })

  test('a value of another type is refused', () => {
    const others: Readonly<Record<string, readonly unknown[]>> = {
      string: [5, true, [], {}],
      boolean: [0, 'true', [], {}],
      custom: ['5', true, [], {}],
      object: [5, 'x', true, []],
      strict_object: [5, 'x', true, []],
      record: [5, 'x', true, []],
      array: [5, 'x', true, {}],
    }
    for (const member of generated)
      for (const value of others[member.type] ?? [])
        expect(at(member, value)?.type, `${member.operation} ${member.path} ${json(value)}`).toBe('type_invalid')
  })
})

describe('what an error says', () => {
  test('all that is wrong, at once, ordered by path', () => {
    const body = {
      zebra: 1,
      apple: 1,
      payment: { creditCard: { accountNumber: '1', expires: '9999', verificationValue: 'x' } },
      amount: { value: 0, currency: 1 },
      order: { lines: [{ tax: 'x' }], email: 5 },
      initiatedByUserId: 1.5,
    }
    expect(faultsIn(authorizeTransaction, json(body)).map(({ field, type }) => `${field} ${type}`)).toEqual([
      'amount.currency enum_invalid',
      'amount.value out_of_range',
      'apple unknown_member',
      'initiatedByUserId type_invalid',
      'order.email type_invalid',
      'order.lines[0].tax type_invalid',
      'payment.creditCard.accountNumber length_invalid',
      'payment.creditCard.expires expiry_invalid',
      'payment.creditCard.verificationValue length_invalid',
      'zebra unknown_member',
    ])
  })

  test('unknown members only count where the interface says so', () => {
    expect(faults('authorizeTransaction', 'payment.surprise', 1)).toEqual([])
    expect(faults('createToken', 'surprise', 1)).toEqual([])
    expect(faults('authorizeTransaction', 'surprise', 1)).toHaveLength(1)
    expect(faults('authorizeTransaction', 'constructor', 1)).toHaveLength(1)
    expect(faults('authorizeTransaction', 'Payment', {})).toHaveLength(1)
  })

  const marker = 4242424242424242n
  const spellings = [
    marker,
    String(marker),
    [String(marker)],
    [marker],
    { [String(marker)]: marker },
    { [`a${marker}`]: String(marker), [`4242 4242 4242 4242`]: 1 },
    `${'x'.repeat(100_000)}${marker}`,
  ]

  test('never what was sent: a number put into every member, and into its name, comes back from none', () => {
    let seen = 0
    for (const { endpoint, operation, path } of generated)
      for (const value of spellings) {
        const said = JSON.stringify(faultsIn(endpoint, json(bodyWith(operation, path, value))))
        seen += said.length
        expect(said, `${operation} ${path}`).not.toMatch(/4242/)
      }
    // Not a test of silence.
    expect(seen).toBeGreaterThan(100_000)
  })

  test('nor from the name of a member beside them', () => {
    for (const endpoint of withBody) {
      const body = { ...validBodies[endpoint.name], [String(marker)]: 1, '4242-4242-4242-4242': 1, [`pan${marker}`]: 1 }
      expect(JSON.stringify(faultsIn(endpoint, json(body))), endpoint.name).not.toMatch(/4242/)
    }
  })

  test('20 unknown members are named, not 20,000', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]))
    expect(
      faultsIn(authorizeTransaction, json({ ...validBodies['authorizeTransaction'], ...many })).length,
    ).toBeLessThanOrEqual(20)
  })
})
