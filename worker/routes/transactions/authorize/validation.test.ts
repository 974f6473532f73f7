import { describe, expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import type { Answered } from '../../../testing/merchant.ts'
import { byCard, card, createMerchant, gatewayOrigin, rowsOf, startWorker } from '../../../testing/merchant.ts'

/** What POST /v1/transactions/authorize takes, and what it refuses: member by member, as the interface lists them. */

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (body: unknown): Promise<Answered> => call('POST', '/v1/transactions/authorize', { body })

const withCard = (more: object) => ({ payment: { creditCard: card(undefined, more) }, amount: { value: 1 } })
const withPayment = (payment: object) => ({ payment, amount: { value: 1 } })
const withOrder = (order: object) => ({ ...byCard(), order })

const bankAccount = { accountNumber: '1234567', routingNumber: '021000021' }
const phoneWallet = { signature: 's', protocolVersion: 'ECv1', signedMessage: 'm' }
const customer = { customer: '01234567-89ab' }
const reader = { id: '01234567-89ab' }
const letters = (count: number): string => 'x'.repeat(count)

/** A refusal: what is wrong, the body, and the errors as type and field. */
type Refused = readonly [what: string, body: object, ...errors: (readonly [type: string, field: string | null])[]]

const sourcesRefused: readonly Refused[] = [
  ['no source', withPayment({}), ['payment_method_required', 'payment']],
  ['cash that is none', withPayment({ cash: false }), ['payment_method_required', 'payment']],
  [
    'sources that are null',
    withPayment({ token: null, cash: null, creditCardEncrypted: null }),
    ['payment_method_required', 'payment'],
  ],
  ['only a read-only member', withPayment({ method: 'creditCard' }), ['payment_method_required', 'payment']],
  [
    'a card and a token',
    withPayment({ creditCard: card(), token: '01234567' }),
    ['payment_method_ambiguous', 'payment'],
  ],
  ['a card and cash', withPayment({ creditCard: card(), cash: true }), ['payment_method_ambiguous', 'payment']],
  [
    'a check and a customer',
    withPayment({ check: bankAccount, stored: customer }),
    ['payment_method_ambiguous', 'payment'],
  ],
  [
    'a reader and a phone wallet',
    withPayment({ terminal: reader, digitalPayPayment: phoneWallet }),
    ['payment_method_ambiguous', 'payment'],
  ],
  [
    'an encrypted card and a plain one',
    withPayment({ creditCardEncrypted: 'e', creditCard: card() }),
    ['payment_method_ambiguous', 'payment'],
  ],
]

const membersRefused: readonly Refused[] = [
  ['no payment', { amount: { value: 1 } }, ['required', 'payment']],
  ['no amount', { payment: { creditCard: card() } }, ['required', 'amount']],
  ['neither', {}, ['required', 'amount'], ['required', 'payment']],
  ['an amount without value', { ...byCard(), amount: {} }, ['required', 'amount.value']],
  ['an amount that is a number', { ...byCard(), amount: 10 }, ['type_invalid', 'amount']],
  ['a payment that is a list', { ...byCard(), payment: [card()] }, ['type_invalid', 'payment']],
  ['a card that is text', withPayment({ creditCard: '4242424242424242' }), ['type_invalid', 'payment.creditCard']],

  ['a token of 7 characters', withPayment({ token: letters(7) }), ['length_invalid', 'payment.token']],
  ['a token of 65 characters', withPayment({ token: letters(65) }), ['length_invalid', 'payment.token']],
  ['a token with an underscore', withPayment({ token: 'tok_12345678' }), ['pattern_mismatch', 'payment.token']],
  ['a token with a line end', withPayment({ token: `${letters(20)}\n` }), ['pattern_mismatch', 'payment.token']],
  ['a token that is a number', withPayment({ token: 12345678 }), ['type_invalid', 'payment.token']],

  [
    'a number of 12 digits',
    withCard({ accountNumber: '424242424242' }),
    ['length_invalid', 'payment.creditCard.accountNumber'],
  ],
  [
    'a number of 21 digits',
    withCard({ accountNumber: '4'.repeat(21) }),
    ['length_invalid', 'payment.creditCard.accountNumber'],
  ],
  [
    'a number with spaces',
    withCard({ accountNumber: '4242 4242 4242 42' }),
    ['pattern_mismatch', 'payment.creditCard.accountNumber'],
  ],
  [
    'a number that is a number',
    withCard({ accountNumber: 4242424242424242 }),
    ['type_invalid', 'payment.creditCard.accountNumber'],
  ],
  ['no number', withPayment({ creditCard: { expires: '1230' } }), ['required', 'payment.creditCard.accountNumber']],
  [
    'no expiry',
    withPayment({ creditCard: { accountNumber: '4242424242424242' } }),
    ['required', 'payment.creditCard.expires'],
  ],
  ['an expiry of 3 characters', withCard({ expires: '123' }), ['length_invalid', 'payment.creditCard.expires']],
  ['an expiry of 8 characters', withCard({ expires: '12 / 2030' }), ['length_invalid', 'payment.creditCard.expires']],
  ['an expiry with a hyphen', withCard({ expires: '12-30' }), ['pattern_mismatch', 'payment.creditCard.expires']],
  ['month 13', withCard({ expires: '1330' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['month 0', withCard({ expires: '0030' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['a year alone', withCard({ expires: '2030' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['an expiry of 5 digits', withCard({ expires: '12030' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['an expiry of spaces', withCard({ expires: '    ' }), ['expiry_invalid', 'payment.creditCard.expires']],
  ['an accented name', withCard({ nameOnCard: 'José' }), ['pattern_mismatch', 'payment.creditCard.nameOnCard']],
  [
    'a name with a full stop',
    withCard({ nameOnCard: 'King Jr.' }),
    ['pattern_mismatch', 'payment.creditCard.nameOnCard'],
  ],
  ['a name with a line end', withCard({ nameOnCard: 'King\n' }), ['pattern_mismatch', 'payment.creditCard.nameOnCard']],
  [
    'a CVV of 2 digits',
    withCard({ verificationValue: '12' }),
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
  [
    'a CVV of 5 digits',
    withCard({ verificationValue: '12345' }),
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
  [
    'a CVV of letters',
    withCard({ verificationValue: 'abc' }),
    ['pattern_mismatch', 'payment.creditCard.verificationValue'],
  ],
  [
    'a CVV that is empty',
    withCard({ verificationValue: '' }),
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
  [
    'a CVV that is a number',
    withCard({ verificationValue: 123 }),
    ['type_invalid', 'payment.creditCard.verificationValue'],
  ],
  [
    'a postal code with an underscore',
    withCard({ postalCode: '462_1' }),
    ['pattern_mismatch', 'payment.creditCard.postalCode'],
  ],

  [
    'a customer of 7 characters',
    withPayment({ stored: { customer: letters(7) } }),
    ['length_invalid', 'payment.stored.customer'],
  ],
  [
    'a wallet of 65 characters',
    withPayment({ stored: { wallet: letters(65) } }),
    ['length_invalid', 'payment.stored.wallet'],
  ],
  [
    'a customer with a dot',
    withPayment({ stored: { customer: 'abcd.efgh' } }),
    ['pattern_mismatch', 'payment.stored.customer'],
  ],
  [
    'neither customer nor wallet',
    withPayment({ stored: { initiatedBy: 'customer' } }),
    ['stored_reference_required', 'payment.stored'],
  ],
  [
    'both null',
    withPayment({ stored: { customer: null, wallet: null } }),
    ['stored_reference_required', 'payment.stored'],
  ],
  [
    'an unknown initiator',
    withPayment({ stored: { ...customer, initiatedBy: 'nobody' } }),
    ['enum_invalid', 'payment.stored.initiatedBy'],
  ],
  [
    'an unknown use',
    withPayment({ stored: { ...customer, initial: 'second' } }),
    ['enum_invalid', 'payment.stored.initial'],
  ],
  [
    'instalment 0',
    withPayment({ stored: { ...customer, installment: 0 } }),
    ['out_of_range', 'payment.stored.installment'],
  ],
  [
    'instalment 100',
    withPayment({ stored: { ...customer, installment: 100 } }),
    ['out_of_range', 'payment.stored.installment'],
  ],
  [
    'instalment 1.5',
    withPayment({ stored: { ...customer, installment: 1.5 } }),
    ['type_invalid', 'payment.stored.installment'],
  ],
  [
    'an initial transaction of 37 characters',
    withPayment({ stored: { ...customer, initialTransactionId: letters(37) } }),
    ['format_invalid', 'payment.stored.initialTransactionId'],
  ],

  ['a reader without id', withPayment({ terminal: {} }), ['required', 'payment.terminal.id']],
  [
    'a reader of 7 characters',
    withPayment({ terminal: { id: letters(7) } }),
    ['length_invalid', 'payment.terminal.id'],
  ],
  [
    'a tip without amounts',
    withPayment({ terminal: { ...reader, promptTip: true } }),
    ['tip_amounts_required', 'payment.terminal.tipAmounts'],
  ],
  [
    'a tip of 2 amounts',
    withPayment({ terminal: { ...reader, promptTip: true, tipAmounts: [1, 2] } }),
    ['tip_amounts_required', 'payment.terminal.tipAmounts'],
  ],
  [
    'a tip of 0',
    withPayment({ terminal: { ...reader, tipAmounts: [1, 0, 2] } }),
    ['out_of_range', 'payment.terminal.tipAmounts[1]'],
  ],
  [
    'a prompt that is text',
    withPayment({ terminal: { ...reader, promptCvv: 'yes' } }),
    ['type_invalid', 'payment.terminal.promptCvv'],
  ],

  [
    'a bank account of 6 digits',
    withPayment({ check: { ...bankAccount, accountNumber: '123456' } }),
    ['length_invalid', 'payment.check.accountNumber'],
  ],
  [
    'a bank account of 21 digits',
    withPayment({ check: { ...bankAccount, accountNumber: '1'.repeat(21) } }),
    ['length_invalid', 'payment.check.accountNumber'],
  ],
  [
    'a routing number of 7 digits',
    withPayment({ check: { ...bankAccount, routingNumber: '1234567' } }),
    ['length_invalid', 'payment.check.routingNumber'],
  ],
  [
    'a routing number of 21 digits',
    withPayment({ check: { ...bankAccount, routingNumber: '1'.repeat(21) } }),
    ['length_invalid', 'payment.check.routingNumber'],
  ],
  [
    'a payer of 101 characters',
    withPayment({ check: { ...bankAccount, name: letters(101) } }),
    ['length_invalid', 'payment.check.name'],
  ],
  [
    'a payer with an asterisk',
    withPayment({ check: { ...bankAccount, name: 'A*' } }),
    ['pattern_mismatch', 'payment.check.name'],
  ],
  [
    'a check number of 9 digits',
    withPayment({ check: { ...bankAccount, checkNumber: '123456789' } }),
    ['length_invalid', 'payment.check.checkNumber'],
  ],
  [
    'an unknown kind of account',
    withPayment({ check: { ...bankAccount, accountType: 'loan' } }),
    ['enum_invalid', 'payment.check.accountType'],
  ],
  [
    '30 February',
    withPayment({ check: { ...bankAccount, verification: { dob: '2000-02-30' } } }),
    ['format_invalid', 'payment.check.verification.dob'],
  ],
  [
    'an ssn of 5 digits',
    withPayment({ check: { ...bankAccount, verification: { ssn: '12345' } } }),
    ['format_invalid', 'payment.check.verification.ssn'],
  ],

  ['cash that is text', withPayment({ cash: 'true' }), ['type_invalid', 'payment.cash']],
  [
    'an encrypted card that is empty',
    withPayment({ creditCardEncrypted: '' }),
    ['format_invalid', 'payment.creditCardEncrypted'],
  ],
  [
    'an encrypted card beyond 8 KiB',
    withPayment({ creditCardEncrypted: letters(8193) }),
    ['format_invalid', 'payment.creditCardEncrypted'],
  ],
  [
    'an unknown wallet protocol',
    withPayment({ digitalPayPayment: { ...phoneWallet, protocolVersion: 'ECv3' } }),
    ['enum_invalid', 'payment.digitalPayPayment.protocolVersion'],
  ],
  [
    'ECv2 without its key',
    withPayment({ digitalPayPayment: { ...phoneWallet, protocolVersion: 'ECv2' } }),
    ['required', 'payment.digitalPayPayment.intermediateSigningKey'],
  ],

  ['a user that is text', { ...byCard(), initiatedByUserId: '5' }, ['type_invalid', 'initiatedByUserId']],
  ['a user with a fraction', { ...byCard(), initiatedByUserId: 1.5 }, ['type_invalid', 'initiatedByUserId']],
  [
    'a reference that is text',
    { ...byCard(), referenceTransactionId: '91109344435935' },
    ['type_invalid', 'referenceTransactionId'],
  ],

  ['an order that is a list', withOrder([]), ['type_invalid', 'order']],
  ['a total with 5 decimals', withOrder({ total: 1.00001 }), ['amount_precision_invalid', 'order.total']],
  ['a total that is text', withOrder({ total: '1' }), ['type_invalid', 'order.total']],
  [
    'a fourth line that is wrong',
    withOrder({ lines: [{}, {}, {}, { total: 'x' }] }),
    ['type_invalid', 'order.lines[3].total'],
  ],
  ['501 lines', withOrder({ lines: Array.from({ length: 501 }, () => ({})) }), ['length_invalid', 'order.lines']],
  [
    'a street of 101 characters',
    withOrder({ billTo: { line1: letters(101) } }),
    ['length_invalid', 'order.billTo.line1'],
  ],
  ['a state of 51 characters', withOrder({ shipTo: { state: letters(51) } }), ['length_invalid', 'order.shipTo.state']],
  [
    'a postal code of 21 characters',
    withOrder({ billTo: { postalCode: letters(21) } }),
    ['length_invalid', 'order.billTo.postalCode'],
  ],
  ['a country of 4 letters', withOrder({ billTo: { country: 'ABCD' } }), ['format_invalid', 'order.billTo.country']],
  [
    'a line text of 101 characters',
    withOrder({ lines: [{ description: letters(101) }] }),
    ['length_invalid', 'order.lines[0].description'],
  ],
  ['a date that is none', withOrder({ date: 'tomorrow' }), ['format_invalid', 'order.date']],
  ['metadata that is text', withOrder({ metadata: 'x' }), ['type_invalid', 'order.metadata']],
  [
    '51 metadata',
    withOrder({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v'])) }),
    ['length_invalid', 'order.metadata'],
  ],
  [
    'a metadata key of 41 characters',
    withOrder({ metadata: { [letters(41)]: 'v' } }),
    ['length_invalid', `order.metadata.${letters(40)}`],
  ],
  [
    'a metadata value of 501 characters',
    withOrder({ metadata: { k: letters(501) } }),
    ['length_invalid', 'order.metadata.k'],
  ],
  ['a metadata value that is a number', withOrder({ metadata: { k: 5 } }), ['type_invalid', 'order.metadata.k']],

  [
    'many things at once, ordered by path',
    {
      amount: { value: 0, currency: 999 },
      payment: { creditCard: { accountNumber: '1', expires: '9999', verificationValue: 'x' } },
      order: { email: 5 },
      extra: 1,
    },
    ['enum_invalid', 'amount.currency'],
    ['out_of_range', 'amount.value'],
    ['unknown_member', 'extra'],
    ['type_invalid', 'order.email'],
    ['length_invalid', 'payment.creditCard.accountNumber'],
    ['expiry_invalid', 'payment.creditCard.expires'],
    ['length_invalid', 'payment.creditCard.verificationValue'],
  ],
]

describe('refuses, with the path of what is wrong, and stores and sends nothing:', () => {
  test.each([...sourcesRefused, ...membersRefused])('%s', async (_what, body, ...errors) => {
    const sent = acquirer.ledger.entries().length
    const before = await rowsOf(merchant)
    const answer = await authorize(body)
    expect(answer.status).toBe(400)
    const given = answer.json.errors.map(
      (item: { type: string; message: { text: string; field: string | null; code: string; docs: string } }) => {
        expect(item.message.code).toBe(item.type)
        // Every word of the template is filled in.
        expect(item.message.text).toMatch(/^[^{}]+\.$/)
        expect(item.message.text).not.toMatch(/undefined|null|of type value|format value/)
        expect(item.message.docs).toBe(`${gatewayOrigin}/errors#${item.type}`)
        return [item.type, item.message.field]
      },
    )
    expect(given).toEqual(errors)
    expect(await rowsOf(merchant)).toEqual(before)
    expect(acquirer.ledger.entries()).toHaveLength(sent)
  })

  test('and never quotes a card number or a CVV', async () => {
    const answer = await authorize(
      withCard({ accountNumber: '4242424242424242x', verificationValue: '739x', nameOnCard: '4242424242424242.' }),
    )
    expect(answer.status).toBe(400)
    // The id of the request may hold three digits like any others.
    expect(JSON.stringify(answer.json.errors)).not.toMatch(/4242|739/)
  })

  test('naming the sources that were given', async () => {
    const answer = await authorize(withPayment({ creditCard: card(), cash: true, token: '01234567' }))
    expect(answer.json.errors[0].message.details).toEqual({ given: ['token', 'creditCard', 'cash'] })
  })
})

describe('takes', () => {
  const taken: readonly (readonly [what: string, body: object])[] = [
    ['a number of 13 digits', withCard({ accountNumber: '4222222222222' })],
    ['a number of 19 digits', withCard({ accountNumber: '4444333322221111455' })],
    ['an expiry with a slash', withCard({ expires: '12/30' })],
    ['an expiry with a space', withCard({ expires: '12 30' })],
    ['an expiry of one digit and a slash', withCard({ expires: '1/30' })],
    ['an expiry of four digits for the year', withCard({ expires: '12/2030' })],
    ['an expiry of six digits', withCard({ expires: '122030' })],
    ['a name of every character that the interface allows', withCard({ nameOnCard: "O'Brien `X`, 2nd; A-B" })],
    ['an empty name', withCard({ nameOnCard: '' })],
    ['an empty postal code', withCard({ postalCode: '' })],
    ['a Canadian postal code', withCard({ postalCode: 'A1A 1A1' })],
    ['a CVV of 4 digits', withCard({ verificationValue: '1234' })],
    ['a card without CVV, name and postal code', withCard({ verificationValue: undefined })],
    [
      'null for every member of a card that may be null',
      withCard({ nameOnCard: null, verificationValue: null, postalCode: null, transactionId: null }),
    ],
    ['internal members', withCard({ transactionId: '123' })],
    [
      'null for every other source that may be null',
      withPayment({ creditCard: card(), token: null, cash: null, creditCardEncrypted: null }),
    ],
    ['a card and no cash', withPayment({ creditCard: card(), cash: false })],
    ['a read-only method', withPayment({ creditCard: card(), method: { any: 'thing' } })],
    ['null for every link', { ...byCard(), initiatedByUserId: null, referenceTransactionId: null }],
    ['no currency', { ...byCard(), amount: { value: 1 } }],
    ['null for the currency', { ...byCard(), amount: { value: 1, currency: null } }],
    ['an empty order', withOrder({})],
    [
      'null for every member of an order that may be null',
      withOrder({
        ...Object.fromEntries(
          [
            'id',
            'customerId',
            'customerPublicIdentifier',
            'referenceObject',
            'referenceObjectId',
            'email',
            'lines',
            'metadata',
          ].map((name) => [name, null]),
        ),
        ...Object.fromEntries(['discount', 'surcharge', 'shipping', 'tip', 'tax', 'total'].map((name) => [name, null])),
      }),
    ],
    ['500 lines', withOrder({ lines: Array.from({ length: 500 }, () => ({ quantity: 1 })) })],
    [
      '50 metadata of 40 and 500 characters',
      withOrder({
        metadata: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`.padEnd(40, 'k'), letters(500)])),
      }),
    ],
    ['negative figures with 4 decimals', withOrder({ discount: -1.2345, lines: [{ discountRate: -0.0001 }] })],
    ['sums that do not add up', withOrder({ total: 1, tax: 500 })],
  ]

  test.each(taken)('%s', async (_what, body) => {
    const answer = await authorize(body)
    expect(answer.json.errors).toBeNull()
    expect(answer.json.responseCode).toBe('00')
  })
})

describe('the order', () => {
  const order = {
    customerPublicIdentifier: 'C-1',
    referenceObject: 'invoice',
    billTo: { name: 'Renée', line1: '1 Main St', postalCode: '46201', country: 'US' },
    shipTo: { city: 'Zürich', country: 'CHE' },
    email: 'a@b.example',
    date: '2026-11-20T10:30:00+01:00',
    metadata: { cart: '7', note: 'ünï "quoted" \\ \u2028 🧾', empty: '' },
  }

  test('is given back as it came, numbers to the digit', async () => {
    const figures =
      '"referenceObjectId":9223372036854775807,"discount":-0.0001,"shipping":0.1,"tax":999999999999.9999,"total":10.50,"lines":[{"productCode":"p","unitCost":0.3,"quantity":3,"total":0.9},{"taxRate":19.25}]'
    const body = `{"payment":${JSON.stringify({ creditCard: card() })},"amount":{"value":1},"order":{${figures},${JSON.stringify(order).slice(1)}}`
    const { json } = await authorize(body)
    expect(json.metadata).toEqual(order.metadata)
    const read = await call('GET', `/v1/transactions/${json.transactionId}`)
    expect(read.json.order).toMatchObject(order)
    expect(read.json.metadata).toEqual(order.metadata)
    expect(read.text).toContain('"referenceObjectId":9223372036854775807')
    expect(read.text).toContain('"discount":-0.0001')
    expect(read.text).toContain('"tax":999999999999.9999')
    expect(read.text).toContain('"total":10.5,')
    expect(read.text).toContain(
      '"lines":[{"productCode":"p","unitCost":0.3,"quantity":3,"total":0.9},{"taxRate":19.25}]',
    )
  })

  test('is null where none came, and so is metadata', async () => {
    const { json } = await authorize(byCard())
    expect(json.metadata).toBeNull()
    const read = await call('GET', `/v1/transactions/${json.transactionId}`)
    expect(read.json).toMatchObject({ order: null, metadata: null })
  })

  test('takes read-only members and ignores them, whatever they hold', async () => {
    const { json } = await authorize(
      withOrder({ id: '4242424242424242', customerId: { pan: '4242424242424242' }, total: 1 }),
    )
    expect(json.responseCode).toBe('00')
    const read = await call('GET', `/v1/transactions/${json.transactionId}`)
    expect(read.text).not.toContain('4242424242424242')
    expect(read.json.order.id ?? null).toBeNull()
    expect(read.json.order.customerId ?? null).toBeNull()
  })
})

describe('the links', () => {
  test.each(['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '1'])(
    'initiatedByUserId %s comes back to the digit',
    async (id) => {
      const body = `{"initiatedByUserId":${id},${JSON.stringify(byCard()).slice(1)}`
      const { json } = await authorize(body)
      expect((await call('GET', `/v1/transactions/${json.transactionId}`)).text).toContain(`"initiatedByUserId":${id},`)
    },
  )

  test.each([
    ['1.0', '1'],
    ['1e3', '1000'],
  ])('initiatedByUserId %s is the integer %s', async (written, id) => {
    const body = `{"initiatedByUserId":${written},${JSON.stringify(byCard()).slice(1)}`
    const { json } = await authorize(body)
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).text).toContain(`"initiatedByUserId":${id},`)
  })

  test.each(['9223372036854775808', '-9223372036854775809', '1e30'])(
    'initiatedByUserId %s is out of range',
    async (id) => {
      const answer = await authorize(`{"initiatedByUserId":${id},${JSON.stringify(byCard()).slice(1)}`)
      expect(answer.json.errors).toMatchObject([{ type: 'out_of_range', message: { field: 'initiatedByUserId' } }])
    },
  )

  test('referenceTransactionId names a transaction of the account', async () => {
    const first = await authorize(byCard())
    const { json } = await authorize({ ...byCard(), referenceTransactionId: Number(first.json.transactionId) })
    expect(json.responseCode).toBe('00')
    const read = await call('GET', `/v1/transactions/${json.transactionId}`)
    expect(read.json.referenceTransactionId).toBe(Number(first.json.transactionId))
  })

  test('referenceTransactionId of nothing is refused, and nothing is stored or sent', async () => {
    const stranger = await createMerchant()
    const foreign = await worker.as(stranger.secretKey)('POST', '/v1/transactions/authorize', { body: byCard() })
    const before = await rowsOf(merchant)
    const sent = acquirer.ledger.entries().length
    for (const id of ['5', '0', '-5', '9007199254740993', '9223372036854775807', foreign.json.transactionId]) {
      const answer = await authorize(`{"referenceTransactionId":${id},${JSON.stringify(byCard()).slice(1)}`)
      expect(answer.status).toBe(400)
      expect(answer.json.errors).toMatchObject([
        { type: 'reference_not_found', message: { field: 'referenceTransactionId' } },
      ])
    }
    expect(await rowsOf(merchant)).toEqual(before)
    expect(acquirer.ledger.entries()).toHaveLength(sent)
  })
})
