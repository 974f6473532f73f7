import { Violation } from '../payments/violation.ts'

/** What must hold of a checkout, by the name that a failure is reported under. */
export type Promised =
  | 'a checkout is charged once'
  | 'what is charged is its total'
  | 'a checkout that is not completed is not charged'
  | 'nothing is charged that nobody tried'
  | 'a name is tried once'
  | 'of any number of tries one is under way'
  | 'what is completed stays so'
  | 'what is over stays so'
  | 'a page is not told of a payment that is none'
  | 'a page is not asked for money while a charge stands'
  | 'a name is of one checkout'
  | 'ten declines close a checkout'
  | 'nothing is tried after its time'
  | 'what follows from a payment is done once'
  | 'what follows from a payment is done in the end'
  | 'everything is decided in the end'
  | 'what is open can be paid'
  | 'no failure is our own'

/** Holds, or names what does not. */
export const holds = (condition: boolean, promised: Promised, detail: () => string): void => {
  if (!condition) throw new Violation<Promised>(promised, detail())
}

export { Violation }
