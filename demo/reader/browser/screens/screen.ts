import { printAmount } from '../payment/amounts.ts'
import { make } from '../dom.ts'
import { type Flow, totalOf } from '../payment/flow.ts'

/** What stands on the screen, and what of it a keyboard starts at. */
export interface Screen {
  readonly element: HTMLElement
  /** The title where there is nothing to type: a screen reader reads it, and Tab goes on to the first key. */
  readonly start: HTMLElement
  /** Puts away what lives on. */
  readonly leave?: () => void
}

/** A title that can be started at, though it is no stop for Tab. */
export const makeTitle = (text: string): HTMLElement => {
  const title = make('h1', 'title', text)
  title.tabIndex = -1
  return title
}

/** A screen that says something and asks for little. */
export const calmScreen = (
  name: string,
  title: HTMLElement,
  { before = [], after = [] }: { before?: HTMLElement[]; after?: HTMLElement[] },
): Screen => ({ element: make('section', `screen calm ${name}`, ...before, title, ...after), start: title })

export const printTotal = (flow: Flow): string => printAmount(totalOf(flow), flow.payment.amount)

export const isRefund = ({ payment }: Flow): boolean => payment.transactionType === 'credit'
