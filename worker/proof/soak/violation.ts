import { Violation } from '../models/payments/violation.ts'

/** What must hold of the whole system, by the name that a failure is reported under. */
export type Promised =
  | 'amounts keep their order'
  | 'status follows from amounts'
  | 'the operations shown add up to the amounts shown'
  | 'an operation that has ended stays so'
  | 'an unknown outcome is not shown as decided before it is'
  | 'nothing happens that nobody asked for'
  | 'one request has at most one effect'
  | 'a repetition gets the first answer'
  | 'each operation stands at the processor as it stands here'
  | 'our sums are those of the processor'
  | 'everything is decided in the end'
  | 'what was acknowledged is there'
  | 'what was told stays told'
  | 'every change is told once'
  | 'the events of a resource are numbered without a gap'
  | 'each webhook gets every event, or the list of attempts says that it failed'
  | 'a customer with payment methods has one default'
  | 'a period is charged once'
  | 'what is canceled is charged no more'
  | 'a checkout is charged once'
  | 'what is of an account is seen by nobody else'
  | 'each webhook gets an event that it has acknowledged no more'
  | 'a webhook that is switched off gets nothing'
  | 'a card reader is free when its payment is over'
  | 'who is asked for one payment is asked once'
  | 'every request is answered'
  | 'no failure is our own'

/** Holds, or names what does not. */
export const holds = (condition: boolean, promised: Promised, detail: () => string): void => {
  if (!condition) throw new Violation<Promised>(promised, detail())
}

export { Violation }
