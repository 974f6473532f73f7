import { isApproval } from '#contract/transactions/responseCodes'
import type { Money, Outcome, Ref, Unknown } from '../../processors/processor.ts'
import type { OperationResponse, Reply } from './messages.ts'

export interface OutcomeRules {
  /** Whether the acquirer's reference is kept in the Ref. */
  readonly keepsTheirs: boolean
  /** How long a hold lives, in milliseconds. Null if the acquirer does not state it. */
  readonly holdMs: number | null
  readonly pollAfterMs: number
}

export const unknown = (ref: Ref, reason: Unknown['reason']): Outcome => ({ result: 'unknown', ref, reason })

/** Returns one outcome, or two for a doubled response. Never rejects. */
export const receive = async (
  reply: Promise<Reply>,
  requested: Money,
  ref: Ref,
  rules: OutcomeRules,
): Promise<Outcome[]> => {
  try {
    const { status, text } = await reply
    if (status === 503) return [{ result: 'notSent', ref, reason: 'overloaded' }]
    return parseOutcomes(text, requested, ref, rules)
  } catch {
    return [unknown(ref, 'disconnected')]
  }
}

const parseOutcomes = (text: string, requested: Money, ref: Ref, rules: OutcomeRules): Outcome[] => {
  try {
    return text.split('\n').map((line) => toOutcome(JSON.parse(line) as OperationResponse, requested, ref, rules))
  } catch {
    return [unknown(ref, 'unparsable')]
  }
}

export const toOutcome = (
  { op, theirs, code, minor, pending, ...more }: OperationResponse,
  requested: Money,
  sent: Ref,
  { keepsTheirs, holdMs, pollAfterMs }: OutcomeRules,
): Outcome => {
  if (op !== sent.op || typeof code !== 'string') return unknown(sent, 'unparsable')
  const ref = keepsTheirs ? { ...sent, raw: theirs } : sent
  if (pending) return { result: 'pending', ref, pollAfterMs }
  const { avs, cvv, authCode, networkTransactionId, heldSince } = more
  const letters = { ...(avs ? { avs } : {}), ...(cvv ? { cvv } : {}) }
  if (!isApproval(code)) return { result: 'declined', ref, code, ...letters }
  return {
    result: 'approved',
    ref,
    approved: { ...requested, minor: BigInt(minor) },
    code,
    ...(authCode ? { authCode } : {}),
    ...(networkTransactionId ? { networkTransactionId } : {}),
    ...letters,
    ...(holdMs === null || heldSince === undefined ? {} : { expiresAt: heldSince + holdMs }),
  }
}
