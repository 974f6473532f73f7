import { expect, test } from 'vitest'
import { categoryOf } from '#contract/disputes/disputeReasons'
import { stagesFrom } from '#contract/disputes/disputeStages'
import { isLuhnValid } from '#contract/card/luhn'
import { authorize, card, check, credit, modify, summarize } from './simulator.fixture.ts'
import { disputeTriggers } from './simulatedDisputes.ts'
import { returnRule } from './simulatedReturns.ts'
import { simulator } from './simulator.ts'

const ref = (raw?: string) => ({ account: 'acc', op: '1', root: '1', ...(raw ? { raw } : {}) })

test.each([
  ['credit', 'refundReturned', { event: 'returned', after: { days: 1 } }],
  ['authorize', 'refundReturned', undefined],
  ['capture', 'refundReturned', undefined],
  ['authorize', 'disputed', { event: 'disputed', ...disputeTriggers.disputed }],
  ['credit', 'disputed', undefined],
  ['authorize', 'return:R01', { event: 'returned', code: 'R01', after: { bankingDays: 2 } }],
  ['void', 'return:R01', undefined],
  ['capture', 'disputed', undefined],
  ['authorize', 'amountDriven', undefined],
  ['authorize', undefined, undefined],
] as const)('%s with the mark %s has the return rule %o', (type, raw, rule) => {
  expect(returnRule(type, ref(raw))).toEqual(rule)
})

test.each([
  ['4000000000005126', undefined, { event: 'returned', after: { days: 1 } }],
  ['4000000000000259', { event: 'disputed', ...disputeTriggers.disputed }, undefined],
  ['4000000000003006', { event: 'disputed', ...disputeTriggers.disputeWon }, undefined],
  ['4000000000003014', { event: 'disputed', ...disputeTriggers.disputeLost }, undefined],
  ['4000000000003022', { event: 'disputed', ...disputeTriggers.disputeAccepted }, undefined],
  ['4000000000003030', { event: 'disputed', ...disputeTriggers.warningEnded }, undefined],
  ['4000000000003048', { event: 'disputed', ...disputeTriggers.warningDisputed }, undefined],
  ['4000000000003055', { event: 'disputed', ...disputeTriggers.disputeReopened }, undefined],
  ['4242424242424242', undefined, undefined],
])('card %s: its payment has the return rule %o and its credit %o', async (pan, paymentRule, creditRule) => {
  expect(isLuhnValid(pan)).toBe(true)
  const paid = await authorize({ instrument: card(pan) })
  const credited = await modify('credit', pan, 1000n)
  expect([summarize(paid), summarize(credited)]).toEqual(['00', '00'])
  expect(returnRule('authorize', paid.ref)).toEqual(paymentRule)
  expect(returnRule('credit', credited.ref)).toEqual(creditRule)
})

test.each(['01', '02', '03', '04', '13', '16', '28', '29'])(
  'check on bank account 9990000%s is returned',
  async (number) => {
    const { ref } = await authorize({ instrument: check(`9990000${number}`) })
    expect(returnRule('authorize', ref)).toEqual({ event: 'returned', code: `R${number}`, after: { bankingDays: 2 } })
  },
)

test('check on another bank account is not returned', async () => {
  const { ref } = await authorize({ instrument: check('000123456789') })
  expect(returnRule('authorize', ref)).toBeUndefined()
})

test('unreferenced credit to a returning check is returned, and a refund is not', async () => {
  const back = { event: 'returned', code: 'R02', after: { bankingDays: 2 } }
  const paidOut = await credit(check('999000002'), 1000n)
  expect(summarize(paidOut)).toBe('00')
  expect(returnRule('credit', paidOut.ref)).toEqual(back)
  const { ref: original } = await authorize({ instrument: check('999000002') })
  const refunded = await modify('credit', '4242424242424242', 500n, { original })
  expect(summarize(refunded)).toBe('00')
  expect(returnRule('credit', refunded.ref)).toBeUndefined()
})

test.each([
  // A Monday, settled the same evening; then the day before Thanksgiving.
  ['authorize', 'return:R01', '2026-11-16T10:00Z', '2026-11-16T23:59:59Z', 'returned', 'R01', '2026-11-18T00:00Z'],
  ['authorize', 'return:R29', '2026-11-25T10:00Z', '2026-11-26T04:59:59Z', 'returned', 'R29', '2026-12-01T00:00Z'],
  ['credit', 'refundReturned', '2026-11-16T10:00Z', '2026-11-16T23:59:59Z', 'returned', undefined, '2026-11-17T10:00Z'],
  // No return comes before the settlement.
  [
    'credit',
    'refundReturned',
    '2026-11-16T10:00Z',
    '2026-11-18T23:59:59Z',
    'returned',
    undefined,
    '2026-11-18T23:59:59Z',
  ],
] as const)('%s with the mark %s, approved %s, settled %s, is %s with code %s at %s', (...row) => {
  const [type, raw, approved, settled, event, code, at] = row
  const times = { approved: Date.parse(approved), settled: Date.parse(settled) }
  const simulated = simulator().simulateReturn?.(type, ref(raw), times)
  expect(simulated).toEqual({ event, ...(code ? { code } : {}), at: Date.parse(at) })
})

const day = (date: string) => Date.parse(`${date}T23:59:59Z`)

test('a dispute is scheduled from the settlement on, with its stages and the deadline of each', () => {
  const times = { approved: Date.parse('2026-11-16T10:00Z'), settled: day('2026-11-16') }
  expect(simulator().simulateReturn?.('authorize', ref('warningDisputed'), times)).toEqual({
    event: 'disputed',
    reason: '13.2',
    stages: [
      { stage: 'warning', at: day('2026-11-21'), evidenceDueBy: day('2026-12-05') },
      { stage: 'open', at: day('2026-12-01'), evidenceDueBy: day('2026-12-15') },
      { stage: 'lost', at: day('2026-12-31') },
    ],
  })
})

test.each(Object.entries(disputeTriggers))(
  'the stages of the trigger %s follow each other',
  (_trigger, { reason, stages }) => {
    const reports = stages.map(([stage, at]) => ({ stage, at }))
    expect(stagesFrom(reports)).toEqual(reports)
    expect(categoryOf(reason)).toBeDefined()
  },
)

test('the simulated disputes end in every way', () => {
  const courses = Object.values(disputeTriggers).map(({ stages }) => stages.map(([stage]) => stage).join(' '))
  expect(new Set(courses)).toEqual(
    new Set(['open lost', 'open won', 'open accepted', 'warning won', 'warning open lost', 'open won open lost']),
  )
})

test('return of a payment in a book is simulated by the trigger beside its reference', () => {
  const times = { approved: 0, settled: 5 }
  const inBook = simulator().simulateReturn?.('authorize', ref('sim_12 disputed'), times)
  expect(inBook).toMatchObject({ event: 'disputed' })
  expect(inBook).toEqual(simulator().simulateReturn?.('authorize', ref('disputed'), times))
  expect(simulator().simulateReturn?.('authorize', ref('sim_12'), times)).toBeUndefined()
})

test('payment without a mark is neither returned nor disputed', () => {
  expect(simulator().simulateReturn?.('authorize', ref(), { approved: 0, settled: 0 })).toBeUndefined()
})
