/** A broken invariant. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
  readonly invariant: string
  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
  }
}

/** @throws InvariantViolation if the condition is false. The detail is only computed then. */
export const assertInvariant = (condition: boolean, invariant: string, detail: () => string): void => {
  if (!condition) throw new InvariantViolation(invariant, detail())
}
