/** The browser's language, for numbers and dates. Texts are in English. */
export const formatLocale = (): string => navigator.language
