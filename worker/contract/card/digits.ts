/**
 * Converts the digits of every script to ASCII: people type Arabic-Indic, Persian, Bengali and full-width digits. Unicode
 * keeps the ten digits of a script in order from zero, so a digit's value is the number of digits before it.
 */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - before - 1))) before++
    return String(before % 10)
  })

/** The digits of a text, as ASCII. */
export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '')
