import { asciiDigits } from '../card/digits.ts'
import type { AddressRules } from './addressRules.ts'

/** Letters and digits only, in capitals: spaces, hyphens and case do not matter. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** The code with the separators of an example that has as many letters and digits; none if it has not. */
const separated = (code: string, example: string): string[] => {
  if (bare(example).length !== code.length) return []
  let at = 0
  return [example.replace(/[\dA-Z]/g, () => code[at++]!)]
}

/** A code of digits behind the letters that every code of the country begins with, such as `LV-1010` from `1010`. */
const prefixed = (code: string, pattern: string, example: string): string => {
  const prefix = /^[A-Z]+-?(?=\d+$)/.exec(example)?.[0]
  return prefix !== undefined && pattern.startsWith(prefix) ? prefix + code : code
}

/**
 * A postal code as the country writes it, from one in any case with or without spaces and hyphens.
 *
 * @returns null if it is not a code of that country
 */
export const normalizePostalCode = ({ postalCode }: AddressRules, text: string): string | null => {
  const typed = asciiDigits(text.normalize('NFKC')).trim().toUpperCase()
  if (postalCode === undefined) return typed
  const { pattern, examples } = postalCode
  const whole = new RegExp(`^(?:${pattern})$`)
  const code = bare(typed)
  const spellings = [
    ...examples.flatMap((example) => separated(code, example)),
    code,
    typed,
    ...examples.map((example) => prefixed(code, pattern, example)),
  ]
  return spellings.find((spelling) => whole.test(spelling)) ?? null
}

/** A name without case, accents, spaces and punctuation. */
const comparable = (name: string): string => bare(name.normalize('NFD').replace(/\p{Mn}/gu, ''))

/**
 * The code of a state from its code or its name in either script, such as `IN` from `Indiana`. A country without a list has no codes: any
 * text is a state.
 *
 * @returns null if the country has no such state
 */
export const normalizeState = ({ states }: AddressRules, text: string): string | null => {
  const typed = text.trim()
  if (states === undefined || typed === '') return typed
  const name = comparable(typed)
  const found =
    states.find(([code]) => comparable(code) === name) ??
    states.find((names) => names.slice(1).some((known) => comparable(known!) === name))
  return found?.[0] ?? null
}
