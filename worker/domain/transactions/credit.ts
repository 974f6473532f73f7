import { ApiError, apiError } from '#contract/errors/apiError'
import type { Credit } from '#contract/transactions/transactions'
import type { Payment } from '#contract/transactions/payment'
import type { Caller } from '../accounts/account.ts'
import { requireScopes } from '../apiKeys/scopes.ts'
import type { Clock } from '../clock.ts'
import type { SameInstrument } from '../../store/transactions/modifications.ts'
import { amountIn, minorByExponent } from './amounts.ts'
import { preparedOrClaimed, replay } from './responses/replay.ts'
import type { TransactionResponse } from './responses/transactionResponse.ts'
import { initiateTransaction } from './initiate/initiateTransaction.ts'
import type { InitiateTransactionNeeds } from './initiate/initiateTransaction.ts'
import { modifyTransaction } from './modifications/modifyTransaction.ts'
import type { ModifyTransactionNeeds } from './modifications/modifyTransaction.ts'
import { refundLimitOf } from './refundLimit.ts'
import type { RefundLimitNeeds } from './refundLimit.ts'
import { dropInternalMembers } from './initiate/internalMembers.ts'
import { toSource } from './sources/toSource.ts'
import type { SourceNeeds } from './sources/toSource.ts'

export type CreditNeeds = InitiateTransactionNeeds &
  ModifyTransactionNeeds & { readonly caller: Pick<Caller, 'scopes' | 'member'>; readonly realClock: Clock }

/**
 * Refunds a payment up to its captured amount, or, if the account allows it, credits an instrument without a payment.
 *
 * Errors: those of `refund` and `creditUnreferenced`.
 */
export const credit = (request: Credit, needs: CreditNeeds): Promise<TransactionResponse> =>
  request.referenceTransactionId == null
    ? creditUnreferenced(request, needs)
    : refund(request, request.referenceTransactionId, needs)

type RefundNeeds = ModifyTransactionNeeds & RefundLimitNeeds & SourceNeeds & Parameters<typeof preparedOrClaimed>[1]

/**
 * Refunds an amount of a payment, or the rest of what was captured.
 *
 * Errors: reference_not_found, currency_mismatch, amount_precision_invalid, amount_exceeds_captured, payment_method_ambiguous if
 * the instrument is not the payment's, already_voided, authorization_expired, invalid_state, operation_in_progress,
 * processor_timeout.
 */
const refund = async (
  { payment, amount, order, initiatedByUserId }: Credit,
  transactionId: string,
  needs: RefundNeeds,
): Promise<TransactionResponse> => {
  const instrument = payment === undefined ? null : await preparedOrClaimed(toSameInstrument(payment, needs), needs)
  if (instrument !== null && 'claimed' in instrument) return replay(instrument.claimed, needs)
  return modifyTransaction(
    {
      transactionId,
      request: {
        type: 'credit',
        amount: amount === undefined ? null : minorByExponent(amount.value),
        currency: amount?.currency ?? null,
        instrument,
      },
      value: amount?.value ?? null,
      fields: { id: 'referenceTransactionId', amount: 'amount.value' },
      refundLimit: refundLimitOf(needs),
      initiatedByUserId: initiatedByUserId ?? null,
      referenceTransactionId: transactionId,
      order,
    },
    needs,
  )
}

/** The instrument that the payment must have used. */
const toSameInstrument = async (payment: Payment, needs: SourceNeeds): Promise<SameInstrument> => {
  const { from } = await toSource(payment, needs)
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
        : {
            kind: 'fingerprint',
            fingerprint: from.columns.fingerprint,
            message: from.kind === 'message' ? from.message : null,
          }
  }
}

/**
 * Credits an instrument without a payment.
 *
 * Errors: scope_missing if the account does not allow it, required, processor_timeout, and those of authorize.
 */
const creditUnreferenced = (
  request: Credit,
  needs: InitiateTransactionNeeds & { readonly caller: Pick<Caller, 'scopes' | 'member'> },
): Promise<TransactionResponse> => {
  const { account, caller } = needs
  // A member who may refund payments may not send money without one.
  if (caller.member !== null) requireScopes(['transactions:credit'], caller)
  if (!account.settings.unreferencedCredits)
    throw apiError('scope_missing', { details: { scope: 'unreferencedCredits' } })
  const { amount, payment: input } = requireInstrumentAndAmount(request)
  const payment = dropInternalMembers(input, needs.caller)
  const currency = amount.currency ?? account.settings.defaultCurrency
  return initiateTransaction('credit', { ...request, payment }, amountIn(amount.value, currency, 'amount.value'), needs)
}

const requireInstrumentAndAmount = ({ payment, amount }: Credit) => {
  const missing = Object.entries({ amount, payment })
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({ type: 'required' as const, field }))
  const [first, ...rest] = missing
  if (first !== undefined) throw new ApiError(first, ...rest)
  return { payment: payment!, amount: amount! }
}
