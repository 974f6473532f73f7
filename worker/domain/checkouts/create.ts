import { randomBase62 } from '#contract/encoding/bytes'
import type { CheckoutRequest } from '#contract/checkouts/checkouts'
import { parseInstant } from '#contract/schema/instant'
import { apiError } from '#contract/errors/apiError'
import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { PlanStore } from '../../store/plans/planStore.ts'
import type { CheckoutRow } from '../../store/checkouts/checkoutColumns.ts'
import type { Account, Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { isCurrencyEnabled } from '../transactions/initiate/gatewayRules.ts'
import { money } from '../money.ts'
import { resolveInstant } from '../subscriptions/instants.ts'
import { toOffer, totalAmount } from './offer/offer.ts'
import { checkoutPageUrl } from './page/pageUrl.ts'

const dayMs = 86_400_000

/** The personal data of an unpaid checkout is redacted this long after its expiry. */
export const checkoutRedactionMs = 90 * dayMs

/** A checkout expires after a day; an invoice 30 days after its due date, and a year after its creation at the latest. */
const expiryTime = ({ dueDate }: { readonly dueDate: string | null }, now: number, timeZone: string): number => {
  const due = dueDate === null ? undefined : parseInstant(dueDate)
  if (due === undefined) return now + dayMs
  // A due date without a time ends with that day.
  const end = resolveInstant(due, timeZone) + (due.isDate ? 31 : 30) * dayMs
  return Math.max(now + dayMs, Math.min(end, now + 365 * dayMs))
}

interface Needs {
  readonly account: Account
  readonly caller: Caller
  readonly checkouts: Pick<CheckoutStore, 'insert'>
  readonly clock: Clock
  readonly plans: Pick<PlanStore, 'findByLabel'>
}

/**
 * Creates a checkout and returns the URL of its page.
 *
 * Errors: enum_invalid, for a currency that the account does not accept; those of `toOffer`; customer_not_found, for an id in
 * customerInfo.
 */
export const createCheckout = async (request: CheckoutRequest, services: Needs) => {
  const { account, caller, checkouts, plans, clock } = services
  const { defaultCurrency, enabledCurrencies, timeZone } = account.settings
  const currency = request.currency ?? defaultCurrency
  // Each attempt would be declined.
  if (!isCurrencyEnabled(enabledCurrencies, currency))
    throw apiError('enum_invalid', { field: request.currency == null ? 'total' : 'currency' })
  const label = request.subscription?.label
  const plan = label === undefined ? null : await plans.findByLabel(label)
  const offer = toOffer(request, currency, plan, services)
  const created = clock.now()
  const expires = expiryTime(offer, created, timeZone)
  const row: CheckoutRow = {
    id: caller.shard + randomBase62(22),
    account: account.id,
    mode: account.mode,
    key: caller.keyId,
    origin: caller.origin,
    currency,
    total: Number(money(totalAmount(request), currency).minor),
    offer,
    customer: request.customerInfo?.id ?? null,
    created,
    expires,
    canceled: null,
    receipt: 'none',
    forget: expires + checkoutRedactionMs,
    announceExpiry: expires,
  }
  if (!(await checkouts.insert(row))) throw apiError('customer_not_found', { field: 'customerInfo.id' })
  return { url: checkoutPageUrl(row), id: row.id, expiresAt: new Date(row.expires).toISOString(), errors: null }
}
