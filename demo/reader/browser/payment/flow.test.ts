import { describe, expect, test } from 'vitest'
import { noPrompts } from '#contract/terminals/device.fixtures'
import {
  type DeviceError,
  deviceErrors,
  type DevicePayment,
  fromDevice,
  type Prompts,
} from '#contract/terminals/device'
import * as v from 'valibot'
import { correct } from './corrections.ts'
import {
  answered,
  begin,
  cardFrame,
  cardToEncrypt,
  type Flow,
  processing,
  resume,
  seal,
  stepOf,
  totalOf,
} from './flow.ts'

const everything: Prompts = {
  tipAmounts: ['3.00', '4.00', '5.00'],
  cvv: true,
  postalCode: true,
  amountConfirmation: true,
  signature: true,
  keyCard: true,
}
const payment = (prompts: Prompts): DevicePayment => ({
  session: '91241532434134',
  transactionType: 'payment',
  amount: { value: '24', currency: 'USD', exponent: 2 },
  prompts,
  state: 'awaiting_card',
  presentWithinMs: 60_000,
  endsWithinMs: 120_000,
})

const visa = { accountNumber: '4242424242424242', expires: '1234' }
const signature = 'iVBORw0KGgo='

/** A shopper who answers whatever is asked, and keys the card in. */
const shopper: Record<string, (flow: Flow) => Flow> = {
  tip: (flow) => answered(flow, 'tip', '4.00'),
  card: (flow) => answered(flow, 'keyIn', undefined),
  number: (flow) => answered(flow, 'number', visa.accountNumber),
  expiry: (flow) => answered(flow, 'expiry', visa.expires),
  code: (flow) => answered(flow, 'code', '123'),
  postalCode: (flow) => answered(flow, 'postalCode', '46201'),
  amount: (flow) => answered(flow, 'confirm', undefined),
  signature: (flow) => answered(flow, 'sign', signature),
}

const walk = (from: Flow): { steps: string[]; flow: Flow } => {
  const steps: string[] = []
  let flow = from
  for (let step = stepOf(flow); shopper[step]; step = stepOf(flow)) {
    steps.push(step)
    flow = shopper[step]!(flow)
  }
  return { steps: [...steps, stepOf(flow)], flow }
}

/** All was answered, and the card is encrypted and sent. */
const sent = (prompts = everything): Flow => ({
  ...seal(walk(begin(payment(prompts))).flow, 'a.b.c.d.e'),
  isSent: true,
})

describe('what is asked', () => {
  test('comes one by one, in the order of the protocol', () => {
    expect(walk(begin(payment(everything))).steps).toEqual([
      'tip',
      'card',
      'number',
      'expiry',
      'code',
      'postalCode',
      'amount',
      'signature',
      'ready',
    ])
  })

  test('is a card alone where noPrompts else is', () => {
    const flow = begin(payment(noPrompts))
    expect(stepOf(flow)).toBe('card')
    expect(stepOf(answered(flow, 'tap', visa))).toBe('ready')
  })

  test.each([
    ['cvv', 'code'],
    ['postalCode', 'postalCode'],
    ['amountConfirmation', 'amount'],
    ['signature', 'signature'],
  ] as const)('is what %s asks for, once the card was tapped', (prompt, step) => {
    const flow = answered(begin(payment({ ...noPrompts, [prompt]: true })), 'tap', visa)
    expect(stepOf(flow)).toBe(step)
    expect(stepOf(shopper[step]!(flow))).toBe('ready')
  })

  test('goes back from the expiry to the number, and from the number to the cards', () => {
    const keyed = answered(begin(payment(everything)), 'tip', null)
    const atExpiry = shopper['number']!(shopper['card']!(keyed))
    const atNumber = answered(atExpiry, 'back', undefined)
    expect([stepOf(atExpiry), stepOf(atNumber)]).toEqual(['expiry', 'number'])
    expect(answered(atNumber, 'back', undefined)).toEqual(keyed)
  })

  test('is noPrompts more once the shopper has canceled, and the card is forgotten', () => {
    const flow = answered(answered(begin(payment(everything)), 'tap', visa), 'cancel', undefined)
    expect([stepOf(flow), flow.card]).toEqual(['canceling', null])
  })
})

test('a card is presented when it is tapped, or with the first digit that is keyed in', () => {
  const flow = begin(payment(noPrompts))
  expect(answered(flow, 'tap', visa).isPresented).toBe(true)
  const keyed = answered(flow, 'keyIn', undefined)
  expect([keyed.isPresented, answered(keyed, 'firstDigit', undefined).isPresented]).toEqual([false, true])
})

