import { printAmount } from '../payment/amounts.ts'
import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Acts } from '../views.ts'
import { isRefund, makeTitle, printTotal, type Screen } from './screen.ts'

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly flow: Flow
  readonly acts: Acts
  /** Below the title. */
  readonly lead?: string
  readonly body: readonly HTMLElement[]
  /** Beside cancel. */
  readonly foot?: readonly HTMLElement[]
  readonly start?: HTMLElement
  readonly leave?: () => void
}

/** Says what a total is made of, where it has a tip in it. */
const parts = ({ tip, payment: { amount } }: Flow): HTMLElement[] =>
  tip ? [make('p', 'parts', `${printAmount(amount.value, amount)} + ${printAmount(tip, amount)} tip`)] : []

/** The frame of everything that is asked: the amount, one question, and a way out. */
export const promptScreen = ({ name, title, flow, acts, lead, body, foot = [], start, leave }: Prompt): Screen => {
  const heading = makeTitle(title)
  const cancel = makeButton('key cancel', () => acts.answer('cancel'), 'Cancel')
  const notice = make('p', 'told', flow.notice ?? '')
  notice.setAttribute('role', 'alert')
  const head = make(
    'div',
    'head',
    ...(isRefund(flow) ? [make('p', 'kind', 'Refund')] : []),
    make('p', 'amount', printTotal(flow)),
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
