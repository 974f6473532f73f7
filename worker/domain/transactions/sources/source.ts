import type { AddressCheck, CredentialUse, Instrument } from '../../../processors/processor.ts'
import type { PendingInstrument } from '../../../store/transactions/createPending.ts'
import type { InstrumentSource } from '../../../store/transactions/instrumentSteps.ts'

/** A decrypted instrument. It stays in this isolate's memory until the processor has responded. */
export interface OpenInstrument {
  readonly instrument: Instrument
  /** The payer's address in the instrument. */
  readonly avs: AddressCheck
}

/** Initiator, sequence and reason of a charge (stored-credential framework of the card networks). */
export interface Credential extends Pick<CredentialUse, 'initiatedBy' | 'initial' | 'reason' | 'installment'> {
  /** The gateway's or the network's id of the first transaction in the series. */
  readonly initialTransactionId: string | null
}

export const customerInitiated: Credential = {
  initiatedBy: 'customer',
  initial: 'first',
  reason: 'unscheduled',
  initialTransactionId: null,
}

/** A payment method: how its columns get into the transaction's row, and how the instrument is decrypted from them. */
export interface Source {
  readonly from: InstrumentSource
  readonly credential: Credential
  /** Null for a card that is presented later, at a terminal. */
  readonly open: ((columns: PendingInstrument) => Promise<OpenInstrument>) | null
}

/** A source whose instrument is available from the start. */
export interface OpenableSource extends Source {
  readonly open: NonNullable<Source['open']>
}