test('the total has the tip in it', () => {
  const flow = begin(payment(everything))
  expect([totalOf(flow), totalOf(answered(flow, 'tip', '4.00')), totalOf(answered(flow, 'tip', null))]).toEqual([
    '24',
    '28.00',
    '24',
  ])
})

describe('what is sent', () => {
  test('is encrypted with the payment that it is for, and noPrompts that was not asked', () => {
    expect(cardToEncrypt(walk(begin(payment(everything))).flow)).toEqual({
      ...visa,
      verificationValue: '123',
      postalCode: '46201',
      session: '91241532434134',
      entryMode: 'keyed',
    })
    expect(cardToEncrypt(answered(begin(payment(noPrompts)), 'tap', visa))).toEqual({
      ...visa,
      session: '91241532434134',
      entryMode: 'tapped',
    })
    expect(cardToEncrypt(begin(payment(noPrompts)))).toBeNull()
  })

  test.each([
    [everything, { tipAmount: '4.00', amountConfirmed: true, signature }],
    [noPrompts, {}],
  ])('is a frame of the protocol with what was asked', (prompts, members) => {
    const frame = cardFrame(sent(prompts))
    expect(frame).toEqual({ type: 'card', session: '91241532434134', card: 'a.b.c.d.e', ...members })
    expect(v.parse(fromDevice, frame)).toEqual(frame)
  })

  test('says no tip where none was wanted', () => {
    expect(cardFrame(answered(begin(payment(everything)), 'tip', null))).toMatchObject({ tipAmount: null })
  })

  test('is the same once more, and no card is kept for it', () => {
    const flow = sent()
    expect(flow.card).toBeNull()
    const resumed = resume(flow, payment(everything))
    expect(stepOf(resumed)).toBe('processing')
    expect(cardFrame(resumed)).toEqual(cardFrame(flow))
  })
})

describe('after a lost connection', () => {
  test('a payment goes on where the shopper was', () => {
    const flow = answered(answered(begin(payment(everything)), 'tip', '4.00'), 'tap', visa)
    expect(resume(flow, payment(everything))).toEqual(flow)
  })

  test('another payment begins anew', () => {
    expect(resume(sent(), { ...payment(noPrompts), session: '2' })).toEqual(
      begin({ ...payment(noPrompts), session: '2' }),
    )
  })

  test('one that is with the bank is waited for', () => {
    expect(stepOf(resume(null, { ...payment(everything), state: 'processing' }))).toBe('processing')
    expect(stepOf(processing(begin(payment(everything))))).toBe('processing')
  })
})

describe('a message that was not taken', () => {
  const steps: Record<DeviceError, string[]> = {
    card_invalid: ['card', 'number', 'expiry', 'code', 'postalCode', 'ready'],
    entry_mode_invalid: ['card', 'number', 'expiry', 'code', 'postalCode', 'ready'],
    tip_invalid: ['tip', 'amount', 'signature', 'ready'],
    amount_not_confirmed: ['amount', 'ready'],
    signature_invalid: ['signature', 'ready'],
  }

  test.each(Object.entries(steps) as [DeviceError, string[]][])(
    '%s asks for what it is about, with words',
    (error, asked) => {
      const corrected = correct(sent(), error)!
      expect(corrected.notice).toMatch(/^[A-Z].*\.$/)
      expect(walk(corrected).steps).toEqual(asked)
      // With the next answer it is settled.
      expect(shopper[asked[0]!]!(corrected).notice).toBeNull()
    },
  )

  test('is told of every error of the protocol', () => {
    expect(Object.keys(steps).toSorted()).toEqual(Object.keys(deviceErrors).toSorted())
  })

  test('no longer offers to key a card in where that was the reason', () => {
    expect(correct(sent(), 'entry_mode_invalid')!.payment.prompts.keyCard).toBe(false)
  })

  test('asks for what was not asked before, and remembers that', () => {
    const corrected = correct(sent(noPrompts), 'signature_invalid')!
    expect(stepOf(corrected)).toBe('signature')
    expect(cardFrame(resume(shopper['signature']!(corrected), payment(noPrompts)))).toMatchObject({ signature })
  })

  test('is the end where noPrompts can be asked', () => {
    expect(correct(sent(noPrompts), 'tip_invalid')).toBeNull()
    expect(correct(sent(), 'unheard_of' as DeviceError)).toBeNull()
  })
})
