import type { SweepServices } from '../../app/compose.ts'
import type { BatchRow, Dated } from '../../store/batches/batches.ts'
import { endOfDay } from '../localDay.ts'
import { tally } from '../tally.ts'
import { settleBatch } from './settle.ts'

const accountsAtOnce = 20

/** Closes the batch of each account whose day has ended, and goes on with those that were too large to be closed at once. */
export const closeDueBatches = async (services: SweepServices) => {
  const { batches, clock } = services
  const now = clock.now()
  const { undated, due, closing } = await batches.agenda(now, accountsAtOnce)
  const dated = undated.map(({ account, mode, since, timeZone }) => ({
    account,
    mode,
    since,
    cutoff: endOfDay(since, timeZone),
  }))
  if (dated.length > 0) await batches.date(dated)
  // What was dated just now, and is due, too, waits for the next sweep: a bounded number has its turn in each.
  const opening = await tally([...closing, ...due], async (work) => {
    const batch = 'id' in work ? work : await open(work, services)
    if (batch === null) return 'nothing'
    const settled = await settleBatch(batch, services, null)
    return settled.batch?.status === 'closed' ? 'closed' : 'closing'
  })
  return {
    batchesDated: dated.length,
    batchesClosed: opening.get('closed') ?? 0,
    batchesClosing: opening.get('closing') ?? 0,
  }
}

/** Null where there is nothing to take, or nothing to take yet. */
const open = ({ account, mode, cutoff }: Dated, { batches, ids, clock }: SweepServices): Promise<BatchRow | null> =>
  batches.open({ account, mode }, { id: ids.uuid(), cutoff, created: clock.now() }, true)
