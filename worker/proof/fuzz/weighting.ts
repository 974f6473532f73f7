import * as fc from 'fast-check'

/** Draws the usual value `weight` times as often as each other one. */
export const usually = <T>(
  weight: number,
  usual: fc.Arbitrary<T>,
  ...others: readonly fc.Arbitrary<T>[]
): fc.Arbitrary<T> => fc.oneof({ weight, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))
