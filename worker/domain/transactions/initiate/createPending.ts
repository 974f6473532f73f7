import { deviceLimits } from '#contract/terminals/device'
import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { Authorize } from '#contract/transactions/transactions'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { AddressCheck, OrderDetails, Ref } from '../../../processors/processor.ts'
import type { ClaimedKey, IdempotentRequest } from '../../../store/sql/idempotency.ts'
import type {
  InsertionFailure,
  NewTransaction,
  PendingInsertion,
  PendingInstrument,
} from '../../../store/transactions/createPending.ts'
import type { TransactionStore } from '../../../store/transactions/transactionStore.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import type { Money } from '../../money.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import type { Warning } from '../../warning.ts'
import { settleVelocity } from './cardTesting.ts'
import type { VelocityCheck } from './cardTesting.ts'
import { notSupported, supportedRoutes } from '../../connections/supportedRoutes.ts'
import type { AccountRouting, CurrentRoutingNeeds } from '../../connections/connection.ts'
import { definedOnly } from '../../definedOnly.ts'
import { encryptedCardField } from '../sources/encryptedCard.ts'
import { toSource } from '../sources/toSource.ts'
import type { SourceNeeds } from '../sources/toSource.ts'
import type { Credential, OpenInstrument } from '../sources/source.ts'
import { walletPaymentField, invalidWalletPayload } from '../sources/walletPayment.ts'
import type { PaymentOptions } from './paymentOptions.ts'
import { preparedOrClaimed } from '../responses/replay.ts'
import { orderReference, toStoredOrder } from '../orderColumns.ts'
import { toOrderDetails } from './orderDetails.ts'
import { newRef } from '../newRef.ts'
import type { NewRefNeeds } from '../newRef.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'

interface DuplicateNeeds {
  readonly account: Pick<Account, 'settings'>
  readonly clock: Clock
}

export type CreatePendingNeeds = SourceNeeds &
  CurrentRoutingNeeds &
  TransactionIdNeeds &
  NewRefNeeds &
  DuplicateNeeds & {
    readonly idempotent: IdempotentRequest | null
    readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
    readonly requestId: string
    readonly transactions: Pick<TransactionStore, 'findClaimedKey' | 'findEarlier' | 'insertPending'>
    readonly warn: (warning: Warning) => void
  }

/** A pending transaction. Plain data: a terminal's Durable Object stores it until a card is presented. */
export interface PendingTransaction {
  readonly id: number
  readonly type: 'payment' | 'credit'
  readonly options: PaymentOptions
  readonly ref: Ref
  /** The amount, tip included. */
  readonly amount: Money
  /** The tip that the shopper added at a terminal, in minor units. */
  readonly tip: bigint
  /** The processor's name of the terminal that reads the card. Null for a payment without a terminal. */
  readonly reader: string | null
  /** The payer's address in the order. */
  readonly address: AddressCheck
  /** Absent without an order, and at a terminal, which does not store it. */
  readonly order?: OrderDetails
  /** The instrument columns of the transaction's row. */
  readonly columns: PendingInstrument
  readonly credential: Credential & {
    readonly networkTransactionId: string | null
    /** The processor's reference of the first transaction in the series. Absent if that was made over another connection. */
    readonly initialReference?: string
  }
  readonly duplicateOf: number | null
  /** Only of a card payment from a browser. */
  readonly velocityCheck: VelocityCheck | null
}

/** A pending transaction with its decrypted instrument. */
export interface PendingWithInstrument extends PendingTransaction {
  readonly open: OpenInstrument
}

/** The members that authorizations and unreferenced credits share. */
export type NewPayment = Pick<Authorize, 'payment' | 'order' | 'initiatedByUserId' | 'referenceTransactionId'>

/**
 * Inserts a pending transaction in one batch that also spends its token or wallet payload, and decrypts the instrument.
 *
 * `open` is null for a card that is presented later, at a terminal.
 *
 * Errors: terminal_not_found, token_not_found, token_expired, token_used, customer_not_found, wallet_not_found,
 * wallet_not_of_customer, format_invalid, encrypted_card_used, reference_not_found, those of `toSource`, and operation_in_progress for a bill or
 * checkout that has changed since it was read.
 */
