/** A line of an address that depends on the country. Every address also has a country, and a shipping address a name. */
export type CountryLine = 'line1' | 'line2' | 'district' | 'city' | 'state' | 'postalCode'

/** The kinds of labels, by line. The page has a text for each in `address` of its locale. */
export const addressLabels = {
  district: ['suburb', 'district', 'neighborhood', 'village'],
  city: ['suburb', 'district'],
  state: ['state', 'province', 'area', 'county', 'department', 'district', 'emirate', 'island', 'parish', 'prefecture'],
  postalCode: ['zip', 'pin', 'eircode'],
} as const satisfies Partial<Record<CountryLine, readonly string[]>>

export type AddressLabel = (typeof addressLabels)[keyof typeof addressLabels][number]

/** Code, name in Latin letters, and the name in the country's language if it is written otherwise. */
export type AddressState = readonly [code: string, name: string, localName?: string]

/**
 * The addresses of one country. The build writes a file of these per country; the page builds the form from them and the worker validates
 * by them.
 */
export interface AddressRules {
  /** Rows of the form below the country, of one or two lines each. */
  readonly rows: readonly (readonly CountryLine[])[]
  /** Rows in the country's own language, if its script has another order. */
  readonly localRows?: AddressRules['rows']
  /** BCP 47 tag of the country's language, if rows or names of states depend on it. */
  readonly language?: string
  readonly required: readonly CountryLine[]
  readonly labels: Readonly<Partial<Record<CountryLine, AddressLabel>>>
  /** A regular expression of the whole code in capital letters, and codes of each length. Absent if any code is valid. */
  readonly postalCode?: { readonly pattern: string; readonly examples: readonly string[] }
  readonly states?: readonly AddressState[]
}

/** An address before a country is chosen. */
export const unknownCountry: AddressRules = {
  rows: [['line1'], ['line2'], ['city', 'state'], ['postalCode']],
  required: ['line1', 'city'],
  labels: {},
}

const primary = (locale: string): string => locale.split('-')[0]!

/** Whether a page is in the country's language. */
const isLocal = ({ language }: AddressRules, locale: string): boolean =>
  language !== undefined && primary(language) === primary(locale)

/** The rows of the form in a language. */
export const addressRows = (rules: AddressRules, locale: string): AddressRules['rows'] =>
  (isLocal(rules, locale) && rules.localRows) || rules.rows

/**
 * The states as options of a select in a language.
 *
 * @param only code of the one that is wanted; it needs no order, which browsers need long to prepare
 */
export const stateOptions = (
  rules: AddressRules,
  locale: string,
  only?: string,
): { value: string; label: string }[] => {
  const local = isLocal(rules, locale)
  const options = (rules.states ?? [])
    .filter(([value]) => only === undefined || value === only)
    .map(([value, name, localName]) => ({ value, label: (local && localName) || name }))
  if (local || options.length < 2) return options
  const { compare } = new Intl.Collator(locale)
  return options.sort((a, b) => compare(a.label, b.label))
}
