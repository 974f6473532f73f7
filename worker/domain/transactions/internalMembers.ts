import type { Scope } from '#contract/endpoint'
import type { Payment } from '#contract/payment'

/** A payment without what only the operator's own keys may say: the name that the processor knows a reader by. */
export const withoutInternal = (payment: Payment, { scopes }: { readonly scopes: readonly Scope[] }): Payment =>
  payment.terminal === undefined || scopes.includes('internal')
    ? payment
    : { ...payment, terminal: { ...payment.terminal, externalIdentifier: null } }
