import { Violation } from '../payments/violation.ts'

/** What must hold of subscriptions, by the name that a failure is reported under. */
export type Promised =
  | 'a period is paid once'
  | 'what is charged is the price of the first opening'
  | 'nothing is charged after a cancel'
  | 'nothing is charged during a pause'
  | 'nothing is charged of a suspended account'
  | 'nothing is charged before its date'
  | 'what a pause or an unpaid bill skipped is not owed'
  | 'nothing is skipped that is owed'
  | 'a bill has the date of the calendar'
  | 'installments are never exceeded'
  | 'tries come on the right days'
  | 'status and due fit'
  | 'payments of a bill are found by its reference'
  | 'what was acknowledged holds'
  | 'everything is decided in the end'
  | 'all books agree in the end'
  | 'every change is told once'
  | 'no failure is our own'

/** Holds, or names what does not. */
export const holds = (condition: boolean, promised: Promised, detail: () => string): void => {
  if (!condition) throw new Violation<Promised>(promised, detail())
}

export { Violation }
