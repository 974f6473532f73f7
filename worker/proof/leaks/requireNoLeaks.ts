import { leaksTold } from '../../cli/wrangler/testArtifacts.ts'
import { markerCvvs } from './markerCvvs.ts'
import { soakCards } from '../soak/cards.ts'
import { cardsInSources } from './knownCards.ts'
import { markerCards } from './markerCards.ts'
import { scanFor, type NamedSecret, type Places } from './scan.ts'

/**
 * What no test of the suite may leave behind: any card of any test, whatever has the shape of one, API secrets and webhooks' secrets, and
 * the CVVs that are told from other digits by what they are called, or since they stand together: those of the tests that pay with codes
 * of their own.
 */
const soughtInSuite = (secrets: readonly NamedSecret[]) => ({
  cards: cardsInSources(),
  // Of a hundred cards ten digits turn up by chance, in the ids of many thousand transactions.
  inARow: 12,
  secrets,
  byShape: true,
})

/** @throws with each leak, by its place, the marker and the spelling, and no more of what leaked than a receipt may show */
const requireNone = (leaks: readonly { where: string; what: string }[]): void => {
  if (leaks.length === 0) return
  const lines = leaks.slice(0, 20).map(({ where, what }) => `  ${where}: ${what}`)
  throw new Error(`${leaksTold} in ${leaks.length} places:\n${lines.join('\n')}`)
}

/** @throws where gateways of browser tests have left anything in these places */
export const requireNoLeaks = async (places: Places, secrets: readonly NamedSecret[]): Promise<void> => {
  const codes = [...markerCards, ...soakCards].map(({ code }) => code)
  requireNone(await scanFor({ ...soughtInSuite(secrets), codes, codesAtOnce: 3 }, places))
}

/** @throws where tests inside the worker's runtime have left anything in these places */
export const requireNoLeaksOfWorker = async (places: Places): Promise<void> =>
  requireNone(await scanFor({ ...soughtInSuite([]), codes: markerCvvs, codesAtOnce: 2 }, places))
