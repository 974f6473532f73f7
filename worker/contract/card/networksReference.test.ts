import creditCardType from 'credit-card-type'
import { expect, it } from 'vitest'
import { type KnownNetwork, NETWORK_NAMES, NETWORKS, type Network, networkFacts, networkOf } from './networks.ts'

/** What credit-card-type calls the networks that we have, and those that it does not have. */
const THEIR_NAMES: Partial<Record<string, Network>> = {
  'american-express': 'amex',
  'diners-club': 'diners',
  '': 'unknown',
}
const OURS_ALONE: readonly KnownNetwork[] = ['cartesBancaires']

/** Eight digits: credit-card-type knows ranges of that length. */
const lowest = (from: string) => from.padEnd(8, '0')
const highest = (to: string) => to.padEnd(8, '9')
const after = (digits: string) => String(Number(digits) + 1).padStart(8, '0')
const before = (digits: string) => String(Number(digits) - 1).padStart(8, '0')

const theirs = (digits: string): string => {
  const name = creditCardType(digits)
    .map(({ type }) => type)
    .join('/')
  return THEIR_NAMES[name] ?? name
}

const theirRanges = Object.values(creditCardType.types).flatMap((type) =>
  creditCardType.getTypeInfo(type).patterns.map((pattern) => [pattern].flat().map(String)),
)

/** Every stretch of numbers on which the two tables disagree: both are constant between the ends of their ranges. */
const disagreements = () => {
  const ranges = [...theirRanges, ...NETWORK_NAMES.flatMap((name) => NETWORKS[name].ranges)]
  const ends = ranges.flatMap(([from, to = from]) => [lowest(from!), after(highest(to!))])
  const starts = [...new Set(['00000000', ...ends])].sort()
  return starts
    .map((from, index) => ({
      from,
      to: before(starts[index + 1] ?? '100000000'),
      theirs: theirs(from),
      ours: networkOf(from),
    }))
    .filter((stretch) => stretch.theirs !== stretch.ours)
}

/** Where we differ on purpose. Each row covers something, and nothing is covered that is not in a row. */
const DIFFERENCES: readonly [theirs: string, ours: Network, ranges: string[], because: string][] = [
  ['unknown', 'jcb', ['3088-3102', '3112-3120', '3158-3159', '3337-3349'], 'old cards and test sets have them still'],
  ['unknown', 'diners', ['3095'], 'Discover publishes it for Diners Club'],
  ['maestro', 'visa', ['493698'], 'everything under 4 is given out by Visa'],
  ['maestro', 'unknown', ['506099-506198', '507865-507964'], 'the whole of both blocks is given to Verve'],
  [
    'maestro',
    'unknown',
    ['60-61', '63-64', '66', '68-69'],
    'RuPay, mada and private cards are there: no mark is better than a wrong one',
  ],
  [
    'maestro',
    'unionpay',
    ['62183', '62198-62199', '6271-6281', '6290', '6293-6299'],
    'all of 62 is given to UnionPay; cards of 6279 exist',
  ],
  ['elo', 'unionpay', ['627780'], 'all of 62 is given to UnionPay'],
  [
    'elo',
    'visa',
    ['401178-401179', '431274', '438935', '451416', '457393', '457631-457632'],
    'abroad they run over Visa',
  ],
  ['naranja', 'visa', ['402918'], 'abroad they run over Visa'],
  ['naranja', 'mastercard', ['527572'], 'abroad they run over Mastercard'],
  ['naranja', 'maestro', ['589562'], 'the range is given to Maestro'],
  ['elo', 'discover', ['6500', '6504-6505', '6507', '6509', '6516', '6550'], 'abroad they run over Discover'],
  ['troy', 'discover', ['65'], 'abroad they run over Discover'],
  ['troy', 'unknown', ['9792'], 'no processor of ours can route it'],
  ['mir', 'unknown', ['2200-2204'], 'no processor of ours can route it'],
  ['verve', 'unknown', ['506099-506198', '507865-507964'], 'no processor of ours can route it'],
  ['elo', 'unknown', ['504175', '506699-506778', '509', '636297', '636368'], 'no processor of ours can route it'],
  ['hiper', 'unknown', ['637'], 'no processor of ours can route it'],
  ['hipercard', 'unknown', ['606282'], 'no processor of ours can route it'],
]

const covers = (range: string, { from, to }: { from: string; to: string }) => {
  const [first, last = first] = range.split('-')
  return lowest(first!) <= from && to <= highest(last!)
}

it('names the network of every number as credit-card-type does, but where it says why not', () => {
  const unused = new Set(
    DIFFERENCES.flatMap(([theirs, ours, ranges]) => ranges.map((range) => `${theirs} ${ours} ${range}`)),
  )
  const unexplained = disagreements().filter((stretch) => {
    const row = DIFFERENCES.filter(([theirs, ours]) => theirs === stretch.theirs && ours === stretch.ours)
    const range = row.flatMap(([, , ranges]) => ranges).find((range) => covers(range, stretch))
    unused.delete(`${stretch.theirs} ${stretch.ours} ${range}`)
    return range === undefined
  })
  expect(unexplained).toEqual([])
  expect([...unused]).toEqual([])
})

/** Lengths that we take and they do not (+), or they take and we do not (-). */
const LENGTHS: Partial<Record<Network, [difference: string, because: string]>> = {
  visa: ['+13', 'Visa issued thirteen digits, and test sets have them still'],
  diners: ['+15 +17 +18', 'ISO/IEC 7812 leaves Discover every length from 14 to 19'],
  discover: ['+17 +18', 'ISO/IEC 7812 leaves Discover every length from 16 to 19'],
  jcb: ['+15', 'cards of 2131 and 1800 have fifteen digits'],
  unionpay: ['-14 -15', 'UnionPay issues 16 to 19'],
  maestro: ['-12', 'no card of fewer than thirteen digits is issued any more'],
}

const theirFacts = Object.values(creditCardType.types)
  .map((type) => creditCardType.getTypeInfo(type))
  .map((facts) => [THEIR_NAMES[facts.type] ?? facts.type, facts] as const)
  .filter((entry): entry is [KnownNetwork, (typeof entry)[1]] => Object.hasOwn(NETWORKS, entry[0]))

it('has every network that they have and we can route', () => {
  const shared = theirFacts.map(([name]) => name)
  expect([...shared, ...OURS_ALONE].sort()).toEqual([...NETWORK_NAMES].sort())
})

it.each(theirFacts)(
  'takes the lengths, the groups and the security code of %s from them, but where it says why not',
  (name, facts) => {
    const { title, lengths, grouping, securityCode } = networkFacts(name)
    expect(title).toBe(facts.niceType)
    const more = lengths.filter((length) => !facts.lengths.includes(length)).map((length) => `+${length}`)
    const fewer = facts.lengths.filter((length) => !lengths.includes(length)).map((length) => `-${length}`)
    expect([...more, ...fewer].join(' ')).toBe(LENGTHS[name]?.[0] ?? '')
    const [sizes] = grouping.map(({ sizes }) => sizes)
    let position = 0
    expect(
      sizes!
        .slice(0, -1)
        .map((size) => (position += size))
        .slice(0, facts.gaps.length),
    ).toEqual(facts.gaps)
    // JCB calls it card authentication value.
    expect(securityCode).toEqual({ name: name === 'jcb' ? 'CAV' : facts.code.name, length: facts.code.size })
  },
)
