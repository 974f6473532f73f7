import type { Scope } from '#contract/scopes'
import type { Payment } from '#contract/transactions/payment'

/** Drops the member of a payment that only the operator's own keys may set: the processor's name of a terminal. */
export const dropInternalMembers = (payment: Payment, { scopes }: { readonly scopes: readonly Scope[] }): Payment =>
  payment.terminal === undefined || scopes.includes('internal')
    ? payment
    : { ...payment, terminal: { ...payment.terminal, externalIdentifier: null } }
