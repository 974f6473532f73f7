import type { DeviceResult } from '#contract/terminals/device'
import { remainingAmount, formatAmount } from './amounts.ts'
import { type Flow, totalAmount } from './flow.ts'

export interface ResultText {
  readonly mood: 'good' | 'bad' | 'over'
  readonly title: string
  readonly amount: string | null
  readonly lines: readonly string[]
}

const approved = (flow: Flow, paid: string): ResultText => {
  const { amount, transactionType } = flow.payment
  const total = totalAmount(flow)
  const left = remainingAmount(total, paid, amount.exponent)
  const print = (value: string): string => formatAmount(value, amount)
  if (transactionType === 'credit') return { mood: 'good', title: 'Refunded', amount: print(paid), lines: [] }
  if (left)
    return {
      mood: 'good',
      title: 'Partially approved',
      amount: print(paid),
      lines: [`${print(left)} of ${print(total)} left to pay.`],
    }
  const lines = flow.tip ? [`with a tip of ${print(flow.tip)}`] : []
  return { mood: 'good', title: 'Approved', amount: print(paid), lines }
}

const notChargedText = ({ payment }: Flow): string =>
  payment.transactionType === 'credit' ? 'Nothing was refunded.' : 'You were not charged.'

const over = (title: string, ...lines: string[]): ResultText => ({ mood: 'over', title, amount: null, lines })

type State = DeviceResult['state'] | 'unknown'

const resultTexts: Record<State, (flow: Flow, result: DeviceResult | null) => ResultText> = {
  completed: (flow, result) => approved(flow, result?.approved ?? totalAmount(flow)),
  declined: (flow) => ({
    mood: 'bad',
    title: 'Declined',
    amount: null,
    lines: [notChargedText(flow), 'Try another card, or contact your bank.'],
  }),
  canceled: (flow) => over('Canceled', notChargedText(flow)),
  timed_out: (flow) => over('Timed out', notChargedText(flow)),
  failed: () => over('Payment failed', 'Ask a staff member for help.'),
  unknown: () => over('Connection lost', 'Ask a staff member to check the result.'),
}

/** The text of a result for the shopper. */
export const resultText = (flow: Flow, result: DeviceResult | null): ResultText =>
  resultTexts[result?.state ?? 'unknown'](flow, result)
