import type { BatchSnapshot } from '../../store/batchEvents.ts'
import type { EventRow } from '../../store/events.ts'
import { shownBatch as shown } from '../batches/shown.ts'

/** A batch as `GET /v1/batches/{id}` answered at that moment. */
export const shownBatch = ({ snapshot }: EventRow) => {
  const { totals, ...batch } = JSON.parse(snapshot) as BatchSnapshot
  const exact = totals.map((total) => ({
    ...total,
    captured: BigInt(total.captured),
    credited: BigInt(total.credited),
  }))
  return shown({ ...batch, totals: exact })
}
