import type { FigureScanStore } from '../../store/figures/figureStore.ts'
import type { Clock } from '../clock.ts'
import { firstTransactionIdOf } from '../ids.ts'
import type { TimeLimits } from '../timeLimits.ts'
import { scannedUntil, scanUntil } from '../transactions/recovery/scans.ts'

/** Age at which an operation is due to be added to the figures. */
const figuresDueMs = 10 * 60_000

/** Within this time the operations that are due are counted at least once: the cron runs each minute, and may be late. */
const countedWithinMs = 3 * 60_000

/** The last ids that are due, and that may be added: their requests have ended, so that few are corrected later. @param nowMs real time */
export const figuresUntil = (nowMs: number, limits: Pick<TimeLimits, 'abandonAfterMs'>) => ({
  figuresDueUntil: firstTransactionIdOf(nowMs - figuresDueMs + 1) - 1,
  figuresRecentFrom: scannedUntil(nowMs - countedWithinMs, limits).operationsUntil + 1,
  figuresUntil: scannedUntil(nowMs, limits).operationsUntil,
})

interface Needs {
  /** Real time. */
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
  readonly figureScans: FigureScanStore
}

/** Adds operations to the figures of their days. */
export const rollUpFigures = ({ figureScans, clock, limits }: Needs) =>
  scanUntil(figureScans.add, figuresUntil(clock.now(), limits).figuresUntil)
