import { hashDigits } from '../digits.ts'
import type { AuthorizeOp, ModificationOp, UnreferencedCreditOp } from '../processor.ts'

/** The issuer's references. Checks, cash and modifications have none. */
export const issuerReferences = (op: AuthorizeOp | ModificationOp | UnreferencedCreditOp) => {
  if (!('instrument' in op) || op.instrument.kind === 'check' || op.instrument.kind === 'cash') return {}
  // The leading letters keep log scanners from taking the id for a card number. They contain the chosen network.
  const networkTransactionId = `SIM${op.preferredNetwork ?? ''}${hashDigits(op.op, 6)}${hashDigits(`${op.op}.`, 6)}`
  return { authCode: authCodeOf(op.op), networkTransactionId }
}

export const authCodeOf = (op: string): string => hashDigits(op, 6)
