import * as fc from 'fast-check'

/** The usual, so many times as often as each of the others. */
export const usually = <T>(
  weight: number,
  usual: fc.Arbitrary<T>,
  ...others: readonly fc.Arbitrary<T>[]
): fc.Arbitrary<T> => fc.oneof({ weight, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))
