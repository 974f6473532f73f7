import { describe, expect, test } from 'vitest'
import { noPrompts } from '#contract/terminals/device.fixtures'
import {
  type DeviceError,
  deviceErrors,
  type DevicePayment,
  deviceMessage,
  type Prompts,
} from '#contract/terminals/device'
import * as v from 'valibot'
import { correct } from './corrections.ts'
import {
  applyAnswer,
  begin,
  cardMessage,
  cardToEncrypt,
  type Flow,
  processing,
  resume,
  seal,
  currentStep,
  totalAmount,
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

/** A shopper who completes every step and keys the card in. */
const shopper: Record<string, (flow: Flow) => Flow> = {
  tip: (flow) => applyAnswer(flow, 'tip', '4.00'),
  card: (flow) => applyAnswer(flow, 'keyIn', undefined),
  number: (flow) => applyAnswer(flow, 'number', visa.accountNumber),
  expiry: (flow) => applyAnswer(flow, 'expiry', visa.expires),
  code: (flow) => applyAnswer(flow, 'code', '123'),
  postalCode: (flow) => applyAnswer(flow, 'postalCode', '46201'),
  amount: (flow) => applyAnswer(flow, 'confirm', undefined),
  signature: (flow) => applyAnswer(flow, 'sign', signature),
}

const walk = (from: Flow): { steps: string[]; flow: Flow } => {
  const steps: string[] = []
  let flow = from
  for (let step = currentStep(flow); shopper[step]; step = currentStep(flow)) {
    steps.push(step)
    flow = shopper[step]!(flow)
  }
  return { steps: [...steps, currentStep(flow)], flow }
}

/** Every step is completed, and the card is encrypted and sent. */
const sent = (prompts = everything): Flow => ({
  ...seal(walk(begin(payment(prompts))).flow, 'a.b.c.d.e'),
  isSent: true,
})

describe('steps of a payment', () => {
  test('a payment with every prompt runs through all steps in the order of the protocol', () => {
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

  test('a payment without prompts needs only a card', () => {
    const flow = begin(payment(noPrompts))
    expect(currentStep(flow)).toBe('card')
    expect(currentStep(applyAnswer(flow, 'tap', visa))).toBe('ready')
  })

  test.each([
    ['cvv', 'code'],
    ['postalCode', 'postalCode'],
    ['amountConfirmation', 'amount'],
    ['signature', 'signature'],
  ] as const)('prompt %s adds the step %s after the card was tapped', (prompt, step) => {
    const flow = applyAnswer(begin(payment({ ...noPrompts, [prompt]: true })), 'tap', visa)
    expect(currentStep(flow)).toBe(step)
    expect(currentStep(shopper[step]!(flow))).toBe('ready')
  })

  test('back returns from the expiry to the card number, and from the card number to the card choice', () => {
    const keyed = applyAnswer(begin(payment(everything)), 'tip', null)
    const atExpiry = shopper['number']!(shopper['card']!(keyed))
    const atNumber = applyAnswer(atExpiry, 'back', undefined)
    expect([currentStep(atExpiry), currentStep(atNumber)]).toEqual(['expiry', 'number'])
    expect(applyAnswer(atNumber, 'back', undefined)).toEqual(keyed)
  })

  test('cancel discards the card and ends the prompts', () => {
    const flow = applyAnswer(applyAnswer(begin(payment(everything)), 'tap', visa), 'cancel', undefined)
    expect([currentStep(flow), flow.card]).toEqual(['canceling', null])
  })
})

test('a card is presented when it is tapped, or with the first keyed-in digit', () => {
  const flow = begin(payment(noPrompts))
  expect(applyAnswer(flow, 'tap', visa).isPresented).toBe(true)
  const keyed = applyAnswer(flow, 'keyIn', undefined)
  expect([keyed.isPresented, applyAnswer(keyed, 'firstDigit', undefined).isPresented]).toEqual([false, true])
})

test('the total includes the tip', () => {
  const flow = begin(payment(everything))
  expect([
    totalAmount(flow),
    totalAmount(applyAnswer(flow, 'tip', '4.00')),
    totalAmount(applyAnswer(flow, 'tip', null)),
  ]).toEqual(['24', '28.00', '24'])
})

describe('card message', () => {
  test('an encrypted card contains its session and only the requested details', () => {
    expect(cardToEncrypt(walk(begin(payment(everything))).flow)).toEqual({
      ...visa,
      verificationValue: '123',
      postalCode: '46201',
      session: '91241532434134',
      entryMode: 'keyed',
    })
    expect(cardToEncrypt(applyAnswer(begin(payment(noPrompts)), 'tap', visa))).toEqual({
      ...visa,
      session: '91241532434134',
      entryMode: 'tapped',
    })
    expect(cardToEncrypt(begin(payment(noPrompts)))).toBeNull()
  })

  test.each([
    [everything, { tipAmount: '4.00', amountConfirmed: true, signature }],
    [noPrompts, {}],
  ])('a card message contains the answers to the prompts and matches the protocol', (prompts, members) => {
    const frame = cardMessage(sent(prompts))
    expect(frame).toEqual({ type: 'card', session: '91241532434134', card: 'a.b.c.d.e', ...members })
    expect(v.parse(deviceMessage, frame)).toEqual(frame)
  })

  test('a card message without a tip has tipAmount null', () => {
    expect(cardMessage(applyAnswer(begin(payment(everything)), 'tip', null))).toMatchObject({ tipAmount: null })
  })

  test('a repeated card message is identical and needs no stored card', () => {
    const flow = sent()
    expect(flow.card).toBeNull()
    const resumed = resume(flow, payment(everything))
    expect(currentStep(resumed)).toBe('processing')
    expect(cardMessage(resumed)).toEqual(cardMessage(flow))
  })
})

describe('reconnect', () => {
  test('a payment resumes at the current step after a lost connection', () => {
    const flow = applyAnswer(applyAnswer(begin(payment(everything)), 'tip', '4.00'), 'tap', visa)
    expect(resume(flow, payment(everything))).toEqual(flow)
  })

  test('a payment with another session starts from the first step after a lost connection', () => {
    expect(resume(sent(), { ...payment(noPrompts), session: '2' })).toEqual(
      begin({ ...payment(noPrompts), session: '2' }),
    )
  })

  test('a payment at the processor shows the processing step after a lost connection', () => {
    expect(currentStep(resume(null, { ...payment(everything), state: 'processing' }))).toBe('processing')
    expect(currentStep(processing(begin(payment(everything))))).toBe('processing')
  })
})

describe('device errors', () => {
  const steps: Record<DeviceError, string[]> = {
    card_invalid: ['card', 'number', 'expiry', 'code', 'postalCode', 'ready'],
    entry_mode_invalid: ['card', 'number', 'expiry', 'code', 'postalCode', 'ready'],
    tip_invalid: ['tip', 'amount', 'signature', 'ready'],
    amount_not_confirmed: ['amount', 'ready'],
    signature_invalid: ['signature', 'ready'],
  }

  test.each(Object.entries(steps) as [DeviceError, string[]][])(
    'device error %s returns to its step with a notice',
    (error, expected) => {
      const corrected = correct(sent(), error)!
      expect(corrected.notice).toMatch(/^[A-Z].*\.$/)
      expect(walk(corrected).steps).toEqual(expected)
      // The next answer clears the notice.
      expect(shopper[expected[0]!]!(corrected).notice).toBeNull()
    },
  )

  test('every device error of the protocol has a correction', () => {
    expect(Object.keys(steps).toSorted()).toEqual(Object.keys(deviceErrors).toSorted())
  })

  test('device error entry_mode_invalid removes the keyed-in card option', () => {
    expect(correct(sent(), 'entry_mode_invalid')!.payment.prompts.keyCard).toBe(false)
  })

  test('device error signature_invalid adds a signature prompt, which survives a reconnect', () => {
    const corrected = correct(sent(noPrompts), 'signature_invalid')!
    expect(currentStep(corrected)).toBe('signature')
    expect(cardMessage(resume(shopper['signature']!(corrected), payment(noPrompts)))).toMatchObject({ signature })
  })

  test('device errors without a step, or of an unknown type, have no correction', () => {
    expect(correct(sent(noPrompts), 'tip_invalid')).toBeNull()
    expect(correct(sent(), 'unheard_of' as DeviceError)).toBeNull()
  })
})
