import { isApproval } from '#contract/transactions/responseCodes'
import type { Money, Verification } from '../processor.ts'
import { half } from './amounts.ts'
import type { Mark } from './simulatedReturns.ts'

/** The response of the simulated issuer. `code` is a response code or a key of `faults`. */
export interface IssuerResponse extends Verification {
  readonly code: string
  /** The approved amount. Present in approvals. */
  readonly minor?: bigint
  readonly mark?: Mark
}

interface RequestedAmount {
  readonly amount: Money
  readonly allowPartial: boolean
}

/**
 * The issuer's response with a code to a request for an amount. An amount of 0 is a verification (85). A partial approval needs the
 * caller's permission and an amount above 0; otherwise the response is 51, insufficient funds.
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
