import { formatLocale } from '../../format/locale.ts'
import { mayRefund } from './team.ts'
import { teamTexts } from './texts.ts'

/** An amount without a currency: a limit counts in that of each payment. */
const amountText = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 }).format(amount)

/** What a member may refund, in words. */
export const limitText = (role: string, limit: number | null, locale = formatLocale()): string => {
  const { limits } = teamTexts
  if (!mayRefund(role)) return limits.none
  if (limit === null) return limits.any
  const amount = amountText(limit, locale)
  return role === 'owner' ? limits.owner(amount) : limits.upTo(amount)
}
