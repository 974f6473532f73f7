import { eventsOfRows } from '../events/rowEvents.ts'
import { snapshotColumns } from './walletEntryColumns.ts'
import type { WalletEntryRow } from './walletEntryColumns.ts'

/** A payment method as its events keep it: what a read of it shows, and its customer. No sealed value. */
export type WalletSnapshot = Omit<WalletEntryRow, 'isDefault' | 'address'> & {
  readonly customer: string
  readonly isDefault: 0 | 1
  /** An object, as JSON. */
  readonly address: string
}

export const walletEvent = eventsOfRows('walletEntries', snapshotColumns.names)
