/**
 * The card networks: number ranges, lengths, grouping of digits and the name of the security code. Source: the ISO/IEC 7812 ranges that the
 * networks publish for acquirers, compared range by range with credit-card-type (networksReference.test.ts lists each difference with its
 * reason).
 *
 * Domestic networks (Elo, Hipercard, Mir, Troy, Verve, Naranja) are missing, since no processor can route them. Their cards count as cards
 * of the network that they use abroad, or as `unknown`.
 */

type Facts = {
  /** The network's own spelling of its name. */
  title: string
  /** Inclusive ranges of leading digits; both ends have the same length. */
  ranges: readonly (readonly [from: string, to: string])[]
  /** Lengths of the network's card numbers, ascending. */
  lengths: readonly number[]
  /** Sizes of the printed groups: the first entry whose `upTo` is at least the number of digits. */
  grouping: readonly { upTo: number; sizes: readonly number[] }[]
  /** The network's name for the security code, and its number of digits. */
  securityCode: { name: string; length: number }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const FOURS = [{ upTo: 19, sizes: [4, 4, 4, 4, 3] }]

/**
 * @param ranges ranges of leading digits, separated by spaces: a prefix, or two prefixes with a hyphen between them
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
  // 14 digits are printed 4-6-4. Longer numbers, which Discover issues today, are printed in groups of four.
  diners: facts('Diners Club', '300-305 3095 36 38-39', range(14, 19), 'CVV', 3, [
    { upTo: 14, sizes: [4, 6, 4] },
    ...FOURS,
  ]),
  // The ranges below 3528 are still in use on cards and in test data. 3095 among them belongs to Diners Club.
  jcb: facts('JCB', '3528-3589 3088-3094 3096-3102 3112-3120 3158-3159 3337-3349 2131 1800', range(15, 19), 'CAV'),
  unionpay: facts('UnionPay', '62 8100-8171', range(16, 19), 'CVN'),
  // 50 except Elo (504175, 506699-506778, 509) and Verve (506099-506198, 507865-507964).
  maestro: facts(
    'Maestro',
    '500000-504174 504176-506098 506199-506698 506779-507864 507965-508999 56-59 6304 6390 67',
    range(13, 19),
    'CVC',
  ),
  // No ranges: its cards are co-badged and have numbers of other networks.
  cartesBancaires: facts('Cartes Bancaires', '', [16], 'CVV'),
} satisfies Record<string, Facts>

const UNKNOWN = facts('', '', range(13, 19), 'CVV')

export type KnownNetwork = keyof typeof NETWORKS
export type Network = KnownNetwork | 'unknown'

/**
 * Ranges that two networks claim, with the network that counts. A test compares every pair of ranges above, so each overlap must have an
 * entry here.
 */
export const OVERLAPS: readonly { range: readonly [string, string]; winner: KnownNetwork }[] = [
  // UnionPay cards that Discover's network accepts in the United States. They carry UnionPay's mark.
  { range: ['622126', '622925'], winner: 'unionpay' },
]

/** The networks whose cards can be co-badged with the key's network. */
const CARRIED_BY: Partial<Record<KnownNetwork, readonly string[]>> = {
  cartesBancaires: ['visa', 'mastercard', 'maestro'],
}

/** The names of all networks, in the order of the table. */
export const NETWORK_NAMES = Object.keys(NETWORKS) as KnownNetwork[]

/** The facts about a network; for `unknown` the facts that hold for any card. */
export const networkFacts = (network: Network): Facts => (network === 'unknown' ? UNKNOWN : NETWORKS[network])

/** Whether a card of `network` can be charged over `wanted`: its own network, or one with which such cards can be co-badged. */
export const canChargeOver = (network: string, wanted: KnownNetwork): boolean =>
  network === wanted || CARRIED_BY[wanted]?.includes(network) === true

type RangeMatch = (digits: string, range: Facts['ranges'][number]) => boolean

const overlapsRange: RangeMatch = (digits, [from, to]) => {
  const head = digits.slice(0, from.length)
  return from.slice(0, head.length) <= head && head <= to.slice(0, head.length)
}

const inRange: RangeMatch = (digits, range) => digits.length >= range[0].length && overlapsRange(digits, range)

const networksMatching = (digits: string, matches: RangeMatch): KnownNetwork[] => {
  const tie = OVERLAPS.find(({ range }) => inRange(digits, range))
  return tie
    ? [tie.winner]
    : NETWORK_NAMES.filter((name) => NETWORKS[name].ranges.some((range) => matches(digits, range)))
}

/**
 * The network of a card number or of a prefix of one. `unknown` while the digits do not suffice, and for numbers of networks that are not
 * in the table.
 *
 * @param digits digits only, no separators
 */
export const networkOf = (digits: string): Network => networksMatching(digits, inRange)[0] ?? 'unknown'

/**
 * The networks that a number with this prefix can belong to, in the order of the table. All networks with number ranges for an empty
 * prefix, none for a prefix that no network issues.
 *
 * @param prefix digits only, no separators
 */
export const possibleNetworks = (prefix: string): KnownNetwork[] => networksMatching(prefix, overlapsRange)
