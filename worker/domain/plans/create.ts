import type { CreateSubscription } from '#contract/plans/plans'
import { apiError } from '#contract/errors/apiError'
import type { PlanStore } from '../../store/plans/planStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { amountIn } from '../transactions/amounts.ts'
import { isCurrencyEnabled } from '../transactions/initiate/gatewayRules.ts'
import { toPlan } from './toApi.ts'

interface Needs {
  readonly account: Account
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly plans: Pick<PlanStore, 'insert'>
}

/**
 * Creates a plan, by default in the account's default currency.
 *
 * Errors: amount_precision_invalid; enum_invalid, for a currency that the account has not enabled; already_exists (409) with the id of the
 * plan that has the label.
 */
export const createPlan = async (request: CreateSubscription, { account, clock, ids, plans }: Needs) => {
  const { value, currency } = request.amount
  const amount = amountIn(value, currency ?? account.settings.defaultCurrency, 'amount.value')
  // Otherwise each charge of the plan would be declined.
  if (!isCurrencyEnabled(account.settings.enabledCurrencies, amount.currency))
    throw apiError('enum_invalid', { field: 'amount.currency' })
  const plan = {
    id: ids.uuid(),
    label: request.label,
    ...request.cycle,
    currency: amount.currency,
    amount: Number(amount.minor),
    installments: request.installments ?? 0,
    created: clock.now(),
  }
  const insertion = await plans.insert(plan)
  if (insertion.result === 'inserted') return { subscriptions: [toPlan(plan)], errors: null }
  throw apiError('already_exists', { field: 'label', details: { id: insertion.by } })
}
