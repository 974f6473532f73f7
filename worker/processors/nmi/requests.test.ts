import { describe, expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import type { AuthorizeOp, CredentialUse } from '../processor.ts'
import { account, base, card, check } from '../conformance/fixtures.ts'
import { recordingNmi } from './nmi.fixture.ts'

const pan = '4111111111111111'

const ref = { account: account.id, op: '12345678901234', root: '12345678901234' }
const original = { ...ref, raw: '555' }

const operation = (more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
  ...base(1050n),
  op: ref.op,
  instrument: card(pan),
  allowPartial: false,
  capture: 'later',
  ...more,
})

const authorizing = async (more: Partial<AuthorizeOp>, settings = {}) => {
  const { processor, sent } = recordingNmi(undefined, settings)
  await processor.authorize(operation(more), ref)
  return sent[0]!.members
}

const stored = (credential: Partial<CredentialUse>): Partial<AuthorizeOp> => ({
  instrument: { ...card(pan), entry: 'cof' },
  credential: { initiatedBy: 'customer', initial: 'subsequent', reason: 'unscheduled', ...credential },
})

describe('requests to NMI', () => {
  test('an authorization of a card has its members, our id as its order id, and no check for look-alikes', async () => {
    const { processor, sent } = recordingNmi()
    await processor.authorize(operation({ avs: { postal: '10001', line1: '1 Main Street', country: 'US' } }), ref)
    expect(sent).toEqual([
      {
        url: 'https://gateway.example/api/transact.php',
        members: {
          security_key: 'a-security-key',
          type: 'auth',
          dup_seconds: '0',
          amount: '10.50',
          currency: 'USD',
          orderid: ref.op,
          payment: 'creditcard',
          ccnumber: pan,
          ccexp: '1230',
          cvv: '123',
          firstname: 'Ada',
          lastname: 'Lovelace',
          address1: '1 Main Street',
          zip: '10001',
          country: 'US',
        },
      },
    ])
  })

  test('a payment that is captured at once is a sale, and one of 0 a verification without an amount', async () => {
    expect(await authorizing({ capture: 'now' })).toMatchObject({ type: 'sale', amount: '10.50' })
    const verification = await authorizing({ amount: { minor: 0n, currency: 840, exponent: 2 } })
    expect(verification).toMatchObject({ type: 'validate' })
    expect(verification).not.toHaveProperty('amount')
  })

  test.each([
    ['checking', { account_type: 'checking', account_holder_type: 'personal', sec_code: 'TEL' }],
    ['savings', { account_type: 'savings', account_holder_type: 'personal', sec_code: 'TEL' }],
    ['businessChecking', { account_type: 'checking', account_holder_type: 'business', sec_code: 'CCD' }],
    ['businessSavings', { account_type: 'savings', account_holder_type: 'business', sec_code: 'CCD' }],
  ] as const)('a bank account of type %s is debited by a sale', async (accountType, expected) => {
    const instrument = { ...check, accountType, name: 'Ada Lovelace' }
    expect(await authorizing({ instrument }, { secCode: 'TEL' })).toMatchObject({
      type: 'sale',
      payment: 'check',
      checkname: 'Ada Lovelace',
      checkaba: '021000021',
      checkaccount: '000123456789',
      ...expected,
    })
  })

  test.each([
    ['googlePay', { cavv: 'cryptogram', eci: '05', decrypted_googlepay_data: '1' }],
    ['applePay', { cavv: 'cryptogram', eci: '05', decrypted_applepay_data: '1' }],
    [undefined, { token_cryptogram: 'cryptogram', eci: '05' }],
  ] as const)('a network token of the wallet %s has its cryptogram', async (wallet, expected) => {
    const members = await authorizing({
      instrument: {
        kind: 'networkToken',
        dpan: new Secret(pan),
        expiry: '1230',
        cryptogram: new Secret('cryptogram'),
        eci: '05',
        ...(wallet && { wallet }),
      },
    })
    expect(members).toMatchObject({ ccnumber: pan, ccexp: '1230', ...expected })
    const names = Object.keys(members).filter((name) => /^decrypted|cryptogram|cavv/.test(name))
    expect(names.toSorted()).toEqual(
      Object.keys(expected)
        .filter((name) => name !== 'eci')
        .toSorted(),
    )
  })

  test('a request has the billing and shipping address of the order, and its reference as the description', async () => {
    const address = { name: 'Ada King Lovelace', line1: '1 Main Street', line2: 'Flat 2', city: 'Ottawa', state: 'ON' }
    const order = {
      reference: 'invoice:17',
      email: 'ada@example.com',
      billTo: { ...address, postalCode: 'K1C2N6', country: 'CA' },
      shipTo: { name: 'Charles' },
      tax: '1.20',
      shipping: '4.00',
      surcharge: '0.50',
      statementDescriptor: 'KILN*TIDE',
    }
    expect(await authorizing({ order })).toMatchObject({
      orderid: ref.op,
      orderdescription: 'invoice:17',
      descriptor: 'KILN*TIDE',
      email: 'ada@example.com',
      address1: '1 Main Street',
      address2: 'Flat 2',
      city: 'Ottawa',
      state: 'ON',
      zip: 'K1C2N6',
      country: 'CA',
      shipping_lastname: 'Charles',
      tax: '1.20',
      shipping: '4.00',
      surcharge: '0.50',
    })
  })

  test.each([
    ['the shopper pays with a stored card', {}, { initiated_by: 'customer', stored_credential_indicator: 'used' }],
    [
      'a subscription begins',
      { initial: 'first', reason: 'recurring' },
      { initiated_by: 'customer', stored_credential_indicator: 'stored', billing_method: 'recurring' },
    ],
    [
      'a bill is charged',
      { initiatedBy: 'merchant', reason: 'recurring', initialReference: '444' },
      {
        initiated_by: 'merchant',
        stored_credential_indicator: 'used',
        billing_method: 'recurring',
        initial_transaction_id: '444',
      },
    ],
    [
      'an installment is charged',
      { initiatedBy: 'merchant', reason: 'installment', initialReference: '444 check' },
      {
        initiated_by: 'merchant',
        stored_credential_indicator: 'used',
        billing_method: 'installment',
        initial_transaction_id: '444',
      },
    ],
  ] as const)('stored credentials: %s', async (_what, credential, expected) => {
    const members = await authorizing(stored(credential))
    const names = Object.keys(members).filter((name) => /^(initi|stored|billing)/.test(name))
    expect(Object.fromEntries(names.map((name) => [name, members[name]]))).toEqual(expected)
  })

  test('a network id is sent only by a connection that may, and only without an own reference', async () => {
    const charge = { initiatedBy: 'merchant', networkTransactionId: 'NET1' } as const
    const name = 'initial_network_transaction_id'
    expect(await authorizing(stored(charge))).not.toHaveProperty(name)
    expect(await authorizing(stored(charge), { networkIds: true })).toHaveProperty(name, 'NET1')
    const both = await authorizing(stored({ ...charge, initialReference: '444' }), { networkIds: true })
    expect(both).toHaveProperty('initial_transaction_id', '444')
    expect(both).not.toHaveProperty(name)
  })

  test('a single payment uses no stored credential', async () => {
    const credential = { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' } as const
    expect(Object.keys(await authorizing({ credential })).filter((name) => /stored|initiated/.test(name))).toEqual([])
  })

  test('a capture, void or refund has the transaction id of NMI, and a refund also the order id of the gateway', async () => {
    const { processor, sent } = recordingNmi()
    const op = { ...base(400n), op: '12345678901299', original }
    await processor.capture(op, ref)
    await processor.void(op, ref)
    await processor.credit(op, ref)
    const named = { security_key: 'a-security-key', transactionid: '555' }
    expect(sent.map(({ members }) => members)).toEqual([
      { ...named, type: 'capture', amount: '4.00' },
      { ...named, type: 'void' },
      { ...named, type: 'refund', amount: '4.00', orderid: '12345678901299' },
    ])
  })

  test('a void, refund or reversal of a bank debit has payment=check', async () => {
    const { processor, sent } = recordingNmi()
    const op = { ...base(400n), original: { ...ref, raw: '555 check' } }
    await processor.void(op, ref)
    await processor.credit(op, ref)
    await processor.reverse({ ...ref, raw: '555 check' }, 1)
    expect(sent.map(({ members }) => members['payment'])).toEqual(['check', 'check', 'check'])
  })

  test('a credit without a payment has the instrument, and no member of a stored credential', async () => {
    const { processor, sent } = recordingNmi()
    await processor.credit({ ...base(700n), op: ref.op, unreferenced: true, instrument: card(pan) }, ref)
    expect(sent[0]!.members).toMatchObject({ type: 'credit', amount: '7.00', orderid: ref.op, ccnumber: pan })
  })

  test('an account with several processors gets the id of one for new payments', async () => {
    expect(await authorizing({}, { processorId: 'retail' })).toHaveProperty('processor_id', 'retail')
  })

  test('a long text is cut', async () => {
    const members = await authorizing({ order: { reference: 'x'.repeat(400) } })
    expect(members['orderdescription']).toHaveLength(255)
  })

  test.each([
    ['the verification of a bank account', { instrument: check, amount: { minor: 0n, currency: 840, exponent: 2 } }],
    ['cash', { instrument: { kind: 'cash' } }],
    ['a currency that the connection does not have', { amount: { minor: 500n, currency: 392, exponent: 0 } }],
  ] as const)('%s is declined and not sent', async (_what, more) => {
    const { processor, sent } = recordingNmi()
    expect(await processor.authorize(operation(more), ref)).toMatchObject({ result: 'declined', code: '12' })
    expect(sent).toEqual([])
  })
})
