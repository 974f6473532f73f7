const isLocale = (language: string): boolean => {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

/** The first language that formats can have. In a system without languages, browsers name none, such as `C`. */
export const chooseLocale = (languages: readonly string[]): string => languages.find(isLocale) ?? 'en'

/** The language chosen for the browser's current one: a list has hundreds of values. */
let chosen: { readonly language: string; readonly locale: string } | undefined

/** The browser's language, for numbers and dates. Texts are in English. */
export const formatLocale = (): string => {
  const { language, languages } = navigator
  if (chosen?.language !== language) chosen = { language, locale: chooseLocale([language, ...languages]) }
  return chosen.locale
}
