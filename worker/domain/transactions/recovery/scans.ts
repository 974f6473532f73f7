import type { ScanStore } from '../../../store/transactions/transactionStore.ts'
import type { Clock } from '../../clock.ts'
import { firstTransactionIdOf } from '../../ids.ts'
import type { TimeLimits } from '../../timeLimits.ts'

/** Age at which the sweep reads a live payment to index its hold, if it is still authorized. The shortest usual hold lives for 4.75 days. */
const holdScanAgeMs = 3 * 24 * 3_600_000

/** Rows of one round trip, and the most round trips of one sweep. The rest follows a minute later. */
const scannedAtOnce = 5_000
const mostScans = 10

/** The last ids that are old enough for the scans of operations and holds. @param nowMs real time, milliseconds since 1970 */
export const scannedUntil = (nowMs: number, { abandonAfterMs }: Pick<TimeLimits, 'abandonAfterMs'>) => ({
  operationsUntil: firstTransactionIdOf(nowMs - abandonAfterMs + 1) - 1,
  holdsUntil: firstTransactionIdOf(nowMs - holdScanAgeMs + 1) - 1,
})

interface Needs {
  /** Real time. */
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
  readonly scans: ScanStore
}

/** A scan of the next rows. False if there was none. */
type Scan = (range: { readonly until: number; readonly limit: number }) => Promise<boolean>

/** Scans rows up to an id, a part at a time. Nothing is counted: the rows that it indexes are the work of others. */
export const scanUntil = async (scan: Scan, until: number): Promise<Record<never, never>> => {
  for (let part = 1; part <= mostScans; part++) if (!(await scan({ until, limit: scannedAtOnce }))) break
  return {}
}

/** Indexes operations that are pending for so long that their requests have ended. */
export const scanPendingOperations = ({ scans, clock, limits }: Needs) =>
  scanUntil(scans.scanOperations, scannedUntil(clock.now(), limits).operationsUntil)

/** Indexes holds that may soon expire. */
export const scanOpenHolds = ({ scans, clock, limits }: Needs) =>
  scanUntil(scans.scanHolds, scannedUntil(clock.now(), limits).holdsUntil)
