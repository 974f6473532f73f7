/** The most characters of a telephone number: 15 digits with their separators. */
export const maxPhoneLength = 30

const separators = /[\s().\-/]/g

/**
 * Whether a text is a telephone number: an optional plus, then 6 to 15 digits (ITU-T E.164 allows at most 15) that spaces, parentheses,
 * periods, hyphens and slashes may separate. Only a call can prove that a number exists.
 */
export const isPhone = (text: string): boolean =>
  text.length <= maxPhoneLength && /^\+?\d{6,15}$/.test(text.replace(separators, ''))
