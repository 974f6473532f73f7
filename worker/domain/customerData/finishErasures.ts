import type { ErasureSweepStore } from '../../store/customers/personalDataStore.ts'
import type { Clock } from '../clock.ts'
import { countOutcomes } from '../countOutcomes.ts'
import { erasePayments } from './erasePayments.ts'

const erasuresPerSweep = 5
const chunksPerErasure = 20

interface Needs {
  readonly clock: Clock
  readonly erasures: Pick<ErasureSweepStore, 'findUnfinished' | 'eraseNext'>
}

/** Continues erasures that a crash or their size has left unfinished. */
export const finishErasures = async ({ erasures, clock }: Needs) => {
  const unfinished = await erasures.findUnfinished(erasuresPerSweep)
  const outcomes = await countOutcomes(unfinished, async (erasure) =>
    (await erasePayments(erasure, chunksPerErasure, { clock, eraseNext: erasures.eraseNext })) ? 'done' : 'continued',
  )
  return { erasuresDone: outcomes.get('done') ?? 0, erasuresContinued: outcomes.get('continued') ?? 0 }
}
