import { describe, expect, test } from 'vitest'
import { eventsBetween } from './events.ts'
import { billedState, monthlyState } from './state.fixture.ts'

const asking = billedState()
const declined = billedState({ status: 'past_due' }, { asking: false, responseCode: '51' })

describe('eventsBetween', () => {
  test.each([
    ['no change', monthlyState(), monthlyState(), []],
    ['a paid bill', asking, billedState({ period: 1 }, { asking: false, status: 'paid' }), ['charged']],
    [
      'the last installment',
      asking,
      billedState({ status: 'completed' }, { asking: false, status: 'paid' }),
      ['charged', 'completed'],
    ],
    ['a declined bill', asking, declined, ['charge_failed', 'past_due']],
    [
      'a declined retry',
      billedState({ status: 'past_due' }),
      billedState({ status: 'past_due' }, { asking: false }),
      ['charge_failed'],
    ],
    [
      'a declined last retry',
      billedState({ status: 'past_due' }),
      billedState({ status: 'unpaid' }, { asking: false, status: 'unpaid' }),
      ['charge_failed', 'unpaid'],
    ],
    [
      'a payment that makes an unpaid subscription active',
      billedState({ status: 'unpaid' }),
      billedState({ status: 'active' }, { asking: false, status: 'paid' }),
      ['charged'],
    ],
    ['an outcome that is still unknown', asking, billedState({}, { again: 1 }), []],
    ['the bill of another period', asking, billedState({ period: 1 }, { period: 1, asking: false }), []],
    ['a bill without a charge in progress', declined, billedState({ status: 'past_due' }, { asking: false }), []],
    ['a new total', monthlyState(), monthlyState({ total: 1 }), ['updated']],
    ['a new tax', monthlyState(), monthlyState({ tax: 1 }), ['updated']],
    ['a new surcharge', monthlyState(), monthlyState({ surcharge: 1 }), ['updated']],
    ['a new shipping', monthlyState(), monthlyState({ shipping: 1 }), ['updated']],
    ['a new payment method', monthlyState(), monthlyState({ wallet: null }), ['updated']],
    ['a new due time', monthlyState(), monthlyState({ due: 1 }), []],
    ['a pause', monthlyState(), monthlyState({ status: 'paused' }), ['paused']],
    ['a new end of a pause', monthlyState({ status: 'paused' }), monthlyState({ status: 'paused', resumesAt: 1 }), []],
    ['a resumption', monthlyState({ status: 'paused' }), monthlyState(), ['resumed']],
    ['a cancellation', monthlyState(), monthlyState({ status: 'canceled' }), ['canceled']],
    [
      'a cancellation of a paused subscription',
      monthlyState({ status: 'paused' }),
      monthlyState({ status: 'canceled' }),
      ['canceled'],
    ],
    ['a new price and a pause', monthlyState(), monthlyState({ status: 'paused', total: 5 }), ['updated', 'paused']],
  ] as const)('a subscription emits the events of %s', (_what, before, after, events) => {
    expect(eventsBetween(before, after)).toEqual(events.map((event) => `subscription.${event}`))
  })
})
