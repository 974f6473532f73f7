import { formatAmount } from '../payment/amounts.ts'
import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Actions } from '../views.ts'
import { isRefund, makeTitle, formatTotal, type Screen } from './screen.ts'

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly flow: Flow
  readonly actions: Actions
  /** Text below the title. */
  readonly lead?: string
  readonly body: readonly HTMLElement[]
  /** Buttons beside Cancel. */
  readonly foot?: readonly HTMLElement[]
  readonly start?: HTMLElement
  readonly leave?: () => void
}

/** The amount and the tip that add up to the total. */
const parts = ({ tip, payment: { amount } }: Flow): HTMLElement[] =>
  tip ? [make('p', 'parts', `${formatAmount(amount.value, amount)} + ${formatAmount(tip, amount)} tip`)] : []

/** The layout of every prompt: amount, question, and Cancel. */
export const promptScreen = ({ name, title, flow, actions, lead, body, foot = [], start, leave }: Prompt): Screen => {
  const heading = makeTitle(title)
  const cancel = makeButton('key cancel', () => actions.answer('cancel'), 'Cancel')
  const notice = make('p', 'prompt-notice', flow.notice ?? '')
  notice.setAttribute('role', 'alert')
  const head = make(
    'div',
    'head',
    ...(isRefund(flow) ? [make('p', 'kind', 'Refund')] : []),
    make('p', 'amount', formatTotal(flow)),
    ...parts(flow),
    heading,
    ...(lead ? [make('p', 'lead', lead)] : []),
    ...(flow.notice ? [notice] : []),
  )
  return {
    element: make(
      'section',
      `screen prompt ${name}`,
      head,
      make('div', 'body', ...body),
      make('div', 'foot', ...foot, cancel),
    ),
    start: start ?? heading,
    ...(leave && { leave }),
  }
}
