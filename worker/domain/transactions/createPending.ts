import { deviceLimits } from '#contract/device'
import type { Order } from '#contract/order'
import { refuse } from '#contract/refusal'
import type { Refusal } from '#contract/refusal'
import type { Authorize } from '#contract/transactions'
import { transactionKey } from '#contract/transactionKey'
import type { AddressCheck, Ref } from '../../processors/processor.ts'
import type { AccountServices } from '../../app/compose.ts'
import type { ClaimedKey } from '../../store/sql/idempotency.ts'
import type { NewTransaction, OpenedInstrument, Opening, WhyNotOpened } from '../../store/transactions/createPending.ts'
import type { Money } from '../money.ts'
import { suspicionOf } from './cardTesting.ts'
import type { Suspicion } from './cardTesting.ts'
import { definedOnly } from '../definedOnly.ts'
import { sourceOf } from './sources/sourceOf.ts'
import type { Credential, OpenInstrument } from './sources/source.ts'
import { envelopeOfPayment, invalidEnvelope } from './sources/walletPayment.ts'
import type { PaymentOptions } from './paymentOptions.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

/** A transaction that is written down as pending. Plain data, which a reader's object keeps while the shopper looks for a card. */
export interface PendingTransaction {
  readonly id: number
  readonly type: 'payment' | 'credit'
  readonly options: PaymentOptions
  readonly ref: Ref
  /** All of it, the tip included. */
  readonly asked: Money
  /** Minor units that a shopper added at a reader. */
  readonly tip: bigint
  /** How the processor knows the reader that its card is presented at; null where it is not. */
  readonly reader: string | null
  /** Of the payer, as the order says it. */
  readonly address: AddressCheck
  /** Its row's columns. */
  readonly columns: OpenedInstrument
  readonly credential: Credential & { readonly networkTransactionId: string | null }
  readonly duplicateOf: number | null
  /** Of a payment with a card from a browser. */
  readonly suspicion: Suspicion | null
}

/** The same with what it is made with lying open. */
export interface PendingWithInstrument extends PendingTransaction {
  readonly open: OpenInstrument
}

/** What authorize and a credit that refers to no payment have in common. */
export type NewPayment = Pick<Authorize, 'payment' | 'order' | 'initiatedByUserId' | 'referenceTransactionId'>

/**
 * Writes a transaction down as pending, in one batch that also takes what it is made with, and opens that.
 *
 * What is made with a card that a reader has yet to read has nothing to open: `open` is null.
 *
 * Refusals: terminal_not_found, token_not_found, token_expired, token_used, customer_not_found, wallet_not_found, wallet_not_of_customer, format_invalid,
 * reference_not_found, those of `sourceOf`, and operation_in_progress for a bill, or a checkout, that is not to be paid as it was read.
 */
export const createPendingTransaction = async (
  type: 'payment' | 'credit',
  request: NewPayment,
  asked: Money,
  services: AccountServices,
  options: PaymentOptions,
): Promise<(PendingTransaction & { readonly open: OpenInstrument | null }) | { readonly claimed: ClaimedKey }> => {
  const { processor, transactions, accountContext, idempotent } = services
  const source = options.source ?? (await sourceOf(request.payment, services))
  const credential = { ...source.credential, ...(options.reason && { reason: options.reason }) }
  const { id, ref, opening } = await retryOnIdCollision(services, async (id) => {
    const operation = type === 'payment' ? 'authorize' : 'credit'
    const ref = await processor.prepare({ type: operation, op: String(id), account: accountContext, amount: asked })
    const row = newTransaction(type, { id, ref, request, asked, credential }, services)
    const opening = await transactions.insertPending(row, source.from, {
      idempotent,
      duplicateSince: duplicateSince(services),
      initialTransactionId: ownIdOf(credential),
      bill: options.bill,
      checkout: options.checkout,
    })
    return { id, ref, opening }
  })
  if (opening.result === 'claimed') return { claimed: opening.claimed }
  if (opening.result !== 'opened') throw refusal(opening.result)
  const { instrument, duplicateOf, earlier } = opening
  const networkTransactionId = seriesOf(credential, opening)
  if (credential.initiatedBy === 'merchant' && networkTransactionId === null) services.warn('no_network_transaction_id')
  return {
    id,
    type,
    options,
    ref,
    asked,
    tip: 0n,
    reader: instrument.terminal && (request.payment.terminal?.externalIdentifier ?? instrument.terminal.id),
    address: addressOf(request),
    columns: instrument,
    open: source.open === null ? null : await source.open(instrument),
    credential: { ...credential, networkTransactionId },
    duplicateOf,
    suspicion:
      type === 'credit' || instrument.source === null || instrument.fingerprint === null
        ? null
        : suspicionOf(instrument.fingerprint, earlier, services.clock.now()),
  }
}

