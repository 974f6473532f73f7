import { randomBase62 } from '#contract/bytes'
import type { CheckoutRequest } from '#contract/checkouts'
import { readInstant } from '#contract/instant'
import { refuse } from '#contract/refusal'
import type { Services } from '../../services.ts'
import type { CheckoutRow } from '../../store/checkouts.ts'
import { isEnabled } from '../transactions/gatewayRules.ts'
import { money } from '../money.ts'
import { momentMeant } from '../subscriptions/instants.ts'
import { offerOf, totalOf } from './offer.ts'
import { pageOf } from './pageOf.ts'

const day = 86_400_000

/** Open for a day; an invoice until 30 days after it is due, a year at most. */
const expiryOf = ({ dueDate }: { readonly dueDate: string | null }, now: number, timeZone: string): number => {
  const due = dueDate === null ? undefined : readInstant(dueDate)
  if (due === undefined) return now + day
  // A date alone is due until its end.
  const end = momentMeant(due, timeZone) + (due.isDate ? 31 : 30) * day
  return Math.max(now + day, Math.min(end, now + 365 * day))
}

/**
 * Makes a checkout and answers the address of its page.
 *
 * Refusals: those of `offerOf`; customer_not_found, for an id in customerInfo; enum_invalid, where the account does not take its own default
 * currency.
 */
export const createCheckout = async (request: CheckoutRequest, services: Services) => {
  const { account, caller, checkouts, clock } = services
  const { defaultCurrency, enabledCurrencies, timeZone } = account.settings
  const customer = request.customerInfo?.id ?? null
  const label = request.subscription?.label ?? null
  const { plan, customerKnown } =
    customer === null && label === null
      ? { plan: null, customerKnown: true }
      : await checkouts.lookUp({ customer, label })
  if (!customerKnown) throw refuse('customer_not_found', { field: 'customerInfo.id' })
  // Each try would be declined.
  if (!isEnabled(enabledCurrencies, defaultCurrency)) throw refuse('enum_invalid', { field: 'total' })
  const offer = offerOf(request, plan, services)
  const created = clock.now()
  const row: CheckoutRow = {
    id: caller.shard + randomBase62(22),
    account: account.id,
    mode: account.mode,
    key: caller.keyId,
    origin: caller.origin,
    currency: defaultCurrency,
    total: Number(money(totalOf(request), defaultCurrency).minor),
    offer,
    customer,
    created,
    expires: expiryOf(offer, created, timeZone),
    canceled: null,
    receipt: 'none',
  }
  await checkouts.insert(row)
  return { url: pageOf(row), id: row.id, expiresAt: new Date(row.expires).toISOString(), errors: null }
}
