import { createRowAnnouncer } from '../events/rowEvents.ts'
import { customerSnapshotColumns } from './customerColumns.ts'

/** Announces changes of customers. */
export const announceCustomer = createRowAnnouncer('customers', customerSnapshotColumns.names)
