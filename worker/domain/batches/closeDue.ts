import type { BatchSweepStore } from '../../store/batches/batchStore.ts'
import type { UnsettledWithCutoff } from '../../store/batches/dueBatches.ts'
import type { BatchRow } from '../../store/batches/batches.ts'
import type { Ids } from '../ids.ts'
import { endOfDay } from '../localDay.ts'
import { countOutcomes } from '../countOutcomes.ts'
import { settleBatch } from './settle.ts'
import type { SettleBatchNeeds } from './settle.ts'

interface Needs extends SettleBatchNeeds {
  readonly ids: Pick<Ids, 'short'>
  readonly batches: Pick<BatchSweepStore, 'insert' | 'readDue' | 'setCutoffs'> & SettleBatchNeeds['batches']
}

const accountsPerSweep = 20

/** Closes the batch of each account whose day is over, and continues batches that were too large for one sweep. */
export const closeDueBatches = async (needs: Needs) => {
  const { batches, clock } = needs
  const now = clock.now()
  const { undated, due, closing } = await batches.readDue(now, accountsPerSweep)
  const dated = undated.map(({ account, mode, since, timeZone }) => ({
    account,
    mode,
    since,
    cutoff: endOfDay(since, timeZone),
  }))
  if (dated.length > 0) await batches.setCutoffs(dated)
  // A cut-off that was just set and has already passed waits for the next sweep, since each sweep processes a bounded number of
  // accounts.
  const outcomes = await countOutcomes([...closing, ...due], async (work) => {
    const batch = 'id' in work ? work : await insertBatch(work, needs)
    if (batch === null) return 'nothing'
    const settled = await settleBatch(batch, needs, null)
    return settled?.status === 'closed' ? 'closed' : 'closing'
  })
  return {
    batchesScheduled: dated.length,
    batchesClosed: outcomes.get('closed') ?? 0,
    batchesClosing: outcomes.get('closing') ?? 0,
  }
}

/** Returns null if no operation is ready to settle. */
const insertBatch = ({ cutoff }: UnsettledWithCutoff, { batches, ids, clock }: Needs): Promise<BatchRow | null> =>
  batches.insert({ id: ids.short(), cutoff, created: clock.now() }, true)
