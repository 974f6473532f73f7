import { Refusal, refuse } from '#contract/refusal'
import type { Credit } from '#contract/transactions'
import type { Payment } from '#contract/payment'
import type { RequestServices } from '../../app/compose.ts'
import type { SameInstrument } from '../../store/transactions/modifications.ts'
import { amountIn, minorByExponent } from './amounts.ts'
import type { TransactionAnswer } from './answer.ts'
import { initiateTransaction } from './initiateTransaction.ts'
import { modifyTransaction } from './modification.ts'
import { withoutInternal } from './internalMembers.ts'
import { sourceOf } from './sources/sourceOf.ts'

/**
 * Gives money back: of a payment, up to what it captured, or to an instrument without one, where the account allows that.
 *
 * Refusals: those of `refund` and `payOut`.
 */
export const credit = (request: Credit, services: RequestServices): Promise<TransactionAnswer> =>
  request.referenceTransactionId == null
    ? payOut(request, services)
    : refund(request, request.referenceTransactionId, services)

/**
 * Of a payment: all that is left of what was captured, or an amount of it.
 *
 * Refusals: reference_not_found, currency_mismatch, amount_precision_invalid, amount_exceeds_captured, payment_method_ambiguous where the
 * instrument is another than the payment's, already_voided, authorization_expired, invalid_state, operation_in_progress, processor_timeout.
 */
const refund = async (
  { payment, amount, initiatedByUserId }: Credit,
  named: string,
  services: RequestServices,
): Promise<TransactionAnswer> =>
  modifyTransaction(
    {
      named,
      request: {
        type: 'credit',
        amount: amount === undefined ? null : minorByExponent(amount.value),
        currency: amount?.currency ?? null,
        instrument: payment === undefined ? null : await instrumentOf(payment, services),
      },
      value: amount?.value ?? null,
      fields: { id: 'referenceTransactionId', amount: 'amount.value' },
      initiatedByUserId: initiatedByUserId ?? null,
      referenceTransactionId: null,
    },
    services,
  )

/** What the instrument of a payment must be equal to. */
const instrumentOf = async (payment: Payment, services: RequestServices): Promise<SameInstrument> => {
  const { from } = await sourceOf(payment, services)
  switch (from.kind) {
    case 'token':
      return { kind: 'token', id: from.token.id, secretHash: from.token.secretHash }
    case 'stored':
      return { kind: 'wallet', ...from.stored }
    case 'terminal':
      return { kind: 'terminal', terminal: from.terminal }
    case 'given':
    case 'message':
      return from.columns.fingerprint === null
        ? { kind: 'method', method: from.columns.method }
        : { kind: 'fingerprint', fingerprint: from.columns.fingerprint }
  }
}

/**
 * To an instrument that no payment of ours was made with.
 *
 * Refusals: scope_missing where the account does not allow it, required, and those of an authorize; processor_timeout.
 */
const payOut = (request: Credit, services: RequestServices): Promise<TransactionAnswer> => {
  const { account } = services
  if (!account.settings.unreferencedCredits[account.mode])
    throw refuse('scope_missing', { details: { scope: 'unreferencedCredits' } })
  const { amount, ...asked } = given(request)
  const payment = withoutInternal(asked.payment, services.caller)
  const currency = amount.currency ?? account.settings.defaultCurrency
  return initiateTransaction(
    'credit',
    { ...request, payment },
    amountIn(amount.value, currency, 'amount.value'),
    services,
  )
}

const given = ({ payment, amount }: Credit) => {
  const missing = Object.entries({ amount, payment })
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({ type: 'required' as const, field }))
  const [first, ...rest] = missing
  if (first !== undefined) throw new Refusal(first, ...rest)
  return { payment: payment!, amount: amount! }
}
