import type { Warning } from '../../warning.ts'
import type { Common, EarlierPayment, VelocitySample } from '../../../store/transactions/velocity.ts'
import type { Verdict } from '../verdict.ts'

/**
 * Card testing: thieves buy card numbers by the thousand and try them in a shop, with the publishable key of its page. The signs are many
 * cards from one address, many cards of one issuer's range (they are sold by the range), and most of them declined, where of a shop's own
 * shoppers one in ten is.
 */

const hourMs = 3_600_000

/** Limits within the last hour. They count cards other than the paying one, each once. */
const limits = {
  /** Attempts of one card without an approval: a mistyped security code is right by the fifth. */
  card: 5,
  /** Declined cards from one address: a shopper's third card may fail, too. */
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

/** The other cards of earlier payments with something in common, and how many of them were declined. */
const countCards = (earlier: readonly EarlierPayment[], common: Common, card: string, since: number) => {
  const cards = new Map<string, boolean>()
  for (const one of earlier)
    if (one.common === common && one.card !== card && one.created > since && one.approved !== null)
      cards.set(one.card, one.approved || cards.get(one.card) === true)
  return { cards: cards.size, declined: [...cards.values()].filter((approved) => !approved).length }
}

/** The result of the rules for a payment with a card from a browser. */
export interface VelocityCheck {
  /** The rule that declines it: for the log alone, since a tester who knows it learns how to pass. */
  readonly rule: Warning | null
  /** Whether the card was approved here before: testing it is pointless, and it is no sample of other cards. */
  readonly approvedBefore: boolean
}

/**
 * Whether a payment looks like card testing.
 *
 * @param card its fingerprint
 */
export const checkVelocity = (card: string, earlier: readonly EarlierPayment[], nowMs: number): VelocityCheck => {
  const ofCard = earlier.filter(({ common }) => common === 'card')
  if (ofCard.some(({ approved }) => approved === true)) return { rule: null, approvedBefore: true }
  const since = nowMs - hourMs
  const exceeds = (common: Common, least: number, ratio: number = limits.ratio): boolean => {
    const { cards, declined } = countCards(earlier, common, card, since)
    return declined >= least && declined >= ratio * cards
  }
  const underAttack = exceeds('browser', limits.breaker, limits.breakerRatio)
  const rules: readonly (readonly [Warning, boolean])[] = [
    ['card_testing_card', ofCard.filter(({ created }) => created > since).length >= limits.card],
    ['card_testing_address', exceeds('address', limits.address)],
    ['card_testing_range', exceeds('range', underAttack ? limits.rangeUnderAttack : limits.range)],
  ]
  return { rule: rules.find(([, hit]) => hit)?.[0] ?? null, approvedBefore: false }
}

/** Declines that are not about the card: a failure on the way to the issuer, or an invalid request. */
const technicalDeclines: ReadonlySet<string> = new Set(['03', '06', '12', '13', '19', '30', '58', '91', '94', '96'])

/**
 * Which counts a payment with a card from a browser belongs to. A payment that was declined for card testing leaves the counts of its range
 * and address, or a closed range would keep itself closed; it stays in that of browsers, since the attack goes on.
 *
 * @param wasSent whether the processor was called
 * @param approvedBefore whether the card was approved here before
 */
export const toVelocitySample = (
  { transaction, responseCode }: Verdict,
  wasSent: boolean,
  approvedBefore: boolean,
): VelocitySample => {
  if (!wasSent) return responseCode === 'G06' ? 'browsers' : 'none'
  if (transaction === 'pending' || transaction === 'failed' || technicalDeclines.has(responseCode)) return 'none'
  return approvedBefore ? 'browsers' : 'full'
}
