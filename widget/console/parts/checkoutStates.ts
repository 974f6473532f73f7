import type { TemplateResult } from 'lit'
import type { StateLabel } from './paymentStates.ts'
import { label } from './states.ts'

/** The states of checkouts in words. */
const checkoutStates: Readonly<Record<string, StateLabel>> = {
  open: { text: 'Open', tone: 'calm', shape: 'ring' },
  processing: { text: 'Being paid', tone: 'quiet', shape: 'dots' },
  completed: { text: 'Paid', tone: 'good', shape: 'full' },
  expired: { text: 'Expired', tone: 'quiet', shape: 'dash' },
  canceled: { text: 'Canceled', tone: 'quiet', shape: 'cross' },
}

const closed: StateLabel = { text: 'Closed after ten declines', tone: 'warn', shape: 'mark' }

/** The label of a checkout's state. A state of a newer gateway is shown by its name. */
export const checkoutLabel = ({ status, reason }: { status: string; reason: string | null }): TemplateResult =>
  label(
    reason === 'too_many_declines'
      ? closed
      : (checkoutStates[status] ?? { text: status, tone: 'quiet', shape: 'ring' }),
  )
