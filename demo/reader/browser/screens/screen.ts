import { formatAmount } from '../payment/amounts.ts'
import { make } from '../dom.ts'
import { type Flow, totalAmount } from '../payment/flow.ts'

/** A rendered screen. */
export interface Screen {
  readonly element: HTMLElement
  /** The element to focus: the field, or the title, so that a screen reader reads it first. */
  readonly start: HTMLElement
  /** Stops timers and clears input. */
  readonly leave?: () => void
}

/** A heading that can be focused by script but not with Tab. */
export const makeTitle = (text: string): HTMLElement => {
  const title = make('h1', 'title', text)
  title.tabIndex = -1
  return title
}

/** A screen with a message and at most one button. */
export const statusScreen = (
  name: string,
  title: HTMLElement,
  { before = [], after = [] }: { before?: HTMLElement[]; after?: HTMLElement[] },
): Screen => ({ element: make('section', `screen calm ${name}`, ...before, title, ...after), start: title })

export const formatTotal = (flow: Flow): string => formatAmount(totalAmount(flow), flow.payment.amount)

export const isRefund = ({ payment }: Flow): boolean => payment.transactionType === 'credit'
