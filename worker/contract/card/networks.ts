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
  /** Every number of digits that the network issues, ascending. */
  lengths: readonly number[]
  /** How the digits are grouped: the first entry whose `upTo` is not below the number of digits. */
  grouping: readonly { upTo: number; sizes: readonly number[] }[]
  /** The network's own name for the security code, and its digits. */
  securityCode: { name: string; length: number }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const FOURS = [{ upTo: 19, sizes: [4, 4, 4, 4, 3] }]

/**
 * A row of the table.
 *
 * @param ranges of leading digits, separated by spaces, each one beginning or two with a hyphen between
 * @param code name of the security code
 */
const facts = (
  title: string,
  ranges: string,
  lengths: readonly number[],
  code: string,
  codeLength = 3,
  grouping: Facts['grouping'] = FOURS,
): Facts => ({
  title,
  ranges: (ranges.match(/[^ ]+/g) ?? []).map((text) => {
    const [from = '', to = from] = text.split('-')
    return [from, to]
  }),
  lengths,
  grouping,
  securityCode: { name: code, length: codeLength },
})

export const NETWORKS = {
  visa: facts('Visa', '4', [13, 16, 18, 19], 'CVV'),
  mastercard: facts('Mastercard', '51-55 2221-2720', [16], 'CVC'),
  amex: facts('American Express', '34 37', [15], 'CID', 4, [{ upTo: 19, sizes: [4, 6, 5] }]),
  discover: facts('Discover', '6011 644-649 65 622126-622925', range(16, 19), 'CID'),
  // Fourteen digits are printed 4-6-4. Longer ones, which Discover issues today, are printed in fours.
  diners: facts('Diners Club', '300-305 3095 36 38-39', range(14, 19), 'CVV', 3, [
    { upTo: 14, sizes: [4, 6, 4] },
    ...FOURS,
  ]),
  // The ranges from before 3528 are still on cards and in test sets. 3095 between them is Diners Club.
  jcb: facts('JCB', '3528-3589 3088-3094 3096-3102 3112-3120 3158-3159 3337-3349 2131 1800', range(15, 19), 'CAV'),
  unionpay: facts('UnionPay', '62 8100-8171', range(16, 19), 'CVN'),
  // 50 without Elo (504175, 506699-506778, 509) and Verve (506099-506198, 507865-507964).
  maestro: facts(
    'Maestro',
    '500000-504174 504176-506098 506199-506698 506779-507864 507965-508999 56-59 6304 6390 67',
    range(13, 19),
    'CVC',
  ),
  // It has no numbers of its own: its mark is on cards of other networks.
  cartesBancaires: facts('Cartes Bancaires', '', [16], 'CVV'),
} satisfies Record<string, Facts>

const UNKNOWN = facts('', '', range(13, 19), 'CVV')

export type KnownNetwork = keyof typeof NETWORKS
export type Network = KnownNetwork | 'unknown'

/**
 * Ranges that two networks claim, with the one that we print. A test compares every pair of ranges above, so an
 * overlap that is not decided here cannot be added.
 */
export const TIES: readonly { range: readonly [string, string]; winner: KnownNetwork }[] = [
  // UnionPay cards that Discover's network accepts in the United States; the card carries UnionPay's mark.
  { range: ['622126', '622925'], winner: 'unionpay' },
]

/** The networks on whose cards another is found as a second one. */
const CARRIED_BY: Partial<Record<KnownNetwork, readonly string[]>> = {
  cartesBancaires: ['visa', 'mastercard', 'maestro'],
}

/** The names of all networks, in the order of the table. */
export const NETWORK_NAMES = Object.keys(NETWORKS) as KnownNetwork[]

/** Everything known about a network; for `unknown` what holds for any card. */
export const networkFacts = (network: Network): Facts => (network === 'unknown' ? UNKNOWN : NETWORKS[network])

/** Whether a card of this network may be charged over that one: its own, or a second one that such cards can carry. */
export const mayRunOver = (network: string, wanted: KnownNetwork): boolean =>
  network === wanted || CARRIED_BY[wanted]?.includes(network) === true

type Fits = (digits: string, range: Facts['ranges'][number]) => boolean

const mayReach: Fits = (digits, [from, to]) => {
  const head = digits.slice(0, from.length)
  return from.slice(0, head.length) <= head && head <= to.slice(0, head.length)
}

const inRange: Fits = (digits, range) => digits.length >= range[0].length && mayReach(digits, range)

const claimedBy = (digits: string, fits: Fits): KnownNetwork[] => {
  const tie = TIES.find(({ range }) => inRange(digits, range))
  return tie ? [tie.winner] : NETWORK_NAMES.filter((name) => NETWORKS[name].ranges.some((range) => fits(digits, range)))
}

/**
 * The network of a card number. Works on a whole number and on its beginning; `unknown` until enough digits are
 * there to decide, and for numbers of no network in the table.
 *
 * @param digits digits only, no separators
 */
export const networkOf = (digits: string): Network => claimedBy(digits, inRange)[0] ?? 'unknown'

/**
 * The networks that a number with this beginning can still turn out to be, in the order of the table. All that have
 * numbers for an empty prefix, none for one that no network issues.
 *
 * @param prefix digits only, no separators
 */
export const candidates = (prefix: string): KnownNetwork[] => claimedBy(prefix, mayReach)
