import type { OperationType, Processor } from '../../processors/processor.ts'

/** A processor with intercepted calls. `around` may skip a call, or run code before or after it. */
export const interceptProcessor = (
  real: Processor,
  around: <T>(verb: OperationType | 'reverse' | 'lookup' | 'acceptDispute', run: () => Promise<T>) => Promise<T>,
): Processor => ({
  ...real,
  authorize: (...args) => around('authorize', () => real.authorize(...args)),
  capture: (...args) => around('capture', () => real.capture(...args)),
  void: (...args) => around('void', () => real.void(...args)),
  credit: (...args) => around('credit', () => real.credit(...args)),
  reverse: (...args) => around('reverse', () => real.reverse(...args)),
  ...(real.lookup && { lookup: (of, modification) => around('lookup', () => real.lookup!(of, modification)) }),
  ...(real.acceptDispute && { acceptDispute: (caseId) => around('acceptDispute', () => real.acceptDispute!(caseId)) }),
})
