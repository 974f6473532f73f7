import { COUNTRY_CODES } from '#contract/addresses/countryCodes'
import type { Option } from '../../fields/select/select.ts'

let names: { locale: string; ofRegions: Intl.DisplayNames } | undefined
let known: { locale: string; options: readonly Option[] } | undefined

/** Reads the names in a language from the browser's data, which takes a slow phone longer than all of `countries` after it. */
export const prepareNames = (locale: string): Intl.DisplayNames => {
  if (names?.locale !== locale) names = { locale, ofRegions: new Intl.DisplayNames(locale, { type: 'region' }) }
  return names.ofRegions
}

/** All countries by name in a language, sorted for it. */
export const countries = (locale: string): readonly Option[] => {
  if (known?.locale === locale) return known.options
  const ofRegions = prepareNames(locale)
  const { compare } = new Intl.Collator(locale)
  const options = COUNTRY_CODES.map((value) => ({ value, label: ofRegions.of(value)! })).sort((a, b) =>
    compare(a.label, b.label),
  )
  known = { locale, options }
  return options
}
