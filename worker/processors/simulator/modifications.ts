import type { ModificationOp } from '../processor.ts'
import { cents } from './amounts.ts'
import { faults, responseCodeFor } from './cards.ts'
import { toIssuerResponse } from './issuerResponse.ts'
import type { IssuerResponse } from './issuerResponse.ts'

export type ModificationType = 'capture' | 'void' | 'credit'

/** The response to a capture, void or credit: a function of the request and of the mark in its original's references. */
export const decideModification = (
  type: ModificationType,
  { account, amount, original, settled, attempt = 1 }: ModificationOp,
): Pick<IssuerResponse, 'code' | 'minor'> => {
  if (account.mode === 'live') return { code: 'G08' }
  // A settled operation has left the processor's open batch and cannot be voided.
  if (type === 'void' && settled) return { code: '25' }
  const triggered = (original.raw === 'amountDriven' ? responseCodeFor(cents(amount)) : undefined) ?? '00'
  // The lost message arrived, so its repeat is answered with its outcome.
  const code = attempt > 1 && faults.has(triggered) ? '00' : triggered
  // A void has no partial approval: it undoes the whole original.
  return type === 'void' ? { code, minor: amount.minor } : toIssuerResponse(code, { amount, allowPartial: true })
}
