import creditCardType from 'credit-card-type'
import { expect, it } from 'vitest'
import { type KnownNetwork, NETWORK_NAMES, NETWORKS, type Network, networkFacts, networkOf } from './networks.ts'

/** Names of credit-card-type that differ from ours. */
const REFERENCE_NAMES: Partial<Record<string, Network>> = {
  'american-express': 'amex',
  'diners-club': 'diners',
  '': 'unknown',
}
const ONLY_OURS: readonly KnownNetwork[] = ['cartesBancaires']

/** Prefixes of eight digits, since credit-card-type has ranges of that length. */
const lowest = (from: string) => from.padEnd(8, '0')
const highest = (to: string) => to.padEnd(8, '9')
const after = (digits: string) => String(Number(digits) + 1).padStart(8, '0')
const before = (digits: string) => String(Number(digits) - 1).padStart(8, '0')

const reference = (digits: string): string => {
  const name = creditCardType(digits)
    .map(({ type }) => type)
    .join('/')
  return REFERENCE_NAMES[name] ?? name
}

const referenceRanges = Object.values(creditCardType.types).flatMap((type) =>
  creditCardType.getTypeInfo(type).patterns.map((pattern) => [pattern].flat().map(String)),
)

/** The intervals on which the two tables differ. Both are constant between the ends of their ranges. */
const disagreements = () => {
  const ranges = [...referenceRanges, ...NETWORK_NAMES.flatMap((name) => NETWORKS[name].ranges)]
  const ends = ranges.flatMap(([from, to = from]) => [lowest(from!), after(highest(to!))])
  const starts = [...new Set(['00000000', ...ends])].sort()
  return starts
    .map((from, index) => ({
      from,
      to: before(starts[index + 1] ?? '100000000'),
      reference: reference(from),
      ours: networkOf(from),
    }))
    .filter((interval) => interval.reference !== interval.ours)
}

/** Intended differences with their reasons. Each row must cover a difference, and each difference must be in a row. */
const DIFFERENCES: readonly [reference: string, ours: Network, ranges: string[], reason: string][] = [
  [
    'unknown',
    'jcb',
    ['3088-3102', '3112-3120', '3158-3159', '3337-3349'],
    'still in use on old cards and in test data',
  ],
  ['unknown', 'diners', ['3095'], 'Discover publishes it for Diners Club'],
  ['maestro', 'visa', ['493698'], 'all of 4 is assigned to Visa'],
  ['maestro', 'unknown', ['506099-506198', '507865-507964'], 'both blocks are assigned to Verve'],
  [
    'maestro',
    'unknown',
    ['60-61', '63-64', '66', '68-69'],
    'RuPay, mada and private cards have these ranges: no mark is better than a wrong one',
  ],
  [
    'maestro',
    'unionpay',
    ['62183', '62198-62199', '6271-6281', '6290', '6293-6299'],
    'all of 62 is assigned to UnionPay; cards of 6279 exist',
  ],
  ['elo', 'unionpay', ['627780'], 'all of 62 is assigned to UnionPay'],
  [
    'elo',
    'visa',
    ['401178-401179', '431274', '438935', '451416', '457393', '457631-457632'],
    'charged over Visa abroad',
  ],
  ['naranja', 'visa', ['402918'], 'charged over Visa abroad'],
  ['naranja', 'mastercard', ['527572'], 'charged over Mastercard abroad'],
  ['naranja', 'maestro', ['589562'], 'the range is assigned to Maestro'],
  ['elo', 'discover', ['6500', '6504-6505', '6507', '6509', '6516', '6550'], 'charged over Discover abroad'],
  ['troy', 'discover', ['65'], 'charged over Discover abroad'],
  ['troy', 'unknown', ['9792'], 'no processor can route it'],
  ['mir', 'unknown', ['2200-2204'], 'no processor can route it'],
  ['verve', 'unknown', ['506099-506198', '507865-507964'], 'no processor can route it'],
  ['elo', 'unknown', ['504175', '506699-506778', '509', '636297', '636368'], 'no processor can route it'],
  ['hiper', 'unknown', ['637'], 'no processor can route it'],
  ['hipercard', 'unknown', ['606282'], 'no processor can route it'],
]

const covers = (range: string, { from, to }: { from: string; to: string }) => {
  const [first, last = first] = range.split('-')
  return lowest(first!) <= from && to <= highest(last!)
}

it('the network of every number is that of credit-card-type, except for listed differences', () => {
  const unused = new Set(
    DIFFERENCES.flatMap(([reference, ours, ranges]) => ranges.map((range) => `${reference} ${ours} ${range}`)),
  )
  const unexplained = disagreements().filter((interval) => {
    const row = DIFFERENCES.filter(([reference, ours]) => reference === interval.reference && ours === interval.ours)
    const range = row.flatMap(([, , ranges]) => ranges).find((range) => covers(range, interval))
    unused.delete(`${interval.reference} ${interval.ours} ${range}`)
    return range === undefined
  })
  expect(unexplained).toEqual([])
  expect([...unused]).toEqual([])
})

/** Lengths that only our table has (+), or only credit-card-type (-). */
const LENGTHS: Partial<Record<Network, [difference: string, reason: string]>> = {
  visa: ['+13', 'Visa issued 13 digits, and test data still has them'],
  diners: ['+15 +17 +18', 'ISO/IEC 7812 allows Discover all lengths from 14 to 19'],
  discover: ['+17 +18', 'ISO/IEC 7812 allows Discover all lengths from 16 to 19'],
  jcb: ['+15', 'cards of 2131 and 1800 have fifteen digits'],
  unionpay: ['-14 -15', 'UnionPay issues 16 to 19'],
  maestro: ['-12', 'cards with fewer than 13 digits are no longer issued'],
}

const referenceFacts = Object.values(creditCardType.types)
  .map((type) => creditCardType.getTypeInfo(type))
  .map((facts) => [REFERENCE_NAMES[facts.type] ?? facts.type, facts] as const)
  .filter((entry): entry is [KnownNetwork, (typeof entry)[1]] => Object.hasOwn(NETWORKS, entry[0]))

it('every network of credit-card-type that can be routed is in the table', () => {
  const shared = referenceFacts.map(([name]) => name)
  expect([...shared, ...ONLY_OURS].sort()).toEqual([...NETWORK_NAMES].sort())
})

it.each(referenceFacts)(
  '%s has the lengths, grouping and security code of credit-card-type, except for listed differences',
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
