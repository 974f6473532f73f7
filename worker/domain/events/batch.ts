import type { BatchSnapshot } from '../../store/batches/batchEvents.ts'
import type { BatchTotal, TotalAsText } from '../../store/batches/totals.ts'
import type { EventRow } from '../../store/events/events.ts'
import { shownBatch as shown } from '../batches/shown.ts'

const exact = ({ captured, credited, ...counts }: TotalAsText): BatchTotal => ({
  ...counts,
  captured: BigInt(captured),
  credited: BigInt(credited),
})

/** A batch as `GET /v1/batches/{id}` answered at that moment. */
export const shownBatch = ({ snapshot }: EventRow) => {
  const { totals, ...batch } = JSON.parse(snapshot) as BatchSnapshot
  return shown({ ...batch, totals: totals.map(exact) })
}
