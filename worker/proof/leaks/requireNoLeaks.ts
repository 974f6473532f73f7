import { leaksFound } from '../../cli/wrangler/testArtifacts.ts'
import { markerCvvs } from './markerCvvs.ts'
import { soakCards } from '../soak/cards.ts'
import { cardsInSources } from './knownCards.ts'
import { markerCards } from './markerCards.ts'
import { scanForLeaks, type Leak, type NamedSecret, type ScanLocations } from './scan.ts'

/**
 * Targets of all tests: cards of any test and by pattern, API secrets and webhook secrets. CVVs count if they are labelled or occur
 * together, as those of tests with their own CVVs.
 */
const suiteTargets = (secrets: readonly NamedSecret[]) => ({
  cards: cardsInSources(),
  // Of a hundred cards, ten digits occur by chance in the ids of many thousand transactions.
  minDigits: 12,
  secrets,
  matchPatterns: true,
})

/** @throws Error with the location, marker and encoding of each leak. Cards are masked, secrets not printed. */
const throwOnLeaks = (leaks: readonly Leak[]): void => {
  if (leaks.length === 0) return
  const lines = leaks.slice(0, 20).map(({ location, finding }) => `  ${location}: ${finding}`)
  throw new Error(`${leaksFound} in ${leaks.length} places:\n${lines.join('\n')}`)
}

/** @throws Error if gateways of browser tests left leaks in these locations */
export const requireNoLeaks = async (places: ScanLocations, secrets: readonly NamedSecret[]): Promise<void> => {
  const codes = [...markerCards, ...soakCards].map(({ code }) => code)
  throwOnLeaks(await scanForLeaks({ ...suiteTargets(secrets), cvvs: codes, minCvvs: 3 }, places))
}

/** @throws Error if tests in workerd left leaks in these locations */
export const requireNoLeaksOfWorkerd = async (places: ScanLocations): Promise<void> =>
  throwOnLeaks(await scanForLeaks({ ...suiteTargets([]), cvvs: markerCvvs, minCvvs: 2 }, places))
