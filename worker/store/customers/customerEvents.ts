import { createRowAnnouncer } from '../events/rowEvents.ts'
import { customerSnapshotColumns } from './customerColumns.ts'

/** Inserts events of customers. */
export const announceCustomer = createRowAnnouncer('customers', customerSnapshotColumns.names)
