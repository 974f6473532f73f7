import { COUNTRY_CODES } from '#contract/addresses/countryCodes'
import type { Option } from '../../fields/select/select.ts'

/** A country by name in a language. */
export const countryOption = (locale: string, value: string): Option => ({
  value,
  label: new Intl.DisplayNames(locale, { type: 'region' }).of(value)!,
})

let known: { locale: string; options: readonly Option[] } | undefined

/** All countries by name in a language, sorted for it. */
export const countries = (locale: string): readonly Option[] => {
  if (known?.locale === locale) return known.options
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  const options = COUNTRY_CODES.map((value) => ({ value, label: names.of(value)! })).sort((a, b) =>
    compare(a.label, b.label),
  )
  known = { locale, options }
  return options
}
