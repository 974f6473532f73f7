/**
 * The card networks: who issues which numbers, how long they are, how they are grouped in print and what the
 * security code is called. Sources: ISO/IEC 7812 ranges as the networks publish them for acquirers, compared range by
 * range with those of credit-card-type (a test lists every difference and its reason).
 *
 * Networks of one country (Elo, Hipercard, Mir, Troy, Verve, Naranja) are not here, since no processor of ours can route
 * them: their cards are taken as what they are abroad, or as `unknown`.
 */

type Facts = {
  /** The network's own spelling of its name. */
  title: string
  /** Inclusive ranges of leading digits; both ends have the same length. */
  ranges: readonly (readonly [from: string, to: string])[]
  /** The networks on whose cards it is found as a second one: it has no numbers of its own. */
  carriedBy?: readonly string[]
  /** Every number of digits that the network issues, ascending. */
  lengths: readonly number[]
  /** How the digits are grouped: the first entry whose `upTo` is not below the number of digits. */
  grouping: readonly { upTo: number; sizes: readonly number[] }[]
  /** The network's own name for the security code, and its digits. */
  securityCode: { name: string; length: number }
}

const one = (prefix: string) => [prefix, prefix] as const
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const FOURS = [{ upTo: 19, sizes: [4, 4, 4, 4, 3] }]

export const NETWORKS = {
  visa: {
    title: 'Visa',
    ranges: [one('4')],
    lengths: [13, 16, 18, 19],
    grouping: FOURS,
    securityCode: { name: 'CVV', length: 3 },
  },
  mastercard: {
    title: 'Mastercard',
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    grouping: FOURS,
    securityCode: { name: 'CVC', length: 3 },
  },
  amex: {
    title: 'American Express',
    ranges: [one('34'), one('37')],
    lengths: [15],
    grouping: [{ upTo: 19, sizes: [4, 6, 5] }],
    securityCode: { name: 'CID', length: 4 },
  },
  discover: {
    title: 'Discover',
    ranges: [one('6011'), ['644', '649'], one('65'), ['622126', '622925']],
    lengths: [16, 17, 18, 19],
    grouping: FOURS,
    securityCode: { name: 'CID', length: 3 },
  },
  diners: {
    title: 'Diners Club',
    ranges: [['300', '305'], one('3095'), one('36'), ['38', '39']],
    lengths: range(14, 19),
    // Fourteen digits are printed 4-6-4. Longer ones, which Discover issues today, are printed in fours.
    grouping: [{ upTo: 14, sizes: [4, 6, 4] }, ...FOURS],
    securityCode: { name: 'CVV', length: 3 },
  },
  jcb: {
    title: 'JCB',
    ranges: [
      ['3528', '3589'],
      // The ranges from before 3528, still on cards and in test sets. 3095 between them is Diners Club.
      ['3088', '3094'],
      ['3096', '3102'],
      ['3112', '3120'],
      ['3158', '3159'],
      ['3337', '3349'],
      one('2131'),
      one('1800'),
    ],
    lengths: range(15, 19),
    grouping: FOURS,
    securityCode: { name: 'CAV', length: 3 },
  },
  unionpay: {
    title: 'UnionPay',
    ranges: [one('62'), ['8100', '8171']],
    lengths: range(16, 19),
    grouping: FOURS,
    securityCode: { name: 'CVN', length: 3 },
  },
  maestro: {
    title: 'Maestro',
    // 50 without Elo (504175, 506699-506778, 509) and Verve (506099-506198, 507865-507964).
    ranges: [
      ['500000', '504174'],
      ['504176', '506098'],
      ['506199', '506698'],
      ['506779', '507864'],
      ['507965', '508999'],
      ['56', '59'],
      one('6304'),
      one('6390'),
      one('67'),
    ],
    lengths: range(13, 19),
    grouping: FOURS,
    securityCode: { name: 'CVC', length: 3 },
  },
  cartesBancaires: {
    title: 'Cartes Bancaires',
    ranges: [],
    carriedBy: ['visa', 'mastercard', 'maestro'],
    lengths: [16],
    grouping: FOURS,
    securityCode: { name: 'CVV', length: 3 },
  },
} as const satisfies Record<string, Facts>

const UNKNOWN: Facts = {
  title: '',
  ranges: [],
  lengths: range(13, 19),
  grouping: FOURS,
  securityCode: { name: 'CVV', length: 3 },
}

export type KnownNetwork = keyof typeof NETWORKS
export type Network = KnownNetwork | 'unknown'

/**
 * Ranges that two networks claim, with the one that we print. A test compares every pair of ranges above, so an
 * overlap that is not decided here cannot be added.
 */
export const TIES: readonly { range: readonly [string, string]; winner: KnownNetwork; other: KnownNetwork }[] = [
  // UnionPay cards that Discover's network accepts in the United States; the card carries UnionPay's mark.
  { range: ['622126', '622925'], winner: 'unionpay', other: 'discover' },
]

/** The names of all networks, in the order of the table. */
export const NETWORK_NAMES = Object.keys(NETWORKS) as KnownNetwork[]

/** Everything known about a network; for `unknown` what holds for any card. */
export const networkFacts = (network: Network): Facts => (network === 'unknown' ? UNKNOWN : NETWORKS[network])

/** Whether a card of this network may be charged over that one: its own, or a second one that such cards can carry. */
export const mayRunOver = (network: string, wanted: KnownNetwork): boolean =>
  network === wanted || networkFacts(wanted).carriedBy?.includes(network) === true

const inRange = (digits: string, [from, to]: readonly [string, string]) => {
  const head = digits.slice(0, from.length)
  return head.length === from.length && from <= head && head <= to
}

const mayReach = (prefix: string, [from, to]: readonly [string, string]) => {
  const length = Math.min(prefix.length, from.length)
  const head = prefix.slice(0, length)
  return from.slice(0, length) <= head && head <= to.slice(0, length)
}

/**
 * The network of a card number. Works on a whole number and on its beginning; `unknown` until enough digits are
 * there to decide, and for numbers of no network in the table.
 *
 * @param digits digits only, no separators
 */
export const networkOf = (digits: string): Network => {
  const tie = TIES.find(({ range }) => inRange(digits, range))
  if (tie) return tie.winner
  return NETWORK_NAMES.find((name) => NETWORKS[name].ranges.some((range) => inRange(digits, range))) ?? 'unknown'
}

/**
 * The networks that a number with this beginning can still turn out to be, in the order of the table. All that have
 * numbers for an empty prefix, none for one that no network issues.
 *
 * @param prefix digits only, no separators
 */
export const candidates = (prefix: string): KnownNetwork[] => {
  const tie = TIES.find(({ range }) => inRange(prefix, range))
  if (tie) return [tie.winner]
  return NETWORK_NAMES.filter((name) => NETWORKS[name].ranges.some((range) => mayReach(prefix, range)))
}
