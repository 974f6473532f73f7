import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import { transactionStates } from '#contract/transactions/transactions'
import { sumOf } from '../../format/money.ts'
import { paymentStates } from '../../parts/paymentStates.ts'
import {
  authorizedPayment,
  declinedPayment,
  operation,
  samplePayment,
} from '../../../testing/console/paymentSamples.ts'
import { curlCommand } from './curl.ts'
import { previewOf } from './operations.ts'
import { actionsOf, declineMeaning, moneyParts, summaryOf } from './payment.ts'
import { paymentTexts } from './texts.ts'
import { timelineOf } from './timelineEntries.ts'

const all = () => true

it('every state has a word, and a sentence', () => {
  for (const status of transactionStates) {
    expect(paymentStates[status]?.text, status).toBeTruthy()
    expect(summaryOf(samplePayment({ status })), status).toMatch(/\.$/)
  }
})

it('every decline code of the contract is explained in words, with what to do', () => {
  for (const [code, { code: name, retry }] of Object.entries(declineCodes)) {
    expect(paymentTexts.meanings[name], name).toBeTruthy()
    expect(paymentTexts.retry[retry], retry).toBeTruthy()
    expect(declineMeaning(code)).toBe(`${paymentTexts.meanings[name]} ${paymentTexts.retry[retry]}`)
  }
})

it.each([
  ['captured', ['refund', 'void']],
  ['settled', ['refund']],
  ['authorized', ['capture', 'void']],
  ['partially_captured', ['refund', 'capture', 'void']],
  ['partially_refunded', ['refund']],
  ['refunded', []],
  ['pending', []],
  ['declined', []],
])('a payment in the state %s allows %j', (status, actions) => {
  expect(actionsOf(samplePayment({ status }), all)).toEqual(actions)
})

it('an action that the role may not call is left out, and a payout has none', () => {
  expect(actionsOf(samplePayment({ status: 'captured' }), (name) => name === 'voidTransaction')).toEqual(['void'])
  expect(actionsOf(samplePayment({ status: 'captured', type: 'credit' }), all)).toEqual([])
})

it('the parts of a payment’s money add up', () => {
  const hundredths = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(
      hundredths,
      hundredths,
      hundredths,
      hundredths,
      hundredths,
      (kept, refunded, rest, released, disputed) => {
        const dispute = { amountWithdrawn: disputed / 100 } as never
        const payment = samplePayment({
          amountAuthorized: (kept + refunded + rest + released) / 100,
          amountCaptured: (kept + refunded) / 100,
          amountCredited: refunded / 100,
          amountCapturable: rest / 100,
          disputes: [dispute],
        })
        const parts = moneyParts(payment)
        expect(sumOf(Object.values(parts))).toBe(payment.amountAuthorized)
        expect(parts).toMatchObject({
          disputed: Math.min(disputed, kept) / 100,
          refunded: refunded / 100,
          capturable: rest / 100,
          released: released / 100,
        })
      },
    ),
  )
})

it('the preview of a refund, a capture and a void is the result', () => {
  const refund = { action: 'refund', amount: 7.5, reason: '', isFinal: false } as const
  expect(previewOf(refund, samplePayment())).toEqual([
    { text: 'Refunded', now: 12.5, after: 20 },
    { text: 'Yours', now: 67.5, after: 60 },
  ])
  const capture = { action: 'capture', amount: 40, reason: '', isFinal: false } as const
  expect(previewOf(capture, authorizedPayment()).map(({ after }) => after)).toEqual([40, 60])
  expect(previewOf({ ...capture, isFinal: true }, authorizedPayment()).map(({ after }) => after)).toEqual([40, 0])
  expect(previewOf({ ...capture, action: 'void' }, authorizedPayment()).map(({ after }) => after)).toEqual([0, 0])
})

it('the curl command sends what the request has, through a shell, and has no key', () => {
  const body = { note: `it's "quoted" $HOME \`id\` \\ %s`, amount: 5 }
  const command = curlCommand({ method: 'POST', path: '/v1/transactions/credit', body }, 'id-1')
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`
  const env = { SLUICE_URL: 'https://pay.test', SLUICE_SECRET_KEY: 'from-the-environment', PATH: process.env['PATH'] }
  const sent = execFileSync('sh', ['-c', script], { env }).toString().split('\0')
  expect(sent).toContain('https://pay.test/v1/transactions/credit')
  expect(sent).toContain('x-api-key: from-the-environment')
  expect(JSON.parse(sent[sent.indexOf('-d') + 1]!)).toEqual(body)
  expect(command).not.toContain('sk_')
})

it('the timeline is newest first, with what the bank said and what that means', () => {
  expect(timelineOf(samplePayment()).map(({ title }) => title)).toEqual([
    'Refunded $12.50',
    'Captured $80.00',
    'Authorized $80.00',
  ])
  expect(timelineOf(declinedPayment())[0]).toMatchObject({
    title: 'Declined $80.00',
    notes: [
      'The bank’s response: Insufficient funds (51).',
      'There is not enough money in the account. The customer can try again later, or use another card.',
    ],
  })
})

it('the timeline shows what a person recorded about an operation, with the note and the person', () => {
  const robin = { kind: 'member', id: 'member:m1', name: 'Robin Miller' }
  const of = (operation: string, outcome: string, at: string, actor = robin) => ({
    operation,
    outcome,
    note: 'Seen in the portal, report 12.',
    at,
    actor,
  })
  const entries = timelineOf(
    samplePayment({
      resolutions: [
        of('91738888888108', 'happened', '2026-11-20T12:00:00.000Z'),
        of('91738888888109', 'did_not_happen', '2026-11-22T10:00:00.000Z', { kind: 'key', id: 'k1', name: 'Till' }),
      ],
    }),
  )
  const notes = ['Found at the processor: “Seen in the portal, report 12.”']
  expect(entries.map(({ title }) => title)).toEqual([
    'Recorded: the refund did not happen',
    'Refunded $12.50',
    'Recorded: the capture happened',
    'Captured $80.00',
    'Authorized $80.00',
  ])
  expect(entries[0]).toMatchObject({ by: 'By the API key Till', notes })
  expect(entries[2]).toMatchObject({ by: 'By Robin Miller', notes })
})

it('the timeline shows a later void, reversal or settlement of an operation, and returns', () => {
  const [returned, voided, sent] = timelineOf(
    samplePayment({
      operations: [
        operation('capture', '1', 80, '2026-11-20T10:00:00.000Z', {
          status: 'pending',
          approved: false,
          responseCode: '09',
        }),
        operation('credit', '2', 5, '2026-11-21T10:00:00.000Z', { status: 'voided' }),
      ],
      returns: [{ transactionId: '1', type: 'capture', amount: 80, code: 'R01', at: '2026-11-24T10:00:00.000Z' }],
    }),
  )
  expect(returned).toMatchObject({ title: 'Returned by the bank $80.00' })
  expect(returned!.notes[0]).toContain('Insufficient funds (R01)')
  expect(voided).toMatchObject({ title: 'Refunded $5.00', notes: ['Voided later.'] })
  expect(sent).toMatchObject({
    title: 'Capture sent $80.00',
    notes: ['The processor has accepted it, and decides later.'],
  })
})
