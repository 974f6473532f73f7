import { createRowAnnouncer } from '../events/rowEvents.ts'
import { walletSnapshotColumns } from './walletEntryColumns.ts'

/** Announces changes of wallet entries. */
export const announceWalletEntry = createRowAnnouncer('walletEntries', walletSnapshotColumns.names)
