import type { SweepServices } from '../../app/compose.ts'
import { countOutcomes } from '../countOutcomes.ts'
import { erasePayments } from './erasePayments.ts'

const erasuresAtOnce = 5
const piecesOfErasure = 20

/** Goes on with erasures that a crash or their size has left unfinished. */
export const finishErasures = async ({ erasures, clock }: SweepServices) => {
  const unfinished = await erasures.findUnfinished(erasuresAtOnce)
  const came = await countOutcomes(unfinished, async (erasure) =>
    (await erasePayments(erasure, piecesOfErasure, { clock, eraseNext: erasures.eraseNext })) ? 'done' : 'continued',
  )
  return { erasuresDone: came.get('done') ?? 0, erasuresContinued: came.get('continued') ?? 0 }
}
