import type { Ref } from '../../processors/processor.ts'
import type { BatchStore } from '../../store/batches/batchStore.ts'
import type { RequestServices } from '../../app/compose.ts'
import type { BatchRow, Piece, Settleable } from '../../store/batches/batches.ts'

const operationsAtOnce = 500
const piecesAtOnce = 4

type Needs = Pick<RequestServices, 'processor' | 'clock'> & {
  readonly batches: Pick<BatchStore, 'readSettleable' | 'settle'>
}

/** What a batch came to: null where nothing came into it after all. */
export interface SettledBatch {
  readonly batch: BatchRow | null
  readonly operations: number
}

/**
 * Settles what a batch that is closing may take, and closes it where that is all; a large one stays closing and is gone on with later. May
 * end at any point and may run twice at once.
 *
 * @param requestId the request that closes it; null where time does
 */
export const settleBatch = async (
  opened: BatchRow,
  services: Needs,
  requestId: string | null,
): Promise<SettledBatch> => {
  let batch: BatchRow | null = opened
  let operations = 0
  for (let piece = 0; piece < piecesAtOnce && batch?.status === 'closing'; piece++) {
    const ready = await services.batches.readSettleable(batch, operationsAtOnce)
    const { cutoff } = batch
    const done = await services.batches.settle(
      batch,
      ready.map((operation) => withForesight(operation, cutoff, services)),
      services.clock.now(),
      requestId,
    )
    batch = done.batch
    operations += done.settled
  }
  return { batch, operations }
}

/** What the processor knows beforehand of a payment that settles at the cut-off, or of a credit. */
const withForesight = (
  { id, type, approved, processorRef }: Settleable,
  settled: number,
  { processor }: Needs,
): Piece => {
  const ref = processorRef === null ? null : (JSON.parse(processorRef) as Ref)
  const foreseen =
    ref?.processor === processor.name
      ? processor.foresee?.(type === 'capture' ? 'authorize' : 'credit', ref, { approved, settled })
      : undefined
  return { id, foreseen: foreseen ?? null }
}
