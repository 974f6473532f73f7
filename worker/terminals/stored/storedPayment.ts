import type { Configuration } from '#contract/terminals/terminals'
import type { PendingTransaction } from '../../domain/transactions/initiate/createPending.ts'
import type { Ref } from '../../processors/processor.ts'

/**
 * A pending transaction in the form that terminal objects store and receive. It has types of its own, so that renames in the domain do not
 * change stored data. API types (prompts, configuration) and processor references are stable formats already.
 *
 * The sealed card is left out: it is in the database, and an interrupted payment is reversed, never sent again.
 */
export interface StoredPayment {
  readonly id: number
  readonly type: 'payment' | 'credit'
  readonly options: {
    readonly capture: 'later' | 'now'
    readonly allowPartial: boolean
    /** Always null at a terminal; kept for version 1. */
    readonly bill: null
    readonly checkout: null
  }
  readonly ref: Ref
  readonly asked: StoredMoney
  /** Minor units. */
  readonly tip: bigint
  readonly reader: string | null
  readonly address: { readonly postal?: string; readonly line1?: string; readonly country?: string }
  readonly columns: StoredInstrument
  readonly credential: StoredCredential
  readonly duplicateOf: number | null
  /** Always null at a terminal: only browser cards are checked for card testing. Kept for version 1. */
  readonly suspicion: null
}

export interface StoredMoney {
  readonly minor: bigint
  readonly currency: number
  readonly exponent: number
}

interface StoredInstrument {
  readonly method: string
  readonly network: string | null
  readonly last4: string | null
  readonly digits: number | null
  readonly expiry: string | null
  readonly customer: string | null
  readonly wallet: string | null
  readonly preferredNetwork: string | null
  readonly networkTransactionId: string | null
  readonly address: string | null
  readonly terminal: StoredTerminal | null
}

interface StoredTerminal {
  readonly id: string
  readonly nickname: string
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
  readonly configuration: Configuration
  readonly simulated: string | null
  readonly created: number
}

interface StoredCredential {
  readonly initiatedBy: 'customer' | 'merchant'
  readonly initial: 'first' | 'subsequent'
  readonly reason: 'recurring' | 'installment' | 'unscheduled'
  readonly installment?: number
  readonly initialTransactionId: string | null
  readonly networkTransactionId: string | null
}

export const encodeMoney = ({ minor, currency, exponent }: StoredMoney): StoredMoney => ({ minor, currency, exponent })

const encodeTerminal = ({
  id,
  nickname,
  make,
  model,
  serialNumber,
  deviceId,
  configuration,
  simulated,
  created,
}: NonNullable<PendingTransaction['columns']['terminal']>): StoredTerminal => ({
  id,
  nickname,
  make,
  model,
  serialNumber,
  deviceId,
  configuration,
  simulated,
  created,
})

export const encodePayment = (payment: PendingTransaction): StoredPayment => {
  const { options, columns, credential, address } = payment
  return {
    id: payment.id,
    type: payment.type,
    options: { capture: options.capture, allowPartial: options.allowPartial, bill: null, checkout: null },
    ref: payment.ref,
    asked: encodeMoney(payment.amount),
    tip: payment.tip,
    reader: payment.reader,
    address: {
      ...(address.postal !== undefined && { postal: address.postal }),
      ...(address.line1 !== undefined && { line1: address.line1 }),
      ...(address.country !== undefined && { country: address.country }),
    },
    columns: {
      method: columns.method,
      network: columns.network,
      last4: columns.last4,
      digits: columns.digits,
      expiry: columns.expiry,
      customer: columns.customer,
      wallet: columns.wallet,
      preferredNetwork: columns.preferredNetwork,
      networkTransactionId: columns.networkTransactionId,
      address: columns.address && JSON.stringify(columns.address),
      terminal: columns.terminal && encodeTerminal(columns.terminal),
    },
    credential: {
      initiatedBy: credential.initiatedBy,
      initial: credential.initial,
      reason: credential.reason,
      ...(credential.installment !== undefined && { installment: credential.installment }),
      initialTransactionId: credential.initialTransactionId,
      networkTransactionId: credential.networkTransactionId,
    },
    duplicateOf: payment.duplicateOf,
    suspicion: null,
  }
}

export const decodePayment = (stored: StoredPayment): PendingTransaction => {
  const { options, columns, credential } = stored
  return {
    id: stored.id,
    type: stored.type,
    options: { capture: options.capture, allowPartial: options.allowPartial, bill: null, checkout: null },
    ref: stored.ref,
    amount: encodeMoney(stored.asked),
    tip: stored.tip,
    reader: stored.reader,
    address: stored.address,
    columns: {
      method: columns.method,
      cardId: null,
      sealedPan: null,
      wrappedPanKey: null,
      network: columns.network,
      last4: columns.last4,
      digits: columns.digits,
      expiry: columns.expiry,
      fingerprint: null,
      cardRange: null,
      source: null,
      customer: columns.customer,
      wallet: columns.wallet,
      preferredNetwork: columns.preferredNetwork,
      sealedCvv: null,
      networkTransactionId: columns.networkTransactionId,
      initialReferences: null,
      address: columns.address === null ? null : (JSON.parse(columns.address) as Record<string, string>),
      terminal: columns.terminal && encodeTerminal(columns.terminal),
    },
    credential: {
      initiatedBy: credential.initiatedBy,
      initial: credential.initial,
      reason: credential.reason,
      ...(credential.installment !== undefined && { installment: credential.installment }),
      initialTransactionId: credential.initialTransactionId,
      networkTransactionId: credential.networkTransactionId,
    },
    duplicateOf: stored.duplicateOf,
    velocityCheck: null,
  }
}
