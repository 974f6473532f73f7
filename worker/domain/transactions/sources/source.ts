import type { AddressCheck, CredentialUse, Instrument } from '../../../processors/processor.ts'
import type { PendingInstrument } from '../../../store/transactions/createPending.ts'
import type { InstrumentFrom } from '../../../store/transactions/instrumentSteps.ts'

/** A decrypted instrument: in this isolate's memory alone, until the processor has responded. */
export interface OpenInstrument {
  readonly instrument: Instrument
  /** The payer's address as the instrument has it. */
  readonly avs: AddressCheck
}

/** Who charges a stored credential, whether for the first time, and why (stored-credential framework of the card networks). */
export interface Credential extends Pick<CredentialUse, 'initiatedBy' | 'initial' | 'reason' | 'installment'> {
  /** The gateway's id of the transaction that began the series, or the network's. */
  readonly initialTransactionId: string | null
}

export const customerInitiated: Credential = {
  initiatedBy: 'customer',
  initial: 'first',
  reason: 'unscheduled',
  initialTransactionId: null,
}

/** A way to pay: how its columns get into the transaction's row, and how the instrument is decrypted from them. */
export interface Source {
  readonly from: InstrumentFrom
  readonly credential: Credential
  /** Null for a card that is presented later, at a terminal. */
  readonly open: ((columns: PendingInstrument) => Promise<OpenInstrument>) | null
}

/** One whose instrument is there from the start. */
export interface OpenableSource extends Source {
  readonly open: NonNullable<Source['open']>
}
