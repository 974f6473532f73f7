import type { checkoutStates as states } from '#contract/checkouts/checkoutSchema'
import { stateDiagram } from './states.ts'

export const checkoutStates = stateDiagram<(typeof states)[number]>(
  [
    [null, 'open', 'POST /v1/dynamiccheckout'],
    ['open', 'processing', 'shopper pays'],
    ['processing', 'completed', 'approved'],
    ['processing', 'open', 'declined, or no response'],
    ['open', 'expired', 'expiresAt passes'],
    ['open', 'canceled', 'DELETE, or ten declines'],
  ],
  { completed: 'success', processing: 'accent' },
  'LR',
)
