import type { Role } from '#contract/team/roles'
import { parseAmount } from '../../format/money.ts'
import { mayRefund } from './team.ts'

/** Role and refund limit as a form has them. */
export type Access = { readonly role: Role; readonly limit: string; readonly isUnlimited: boolean }

/** Role and refund limit as the API takes them. */
export type AccessChange = { readonly role: Role; readonly refundLimit: number | null }

/** For a new colleague: one who helps customers, with a limit to be entered. */
export const newAccess: Access = { role: 'support', limit: '', isUnlimited: false }

export const toAccess = ({ role, refundLimit }: AccessChange): Access => ({
  role,
  limit: refundLimit === null ? '' : String(refundLimit),
  isUnlimited: refundLimit === null,
})

/** Another role. A role without refunds keeps what was entered, in case the person comes back to it. */
export const withRole = (access: Access, role: Role): Access => ({
  ...access,
  role,
  // Owners have no limit unless one is entered; others have one unless it is waived.
  isUnlimited: access.limit === '' ? role === 'owner' : access.isUnlimited,
})

/** What the form says; null while the limit is no amount. */
export const readAccess = ({ role, limit, isUnlimited }: Access): AccessChange | null => {
  if (!mayRefund(role) || isUnlimited) return { role, refundLimit: null }
  const amount = parseAmount(limit)
  return amount === undefined || amount <= 0 ? null : { role, refundLimit: amount }
}
