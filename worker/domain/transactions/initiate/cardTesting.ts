import type { Warning } from '../../warning.ts'
import type { SharedAttribute, EarlierPayment, VelocitySample } from '../../../store/transactions/velocity.ts'
import type { Verdict } from '../verdict.ts'

/**
 * Card testing: fraudsters try stolen card numbers at a shop with the publishable key of its page. Signs are many cards from one
 * address, many cards of one issuer range (they are sold by range), and a high share of declines. Of a shop's own shoppers about
 * one in ten is declined.
 */

const hourMs = 3_600_000

/** Limits within the last hour. They count cards other than the paying one, each once. */
const limits = {
  /** Attempts with one card without an approval. A shopper who mistypes the security code has it right by the fifth. */
  card: 5,
  /** Declined cards from one address. A shopper's third card may be declined, too. */
  address: 3,
  /** Declined cards of one range. Fewer are chance. */
  range: 4,
  /** The same while the breaker is open: chance is then no longer the likelier cause. */
  rangeUnderAttack: 2,
  /** The breaker opens at this many declined cards among the last thirty browser payments, */
  breaker: 10,
  /** and at least this ratio of declines. Honest shops reach 0.25 on bad days. */
  breakerRatio: 0.4,
  /**
   * An address or range is blocked only if three of four cards were declined. Addresses shared by an office or a carrier's
   * customers, and ranges of large banks, also have approvals of others.
   */
  ratio: 0.75,
} as const

/** Counts the other cards of earlier payments with something in common, and the declined ones among them. */
const countCards = (earlier: readonly EarlierPayment[], common: SharedAttribute, card: string, since: number) => {
  const cards = new Map<string, boolean>()
  for (const payment of earlier)
    if (payment.common === common && payment.card !== card && payment.created > since && payment.approved !== null)
      cards.set(payment.card, payment.approved || cards.get(payment.card) === true)
  return { cards: cards.size, declined: [...cards.values()].filter((approved) => !approved).length }
}

/** The result of the velocity rules for a card payment from a browser. */
export interface VelocityCheck {
  /** The rule that declines the payment. Only logged, since a fraudster who learns the rule can avoid it. */
  readonly rule: Warning | null
  /** Whether the card was approved here before. Testing it is then pointless, and it is no sample of other cards. */
  readonly approvedBefore: boolean
}

/**
 * Checks a payment against the velocity rules.
 *
 * @param card its fingerprint
 */
export const checkVelocity = (card: string, earlier: readonly EarlierPayment[], nowMs: number): VelocityCheck => {
  const ofCard = earlier.filter(({ common }) => common === 'card')
  if (ofCard.some(({ approved }) => approved === true)) return { rule: null, approvedBefore: true }
  const since = nowMs - hourMs
  const exceeds = (common: SharedAttribute, least: number, ratio: number = limits.ratio): boolean => {
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
 * Which velocity counts include a card payment from a browser. A payment declined for card testing is excluded from the counts of
 * its range and address, or a blocked range would keep itself blocked. It stays in the count of browsers, since the attack
 * continues.
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
