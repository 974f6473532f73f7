import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { MinorByExponent } from '../../store/transactions/modifications.ts'
import type { Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { isFresh } from '../team/confirm.ts'

/** The most that a member may give back of one payment in all, and undo by one void. */
export interface RefundLimit {
  /** Hundredths of a unit of the payment's currency. */
  readonly hundredths: number
  /** Whether a passkey lifts the limit, as for owners. */
  readonly isLiftedByPasskey: boolean
}

export interface RefundLimitNeeds {
  readonly caller: Pick<Caller, 'member'>
  /** Real time: test clocks of accounts do not move sessions. */
  readonly realClock: Clock
}

/** The limit of the caller. Null for an API key, a member without one, and an owner whose passkey has signed a moment ago. */
export const refundLimitOf = ({ caller: { member }, realClock }: RefundLimitNeeds): RefundLimit | null => {
  if (member === null || member.refundLimit === null) return null
  const isLiftedByPasskey = member.role === 'owner'
  if (isLiftedByPasskey && isFresh(member, realClock.now())) return null
  return { hundredths: member.refundLimit, isLiftedByPasskey }
}

/** The limit in minor units for each exponent that the payment's currency may have. */
export const limitByExponent = (hundredths: number): MinorByExponent & Readonly<Record<number, number>> => ({
  0: Math.floor(hundredths / 100),
  2: hundredths,
  3: hundredths * 10,
  4: hundredths * 100,
})

/** The error of a refund or void above the limit. */
export const refundLimitError = ({ hundredths, isLiftedByPasskey }: RefundLimit): ApiError =>
  isLiftedByPasskey
    ? apiError('passkey_required')
    : apiError('refund_limit_exceeded', { details: { limit: hundredths / 100 } })
