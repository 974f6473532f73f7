import { connectionLost, interceptD1 } from './interceptD1.ts'

/** The result of one batch: it runs, or fails before or after its effect. */
export type BatchOutcome = 'runs' | 'fails before' | 'fails after'

/** A D1 database whose batches fail as a test decides. */
export const faultyDatabase = (
  real: D1Database,
  /** @param call counts from 1 */
  fate: (call: number) => BatchOutcome | Promise<BatchOutcome>,
) => {
  let calls = 0
  const d1 = interceptD1(real, {
    around: async ({ call }, run) => {
      calls = call
      const outcome = await fate(call)
      if (outcome === 'fails before') throw connectionLost()
      const results = await run()
      if (outcome === 'fails after') throw connectionLost()
      return results
    },
  })
  return {
    d1,
    /** The number of started batches. */
    calls: () => calls,
  }
}
