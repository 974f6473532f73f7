const isLocale = (language: string): boolean => {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

/** The first language that formats can have. In a system without languages, browsers name none, such as `C`. */
export const chooseLocale = (languages: readonly string[]): string => languages.find(isLocale) ?? 'en'

/** The browser's language, for numbers and dates. Texts are in English. */
export const formatLocale = (): string => chooseLocale([navigator.language, ...navigator.languages])
