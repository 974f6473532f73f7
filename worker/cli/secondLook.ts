import type { Check } from './checks.ts'
import type { Failure, Tally } from './reports.ts'

/** So many that fail may be one machine's bad moment. More are no accident. */
const mostLookedAtAgain = 3

export type Looked = Tally & {
  /** Failed among the others, and held alone. */
  unsteady: Failure[]
}

/**
 * Runs the tests that failed once more, when nothing else runs any more. What fails again has failed; what holds is told by name, with what
 * it said the first time: it hangs on how busy the machine is, and wants mending, but says nothing of the change that is looked at.
 */
export const lookAgain = async ({ runAlone }: Check, tally: Tally): Promise<Looked> => {
  const places = tally.failures.flatMap(({ place }) => (place ? [place] : []))
  const isWorthIt = places.length > 0 && places.length === tally.failures.length && places.length <= mostLookedAtAgain
  if (!runAlone || !isWorthIt) return { ...tally, unsteady: [] }
  const again = await runAlone(places)
  const failedAgain = new Set(again.failures.map(({ title }) => title))
  const unsteady = tally.failures.filter(({ title }) => !failedAgain.has(title))
  // Whatever is wrong now and was not then is wrong, too.
  return { ...tally, passed: tally.passed + unsteady.length, failures: again.failures, unsteady }
}
