import type { OperationType, Processor } from '../../processors/processor.ts'

/** A processor whose calls pass through a function: it runs each, or does not, or runs something before or after. */
export const interceptProcessor = (
  real: Processor,
  around: <T>(verb: OperationType | 'reverse', run: () => Promise<T>) => Promise<T>,
): Processor => ({
  ...real,
  authorize: (...given) => around('authorize', () => real.authorize(...given)),
  capture: (...given) => around('capture', () => real.capture(...given)),
  void: (...given) => around('void', () => real.void(...given)),
  credit: (...given) => around('credit', () => real.credit(...given)),
  reverse: (...given) => around('reverse', () => real.reverse(...given)),
})
