/** What must hold, by the name that a failure is reported under. */
export type Invariant =
  | 'amounts keep their order'
  | 'status follows from amounts'
  | 'the operations shown add up to the amounts shown'
  | 'the gateway says yes and no as the rules do'
  | 'the processor never has to say no for us'
  | 'an operation that has ended stays so'
  | 'an unknown outcome is not shown as decided before it is'
  | 'nothing happens that nobody asked for'
  | 'our amounts are those of the model'
  | 'what was answered is what is shown'
  | 'one key has at most one effect'
  | 'a repetition gets the first answer'
  | 'each operation stands at the processor as it stands here'
  | 'everything is decided in the end'
  | 'our sums are those of the processor'
  | 'every change is told once'
  | 'no failure is our own'

/** @typeParam Name of what must hold: other histories have other names */
export class Violation<Name extends string = Invariant> extends Error {
  override readonly name = 'Violation'
  readonly invariant: Name
  readonly detail: string
  constructor(invariant: Name, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
    this.detail = detail
  }
}

/** Holds, or names what does not. */
export const holds = (condition: boolean, invariant: Invariant, detail: () => string): void => {
  if (!condition) throw new Violation(invariant, detail())
}
