import type { AuthorizeOp, Capabilities, Instrument, ModificationOp, Money, UnreferencedCreditOp } from './processor.ts'

/** A capability that an operation needs and the processor lacks. */
export type MissingCapability = 'methods' | 'networkTokens' | 'currencies' | 'verification' | 'unreferencedCredit'

/**
 * Returns what the processor lacks for an operation, as far as the operation itself shows it; null if nothing is missing. Whether a
 * second capture or the void of one capture is possible depends on the payment, so the other side declines it.
 */
export const missingCapability = (
  can: Capabilities,
  op: AuthorizeOp | ModificationOp | UnreferencedCreditOp,
): MissingCapability | null => {
  if (!takesCurrency(can, op.amount)) return 'currencies'
  if (!('instrument' in op)) return null
  if ('unreferenced' in op && !can.unreferencedCredit) return 'unreferencedCredit'
  if (!('unreferenced' in op) && op.amount.minor === 0n && !can.verification) return 'verification'
  return missingMethod(can, op.instrument)
}

const takesCurrency = ({ currencies }: Capabilities, { currency }: Money) =>
  currencies === 'all' || currencies.includes(currency)

const missingMethod = ({ methods, networkTokens }: Capabilities, { kind }: Instrument) => {
  if (!methods.includes(kind === 'networkToken' ? 'card' : kind)) return 'methods'
  return kind === 'networkToken' && !networkTokens ? 'networkTokens' : null
}
