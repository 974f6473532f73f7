import { describe, expect, it } from 'vitest'
import {
  possibleNetworks,
  canChargeOver,
  NETWORK_NAMES,
  networkFacts,
  networkOf,
  NETWORKS,
  OVERLAPS,
} from './networks.ts'

const wide = (digits: string, fill: string) => digits.padEnd(6, fill)

describe('networkOf', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['4222222222222', 'visa'],
    ['4444333322221111455', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['5105105105105100', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['2720999999999996', 'mastercard'],
    ['378282246310005', 'amex'],
    ['341111111111111', 'amex'],
    ['6011111111111117', 'discover'],
    ['6441111111111117', 'discover'],
    ['6500000000000002', 'discover'],
    ['3056930009020004', 'diners'],
    ['36227206271667', 'diners'],
    ['3095000000000000', 'diners'],
    ['38520000023237', 'diners'],
    ['3566002020360505', 'jcb'],
    ['3088000000000009', 'jcb'],
    ['213100000000001', 'jcb'],
    ['180000000000002', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['6222021234567890', 'unionpay'],
    ['6221260000000000', 'unionpay'],
    ['6229250000000000', 'unionpay'],
    ['6279000000000000', 'unionpay'],
    ['8171999927660000', 'unionpay'],
    ['6759649826438453', 'maestro'],
    ['6799990100000000019', 'maestro'],
    ['5018000000000009', 'maestro'],
    ['5099990000000006', 'unknown'],
    ['6220000000000000000', 'unionpay'],
    ['9999999999999995', 'unknown'],
  ])('%s is a number of %s', (digits, network) => {
    expect(networkOf(digits)).toBe(network)
  })

  it.each([
    ['', 'unknown'],
    ['2', 'unknown'],
    ['222', 'unknown'],
    ['2220', 'unknown'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['3', 'unknown'],
    ['37', 'amex'],
    ['5', 'unknown'],
    ['6', 'unknown'],
    ['62', 'unionpay'],
  ])('the prefix %j belongs to %s', (prefix, network) => {
    expect(networkOf(prefix)).toBe(network)
  })
})

describe('candidates', () => {
  it.each([
    ['', NETWORK_NAMES.filter((name) => name !== 'cartesBancaires')],
    ['2', ['mastercard', 'jcb']],
    ['21', ['jcb']],
    ['3', ['amex', 'diners', 'jcb']],
    ['30', ['diners', 'jcb']],
    ['309', ['diners', 'jcb']],
    ['3095', ['diners']],
    ['5', ['mastercard', 'maestro']],
    ['6', ['discover', 'unionpay', 'maestro']],
    ['622126', ['unionpay']],
    ['9', []],
  ])('the candidates of %j are %j', (prefix, networks) => {
    expect(possibleNetworks(prefix)).toEqual(networks)
  })

  it('the candidates of a prefix include its network', () => {
    for (let prefix = 0; prefix < 10_000; prefix++) {
      const digits = String(prefix)
      const network = networkOf(digits)
      if (network !== 'unknown') expect(possibleNetworks(digits), digits).toContain(network)
    }
  })
})

it.each([
  ['visa', 'visa', true],
  ['visa', 'cartesBancaires', true],
  ['mastercard', 'cartesBancaires', true],
  ['maestro', 'cartesBancaires', true],
  ['amex', 'cartesBancaires', false],
  ['unknown', 'cartesBancaires', false],
  ['ach', 'cartesBancaires', false],
  ['visa', 'mastercard', false],
  ['unknown', 'visa', false],
] as const)('whether a card of %s can be charged over %s: %s', (network, wanted, may) => {
  expect(canChargeOver(network, wanted)).toBe(may)
})

describe('table of networks', () => {
  it('every overlap of two networks has a winner', () => {
    const claims = NETWORK_NAMES.flatMap((name) => NETWORKS[name].ranges.map(([from, to]) => ({ name, from, to })))
    const undecided = claims.flatMap((a) =>
      claims
        .filter((b) => a.name < b.name && wide(a.from, '0') <= wide(b.to, '9') && wide(b.from, '0') <= wide(a.to, '9'))
        .filter((b) => {
          const from = [wide(a.from, '0'), wide(b.from, '0')].sort()[1]
          const to = [wide(a.to, '9'), wide(b.to, '9')].sort()[0]
          return !OVERLAPS.some(({ range }) => wide(range[0], '0') === from && wide(range[1], '9') === to)
        })
        .map((b) => `${a.name} ${a.from}-${a.to} and ${b.name} ${b.from}-${b.to}`),
    )
    expect(undecided).toEqual([])
  })

  it.each([...NETWORK_NAMES, 'unknown'] as const)('the facts of %s are well-formed', (name) => {
    const { ranges, lengths, grouping, securityCode } = networkFacts(name)
    expect(ranges.length > 0).toBe(!['unknown', 'cartesBancaires'].includes(name))
    for (const [from, to] of ranges) {
      expect(`${from}${to}`).toMatch(/^\d+$/)
      expect(from).toHaveLength(to.length)
      expect(from <= to).toBe(true)
    }
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
    expect(lengths.every((length) => length >= 13 && length <= 19)).toBe(true)
    expect(grouping.at(-1)?.upTo).toBe(19)
    expect(securityCode.length).toBe(name === 'amex' ? 4 : 3)
  })
})
