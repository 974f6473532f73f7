import type { DeviceResult } from '#contract/terminals/device'
import { leftOf, printAmount } from './amounts.ts'
import { type Flow, totalOf } from './flow.ts'

export interface Ending {
  readonly mood: 'good' | 'bad' | 'over'
  readonly title: string
  readonly amount: string | null
  readonly lines: readonly string[]
}

const approved = (flow: Flow, paid: string): Ending => {
  const { amount, transactionType } = flow.payment
  const total = totalOf(flow)
  const left = leftOf(total, paid, amount.exponent)
  const print = (value: string): string => printAmount(value, amount)
  if (transactionType === 'credit') return { mood: 'good', title: 'Refunded', amount: print(paid), lines: [] }
  if (left)
    return {
      mood: 'good',
      title: 'Approved in part',
      amount: print(paid),
      lines: [`${print(left)} of ${print(total)} is left to pay.`],
    }
  const lines = flow.tip ? [`with a tip of ${print(flow.tip)}`] : []
  return { mood: 'good', title: 'Approved', amount: print(paid), lines }
}

const nothingMoved = ({ payment }: Flow): string =>
  payment.transactionType === 'credit' ? 'Nothing was refunded.' : 'You were not charged.'

const over = (title: string, ...lines: string[]): Ending => ({ mood: 'over', title, amount: null, lines })

type State = DeviceResult['state'] | 'unknown'

const endings: Record<State, (flow: Flow, result: DeviceResult | null) => Ending> = {
  completed: (flow, result) => approved(flow, result?.approved ?? totalOf(flow)),
  declined: (flow) => ({
    mood: 'bad',
    title: 'Declined',
    amount: null,
    lines: [nothingMoved(flow), 'Try another card, or contact your bank.'],
  }),
  canceled: (flow) => over('Canceled', nothingMoved(flow)),
  timed_out: (flow) => over('Time is up', nothingMoved(flow)),
  failed: () => over('That did not work', 'Please ask at the counter.'),
  unknown: () => over('Connection lost', 'The counter can see how it ended.'),
}

/** What a result is in words for a shopper. */
export const endingOf = (flow: Flow, result: DeviceResult | null): Ending =>
  endings[result?.state ?? 'unknown'](flow, result)
