import type { Clock } from '../../clock.ts'
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
  /** Wrong security codes of a card since its last approval. Its number is known to work, so only the code is left to guess. */
  wrongCodes: 5,
  /** Declined cards from one address. A shopper's third card may be declined, too. */
  address: 3,
  /** Cards of one range from one address, whatever became of them. Even colleagues with cards of one bank are fewer in an hour. */
  rangeAtAddress: 10,
  /** Declined cards of one range. Fewer are chance. */
  range: 4,
  /**
   * The same within the last day while the breaker is open: chance is then no longer the likelier cause, and an attack that lasts longer
   * than an hour gains no further cards of the range.
   */
  rangeUnderAttack: 2,
  rangeUnderAttackMs: 24 * hourMs,
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

/** How payments count whose outcome is awaited: not at all, or as declined. */
type InFlight = 'ignored' | 'declined'

interface Count {
  readonly common: SharedAttribute
  /** The paying card, which is not counted. */
  readonly card: string
  readonly since: number
  readonly inFlight: InFlight
}

/** Counts the other cards of earlier payments with something in common, and the declined ones among them. */
const countCards = (earlier: readonly EarlierPayment[], { common, card, since, inFlight }: Count) => {
  const cards = new Map<string, boolean>()
  for (const payment of earlier) {
    if (payment.common !== common || payment.card === card || payment.created <= since) continue
    if (payment.approved === null && !(payment.inFlight && inFlight === 'declined')) continue
    cards.set(payment.card, payment.approved === true || cards.get(payment.card) === true)
  }
  return { cards: cards.size, declined: [...cards.values()].filter((approved) => !approved).length }
}

/** The result of the velocity rules for a card payment from a browser. */
export interface VelocityCheck {
  /** The rule that declines the payment. Only logged, since a fraudster who learns the rule can avoid it. */
  readonly rule: Warning | null
  /** Whether the card was approved here before. Only its security code is then worth testing, and it is no sample of other cards. */
  readonly approvedBefore: boolean
}

const ruleOf = (
  card: string,
  earlier: readonly EarlierPayment[],
  nowMs: number,
  inFlight: InFlight,
): Warning | null => {
  const lastHour = nowMs - hourMs
  const exceeds = (common: SharedAttribute, least: number, ratio: number, since = lastHour): boolean => {
    const { cards, declined } = countCards(earlier, { common, card, since, inFlight })
    return declined >= least && declined >= ratio * cards
  }
  const rangeAtAddress = new Set(
    earlier
      .filter((payment) => payment.common === 'address' && payment.sameRange && payment.card !== card)
      .filter(({ created }) => created > lastHour)
      .map((payment) => payment.card),
  )
  const underAttack = exceeds('browser', limits.breaker, limits.breakerRatio)
  const rules: readonly (readonly [Warning, boolean])[] = [
    [
      'card_testing_card',
      earlier.filter(({ common, created }) => common === 'card' && created > lastHour).length >= limits.card,
    ],
    ['card_testing_address', exceeds('address', limits.address, limits.ratio)],
    ['card_testing_address', rangeAtAddress.size >= limits.rangeAtAddress],
    [
      'card_testing_range',
      underAttack
        ? exceeds('range', limits.rangeUnderAttack, limits.ratio, nowMs - limits.rangeUnderAttackMs)
        : exceeds('range', limits.range, limits.ratio),
    ],
  ]
  return rules.find(([, hit]) => hit)?.[0] ?? null
}

/** The only rule for a card with an earlier approval in this account: it limits wrong CVVs, since somebody with the number may guess the code. */
const ruleOfKnownCard = (earlier: readonly EarlierPayment[], since: number, inFlight: InFlight): Warning | null => {
  const wrongCodes = earlier.filter(
    (payment) =>
      payment.common === 'card' &&
      payment.created > since &&
      (payment.wrongCode || (payment.inFlight && inFlight === 'declined')),
  )
  return wrongCodes.length >= limits.wrongCodes ? 'card_testing_card' : null
}

/**
 * Checks a payment against the velocity rules. Payments whose outcome is awaited may make the result uncertain: then `isUncertain`, and
 * `rule` is the one that declines the payment if they are declined.
 *
 * @param card its fingerprint
 */
export const checkVelocity = (
  card: string,
  earlier: readonly EarlierPayment[],
  nowMs: number,
): VelocityCheck & { readonly isUncertain: boolean } => {
  const approvals = earlier.filter(({ common, approved }) => common === 'card' && approved === true)
  const approvedBefore = approvals.length > 0
  const since = Math.max(nowMs - hourMs, ...approvals.map(({ created }) => created))
  const check = (inFlight: InFlight): Warning | null =>
    approvedBefore ? ruleOfKnownCard(earlier, since, inFlight) : ruleOf(card, earlier, nowMs, inFlight)
  const certain = check('ignored')
  const rule = certain ?? check('declined')
  return { rule, approvedBefore, isUncertain: certain !== rule }
}

/** Pauses between looks at the outcomes of earlier payments: ten seconds, which a slow processor takes for most of its responses. */
const pausesMs = [250, 500, 750, 1000, 1500, 2000, 2000, 2000] as const

export interface SettleVelocityNeeds {
  readonly clock: Clock
  readonly transactions: { readonly findEarlier: (id: number) => Promise<readonly EarlierPayment[]> }
}

/**
 * Checks a payment against the velocity rules, and waits for the outcomes of earlier payments if they decide: many stolen cards sent at
 * once would otherwise all pass before the first decline, and many honest shoppers at once would be declined. One round trip per pause,
 * and none without such payments. Outcomes that do not come in time count as declines.
 */
export const settleVelocity = async (
  { id, card, earlier }: { readonly id: number; readonly card: string; readonly earlier: readonly EarlierPayment[] },
  { clock, transactions }: SettleVelocityNeeds,
): Promise<VelocityCheck> => {
  let check = checkVelocity(card, earlier, clock.now())
  for (const pauseMs of pausesMs) {
    if (!check.isUncertain) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    check = checkVelocity(card, await transactions.findEarlier(id), clock.now())
  }
  const { rule, approvedBefore } = check
  return { rule, approvedBefore }
}

/** Declines that are not about the card: a failure on the way to the issuer, or an invalid request. */
const technicalDeclines: ReadonlySet<string> = new Set(['03', '06', '12', '13', '19', '30', '58', '91', '94', '96'])

/** Declines for a wrong security code: by the issuer, and by the account's rule. */
const wrongCodeDeclines: ReadonlySet<string> = new Set(['82', 'G05'])

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
  return approvedBefore && !wrongCodeDeclines.has(responseCode) ? 'knownCard' : 'full'
}
