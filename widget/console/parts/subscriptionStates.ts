import type { TemplateResult } from 'lit'
import type { StateLabel } from './paymentStates.ts'
import { label } from './states.ts'

/** The states of subscriptions in words. */
const subscriptionStates: Readonly<Record<string, StateLabel>> = {
  pending: { text: 'Not started', tone: 'quiet', shape: 'dots' },
  active: { text: 'Active', tone: 'good', shape: 'full' },
  past_due: { text: 'Past due', tone: 'warn', shape: 'mark' },
  paused: { text: 'Paused', tone: 'quiet', shape: 'dash' },
  unpaid: { text: 'Unpaid', tone: 'bad', shape: 'cross' },
  completed: { text: 'Completed', tone: 'quiet', shape: 'full' },
  canceled: { text: 'Canceled', tone: 'quiet', shape: 'dash' },
}

/** The label of a subscription's state. A state of a newer gateway is shown by its name. */
export const subscriptionLabel = (status: string): TemplateResult =>
  label(subscriptionStates[status] ?? { text: status, tone: 'quiet', shape: 'ring' })