export const createPendingTransaction = async (
  type: 'payment' | 'credit',
  request: NewPayment,
  amount: Money,
  needs: CreatePendingNeeds,
  options: PaymentOptions,
): Promise<(PendingTransaction & { readonly open: OpenInstrument | null }) | { readonly claimed: ClaimedKey }> => {
  const { transactions, idempotent } = needs
  const source = options.source ?? (await preparedOrClaimed(toSource(request.payment, needs), needs))
  if ('claimed' in source) return source
  const credential = { ...source.credential, ...(options.reason && { reason: options.reason }) }
  const { id, ref, insertion } = await insertOverOpenConnection(needs, (routing) => {
    const routes = supportedRoutes(source.from, { type, amount }, routing)
    return retryOnIdCollision(needs, async (id) => {
      const ref = newRef(id, needs)
      const row = toNewTransaction(type, { id, ref, request, amount, credential, options }, needs)
      const insertion = await transactions.insertPending(row, source.from, {
        routes,
        idempotent,
        duplicateSince: duplicateSince(needs),
        initialTransactionId: gatewayIdOfInitial(credential),
        bill: options.bill,
        subscription: options.subscription ?? null,
        checkout: options.checkout,
      })
      return { id, ref, insertion }
    })
  })
  if (insertion.result === 'claimed') return { claimed: insertion.claimed }
  if (insertion.result === 'not_supported') throw notSupported(insertion.connection, insertion.lacks)
  if (insertion.result !== 'inserted') throw insertionError(insertion.result)
  const { instrument, duplicateOf, earlier } = insertion
  return {
    id,
    type,
    options,
    ref: { ...ref, ...definedOnly('connection', insertion.connection) },
    amount,
    tip: 0n,
    reader: instrument.terminal && (request.payment.terminal?.externalIdentifier ?? instrument.terminal.id),
    address: toAddressCheck(request),
    ...(request.order !== undefined && { order: toOrderDetails(request.order, options.statementDescriptor) }),
    columns: instrument,
    open: source.open === null ? null : await source.open(instrument),
    credential: {
      ...credential,
      networkTransactionId: networkIdOfInitial(credential, insertion),
      ...definedOnly('initialReference', referenceOfInitial(credential, insertion)),
    },
    duplicateOf,
    velocityCheck:
      type === 'credit' || instrument.source === null || instrument.fingerprint === null
        ? null
        : await settleVelocity({ id, card: instrument.fingerprint, earlier }, needs),
  }
}

/** More attempts than this mean that connections close faster than payments are inserted. */
const maxRoutings = 5

/**
 * Inserts by the account's cached rules and connections. If the chosen connection has just been deleted or disabled, nothing was inserted:
 * the payment is routed anew by the current ones.
 *
 * Error: operation_in_progress, if connections close again and again.
 */
const insertOverOpenConnection = async <T extends { readonly insertion: PendingInsertion }>(
  { account, accountConnections, readRouting }: DuplicateNeeds & CurrentRoutingNeeds,
  insert: (routing: AccountRouting) => Promise<T>,
): Promise<T & { readonly insertion: Exclude<PendingInsertion, { readonly result: 'connection_closed' }> }> => {
  let routing: AccountRouting = { rules: account.settings.routing, connections: accountConnections }
  for (let attempt = 1; attempt <= maxRoutings; attempt++) {
    const inserted = await insert(routing)
    const { insertion } = inserted
    if (insertion.result !== 'connection_closed') return { ...inserted, insertion }
    routing = await readRouting()
  }
  throw apiError('operation_in_progress')
}

/** The error type and field of each failure. */
const errorByFailure: Readonly<
  Record<
    Exclude<InsertionFailure, 'wallet_payload_used' | 'overtaken'>,
    readonly [type: Parameters<typeof apiError>[0], field: string]
  >
