import type { AddressCheck, CredentialUse, Instrument } from '../../../processors/processor.ts'
import type { InstrumentFrom, OpenedInstrument } from '../../../store/transactions/createPending.ts'

/** What a payment is made with, lying open in this isolate's memory for as long as it takes to ask the processor. */
export interface OpenInstrument {
  readonly instrument: Instrument
  /** What the instrument itself says of the payer's address. */
  readonly avs: AddressCheck
}

/** Who charges a stored credential, whether for the first time, and why: what the schemes of card networks ask for. */
export interface Credential extends Pick<CredentialUse, 'initiatedBy' | 'initial' | 'reason' | 'installment'> {
  /** Our id of the transaction that began the series, or the network's own. */
  readonly initialTransactionId: string | null
}

export const shopperPresent: Credential = {
  initiatedBy: 'customer',
  initial: 'first',
  reason: 'unscheduled',
  initialTransactionId: null,
}

/** One way to pay: how its columns get into the transaction's row, and how what was written is opened. */
export interface Source {
  readonly from: InstrumentFrom
  readonly credential: Credential
  /** Null of a card that is presented later, at a reader. */
  readonly open: ((opened: OpenedInstrument) => Promise<OpenInstrument>) | null
}

/** One whose instrument is there when the payment is opened. */
export interface OpenableSource extends Source {
  readonly open: NonNullable<Source['open']>
}
