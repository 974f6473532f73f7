import { eventsOfRows } from '../events/rowEvents.ts'
import { customerSnapshotColumns } from './customerColumns.ts'

/** Announces changes of customers. */
export const customerEvent = eventsOfRows('customers', customerSnapshotColumns.names)