> = {
  token_not_found: ['token_not_found', 'payment.token'],
  token_expired: ['token_expired', 'payment.token'],
  token_used: ['token_used', 'payment.token'],
  customer_not_found: ['customer_not_found', 'payment.stored.customer'],
  wallet_not_found: ['wallet_not_found', 'payment.stored.wallet'],
  wallet_not_of_customer: ['wallet_not_of_customer', 'payment.stored.wallet'],
  terminal_not_found: ['terminal_not_found', 'payment.terminal.id'],
  encrypted_card_used: ['encrypted_card_used', encryptedCardField],
  reference_not_found: ['reference_not_found', 'referenceTransactionId'],
}

const insertionError = (failure: InsertionFailure): ApiError => {
  if (failure === 'overtaken') return apiError('operation_in_progress')
  if (failure === 'wallet_payload_used') return invalidWalletPayload(walletPaymentField)
  const [type, field] = errorByFailure[failure]
  return apiError(type, { field })
}

const toAddressCheck = ({ order }: NewPayment): AddressCheck => ({
  ...definedOnly('postal', order?.billTo?.postalCode),
  ...definedOnly('line1', order?.billTo?.line1),
  ...definedOnly('country', order?.billTo?.country),
})

/** Payments created after this time (milliseconds since 1970) may make this one a duplicate. Null if the rule is off. */
export const duplicateSince = ({ account, clock }: DuplicateNeeds): number | null =>
  account.settings.duplicateWindowSeconds === 0 ? null : clock.now() - account.settings.duplicateWindowSeconds * 1000

/** The gateway's id of the first transaction in the series. Null if the client sent the network's id instead. */
const gatewayIdOfInitial = ({ initialTransactionId }: Credential): number | null => {
  const id = initialTransactionId === null ? -1 : parseTransactionId(initialTransactionId)
  return id === -1 ? null : id
}

/** The network's id of the first transaction in the series. The gateway's own id is never sent as the network's. */
const networkIdOfInitial = (
  { initialTransactionId, initial }: Credential,
  { first, instrument }: Extract<PendingInsertion, { result: 'inserted' }>,
): string | null => {
  if (first !== null) return first.networkTransactionId
  return initialTransactionId ?? (initial === 'subsequent' ? instrument.networkTransactionId : null)
}

/** The processor's reference of the first transaction in the series, if that was made over the payment's connection. */
const referenceOfInitial = (
  { initialTransactionId, initial }: Credential,
  { first, instrument, connection }: Extract<PendingInsertion, { result: 'inserted' }>,
): string | null => {
  if (connection === null) return null
  if (first !== null) return first.connection === connection ? first.reference : null
  return initialTransactionId === null && initial === 'subsequent'
    ? (instrument.initialReferences?.[connection] ?? null)
    : null
}

interface NewTransactionInput {
  readonly id: number
  readonly ref: ReturnType<typeof newRef>
  readonly request: NewPayment
  readonly amount: Money
  readonly credential: Credential
  readonly options: Pick<PaymentOptions, 'capture'>
}

const toNewTransaction = (
  type: 'payment' | 'credit',
  { id, ref, request, amount, credential, options }: NewTransactionInput,
  {
    clock,
    clockOffsetMs,
    limits,
    requestId,
  }: Pick<CreatePendingNeeds, 'clock' | 'clockOffsetMs' | 'limits' | 'requestId'>,
): NewTransaction => ({
  id,
  type,
  currency: amount.currency,
  requested: Number(amount.minor),
  initiatedBy: credential.initiatedBy,
  initial: credential.initial,
  orderData: request.order === undefined ? null : toStoredOrder(request.order),
  orderReference: request.order === undefined ? null : orderReference(request.order),
  referenceTransactionId: request.referenceTransactionId ?? null,
  initiatedByUserId: request.initiatedByUserId ?? null,
  processorRef: ref,
  capturesNow: options.capture === 'now',
  requestId,
  created: ref.created,
  due: clock.now() + (request.payment.terminal == null ? 0 : deviceLimits.sessionMs) + limits.abandonAfterMs,
  isOnRealTime: clockOffsetMs === 0,
})
