import type { CreateSubscription } from '#contract/plans'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { amountIn } from '../transactions/amounts.ts'
import { isEnabled } from '../transactions/gatewayRules.ts'
import { shownPlan } from './shown.ts'

/**
 * A new plan, in the account's default currency where none is said.
 *
 * Refusals: amount_precision_invalid; enum_invalid, for a currency that the account does not take; already_exists (409), where another plan has the label; details.id is its id.
 */
export const createPlan = async (said: CreateSubscription, { account, plans, clock, ids }: RequestServices) => {
  const { value, currency } = said.amount
  const amount = amountIn(value, currency ?? account.settings.defaultCurrency, 'amount.value')
  // Each charge of it would be declined.
  if (!isEnabled(account.settings.enabledCurrencies, amount.currency))
    throw refuse('enum_invalid', { field: 'amount.currency' })
  const plan = {
    id: ids.uuid(),
    label: said.label,
    ...said.cycle,
    currency: amount.currency,
    amount: Number(amount.minor),
    installments: said.installments ?? 0,
    created: clock.now(),
  }
  const written = await plans.insert(plan)
  if (written.result === 'inserted') return { subscriptions: [shownPlan(plan)], errors: null }
  throw refuse('already_exists', { field: 'label', details: { id: written.by } })
}
