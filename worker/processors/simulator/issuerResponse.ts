import { isApproval } from '#contract/transactions/responseCodes'
import type { Money, Verification } from '../processor.ts'
import { half } from './amounts.ts'
import type { Mark } from './simulatedReturns.ts'

/** What the simulated issuer says. `code` is a response code or one of the faults. */
export interface IssuerResponse extends Verification {
  readonly code: string
  /** What is approved; present with an approval. */
  readonly minor?: bigint
  readonly mark?: Mark
}

interface RequestedAmount {
  readonly amount: Money
  readonly allowPartial: boolean
}

/**
 * Turns a code into an answer to an amount. Nothing to charge is a verification (85). Less than asked for goes only to
 * who can take less, and only if something is left; the others hear of insufficient funds, as from an issuer.
 */
export const toIssuerResponse = (
  code: string,
  { amount, allowPartial }: RequestedAmount,
  partial = half(amount),
): Pick<IssuerResponse, 'code' | 'minor'> => {
  if (!isApproval(code)) return { code }
  if (amount.minor === 0n) return { code: '85', minor: 0n }
  if (code !== '10') return { code, minor: amount.minor }
  if (partial >= amount.minor) return { code: '00', minor: amount.minor }
  return allowPartial && partial > 0n ? { code, minor: partial } : { code: '51' }
}
