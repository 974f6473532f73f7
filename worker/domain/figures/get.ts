import type { FiguresQuery } from '#contract/figures/figures'
import { mostDays } from '#contract/figures/figures'
import { apiError } from '#contract/errors/apiError'
import type { FigureStore } from '../../store/figures/figureStore.ts'
import type { Clock } from '../clock.ts'
import { firstTransactionIdOf, timeOfTransactionId } from '../ids.ts'
import { toFigures } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly realClock: Clock
  readonly figures: Pick<FigureStore, 'read'>
}

const dayMs = 86_400_000
const defaultDays = 30

/** How far the clocks of two Workers may differ. */
const clockSkewMs = 60_000

/**
 * Returns the figures of each day in a range, and their totals.
 *
 * Errors: query_invalid, for a range that ends before it begins or is longer than 400 days.
 */
export const getFigures = async (query: FiguresQuery, { clock, realClock, figures }: Needs) => {
  const now = clock.now()
  const to = query.to ?? Math.floor(now / dayMs)
  const from = query.from ?? to - defaultDays + 1
  if (from > to || to - from >= mostDays)
    throw apiError('query_invalid', { field: query.from === undefined ? 'to' : 'from' })
  const range = { from, to, currency: query.currency }
  const read = await figures.read(range, firstTransactionIdOf(realClock.now() + clockSkewMs))
  const asOf = read.lastRead === null ? now : Math.min(now, timeOfTransactionId(read.lastRead))
  return { figures: toFigures(range, asOf, read.figures), errors: null }
}