/** Which refusal belongs to which member. */
const fields: Readonly<
  Record<
    Exclude<WhyNotOpened, 'message_replayed' | 'overtaken'>,
    readonly [type: Parameters<typeof refuse>[0], field: string]
  >
> = {
  token_not_found: ['token_not_found', 'payment.token'],
  token_expired: ['token_expired', 'payment.token'],
  token_used: ['token_used', 'payment.token'],
  customer_not_found: ['customer_not_found', 'payment.stored.customer'],
  wallet_not_found: ['wallet_not_found', 'payment.stored.wallet'],
  wallet_not_of_customer: ['wallet_not_of_customer', 'payment.stored.wallet'],
  terminal_not_found: ['terminal_not_found', 'payment.terminal.id'],
  reference_not_found: ['reference_not_found', 'referenceTransactionId'],
}

const refusal = (why: WhyNotOpened): Refusal => {
  if (why === 'overtaken') return refuse('operation_in_progress')
  if (why === 'message_replayed') return invalidEnvelope(envelopeOfPayment)
  const [type, field] = fields[why]
  return refuse(type, { field })
}

const addressOf = ({ order }: NewPayment): AddressCheck => ({
  ...definedOnly('postal', order?.billTo?.postalCode),
  ...definedOnly('line1', order?.billTo?.line1),
  ...definedOnly('country', order?.billTo?.country),
})

/** How old an equal payment may be at most to be doubled by this one; null for no such rule. */
export const duplicateSince = ({ account, clock }: AccountServices): number | null =>
  account.settings.duplicateWindowSeconds === 0 ? null : clock.now() - account.settings.duplicateWindowSeconds * 1000

/** The client may name the first transaction of a series by our id, or by the network's own. */
const ownIdOf = ({ initialTransactionId }: Credential): number | null => {
  const id = initialTransactionId === null ? -1 : transactionKey(initialTransactionId)
  return id === -1 ? null : id
}

/** The network's id of the first of a series. One of ours that the network knows by none is not handed on as if it were the network's. */
const seriesOf = (
  { initialTransactionId, initial }: Credential,
  { first, instrument }: Extract<Opening, { result: 'opened' }>,
): string | null => {
  if (first !== null) return first.networkTransactionId
  return initialTransactionId ?? (initial === 'subsequent' ? instrument.networkTransactionId : null)
}

/** What is kept of an order: all of it but the members that only we may set, which a client may send and which may hold anything. */
const orderText = ({ id: _id, customerId: _customerId, ...order }: Order): string => JSON.stringify(order)

/** What a shop looks a payment up by. */
export const orderReference = ({ referenceObject, referenceObjectId }: Order): string | null =>
  referenceObject == null && referenceObjectId == null
    ? null
    : `${referenceObject ?? ''}:${referenceObjectId == null ? '' : JSON.stringify(referenceObjectId)}`

interface NewParts {
  readonly id: number
  readonly ref: Ref
  readonly request: NewPayment
  readonly asked: Money
  readonly credential: Credential
}

const newTransaction = (
  type: 'payment' | 'credit',
  { id, ref, request, asked, credential }: NewParts,
  { clock, limits, requestId }: AccountServices,
): NewTransaction => ({
  id,
  type,
  currency: asked.currency,
  requested: Number(asked.minor),
  initiatedBy: credential.initiatedBy,
  initial: credential.initial,
  orderData: request.order === undefined ? null : orderText(request.order),
  orderReference: request.order === undefined ? null : orderReference(request.order),
  referenceTransactionId: request.referenceTransactionId ?? null,
  initiatedByUserId: request.initiatedByUserId ?? null,
  processorRef: JSON.stringify(ref),
  requestId,
  created: clock.now(),
  due: clock.now() + (request.payment.terminal == null ? 0 : deviceLimits.sessionMs) + limits.abandonAfterMs,
})
