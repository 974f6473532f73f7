import type { Warning } from '../warning.ts'
import type { Common, EarlierPayment, Evidence } from '../../store/transactions/velocity.ts'
import type { Verdict } from './states.ts'

/**
 * Thieves buy card numbers by the thousand and try in somebody's shop which of them work, with the publishable key that stands in its page.
 * What gives them away: many cards from one address, many cards of one issuer's range (they are sold by the range), and most of them
 * declined, where of a shop's own shoppers one in ten is.
 */

const hourMs = 3_600_000

/** All limits count within the last hour, and cards other than the one that pays, each once. */
const limits = {
  /** Tries of one card without an approval: who mistypes a security code has it right by the fifth. */
  card: 5,
  /** Declined cards from one address: the third that a shopper tries may fail, too. */
  address: 3,
  /** Declined cards of one range: less than that is chance. */
  range: 4,
  /** The same while the breaker is open, when chance is not the likelier reason any more. */
  rangeUnderAttack: 2,
  /** The breaker: so many cards declined of the last thirty payments from browsers, */
  breaker: 10,
  /** and at least this part of all of them. Bad days of honest shops have 0.25. */
  breakerRatio: 0.4,
  /**
   * An address or range is closed only where of four cards three were declined: at an address that an office or a carrier's customers share,
   * and in the range of a large bank, there are others' approvals.
   */
  ratio: 0.75,
} as const

/** Of the newest payments that have something in common: how many other cards there were, and how many of them were declined. */
const tally = (earlier: readonly EarlierPayment[], common: Common, card: string, since: number) => {
  const cards = new Map<string, boolean>()
  for (const one of earlier)
    if (one.common === common && one.card !== card && one.created > since && one.approved !== null)
      cards.set(one.card, one.approved === 1 || cards.get(one.card) === true)
  return { cards: cards.size, declined: [...cards.values()].filter((approved) => !approved).length }
}

/** What the earlier payments say of one by a token from a browser. */
export interface Suspicion {
  /** The rule by which it is refused: for the log alone, since who is told which learns how to pass. */
  readonly rule: Warning | null
  /** Whether the card was approved here before: nobody learns anything by trying it, and it says nothing of strangers' cards. */
  readonly known: boolean
}

/**
 * Whether a payment looks like card testing.
 *
 * @param card its fingerprint
 */
export const suspicionOf = (card: string, earlier: readonly EarlierPayment[], nowMs: number): Suspicion => {
  const ofCard = earlier.filter(({ common }) => common === 'card')
  if (ofCard.some(({ approved }) => approved === 1)) return { rule: null, known: true }
  const since = nowMs - hourMs
  const over = (common: Common, least: number, ratio: number = limits.ratio): boolean => {
    const { cards, declined } = tally(earlier, common, card, since)
    return declined >= least && declined >= ratio * cards
  }
  const underAttack = over('browser', limits.breaker, limits.breakerRatio)
  const rules: readonly (readonly [Warning, boolean])[] = [
    ['card_testing_card', ofCard.filter(({ created }) => created > since).length >= limits.card],
    ['card_testing_address', over('address', limits.address)],
    ['card_testing_range', over('range', underAttack ? limits.rangeUnderAttack : limits.range)],
  ]
  return { rule: rules.find(([, hit]) => hit)?.[0] ?? null, known: false }
}

/** Declines that say nothing of the card: somebody on the way to its issuer failed, or what was asked for cannot be. */
const technical: ReadonlySet<string> = new Set(['03', '06', '12', '13', '19', '30', '58', '91', '94', '96'])

/**
 * What a payment by a token from a browser is to those after it. What was refused for card testing says nothing new of its range and
 * address, or a closed range would keep itself closed; but an attack lasts as long as somebody tries.
 *
 * @param asked whether the processor was
 * @param known whether the card was approved here before
 */
export const evidenceOf = ({ transaction, responseCode }: Verdict, asked: boolean, known: boolean): Evidence => {
  if (!asked) return responseCode === 'G06' ? 'browsers' : 'none'
  if (transaction === 'pending' || transaction === 'failed' || technical.has(responseCode)) return 'none'
  return known ? 'browsers' : 'full'
}
