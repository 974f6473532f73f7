import { eventsOfRows } from '../events/rowEvents.ts'
import { walletSnapshotColumns } from './walletEntryColumns.ts'

/** Announces changes of wallet entries. */
export const walletEvent = eventsOfRows('walletEntries', walletSnapshotColumns.names)
