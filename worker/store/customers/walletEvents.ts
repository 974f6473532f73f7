import { createRowAnnouncer } from '../events/rowEvents.ts'
import { walletSnapshotColumns } from './walletEntryColumns.ts'

/** Inserts events of wallet entries. */
export const announceWalletEntry = createRowAnnouncer('walletEntries', walletSnapshotColumns.names)
