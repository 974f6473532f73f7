import type { AddressCheck } from '../processor.ts'

/** AVS letters by postal code. A full match abroad is always D, never the equivalent M. */
export const avsTriggers: ReadonlyMap<string, string> = new Map([
  ['46201', 'A'],
  ['46203', 'E'],
  ['46204', 'G'],
  ['46205', 'N'],
  ['46206', 'P'],
  ['46207', 'R'],
  ['46208', 'S'],
  ['46209', 'U'],
  ['46211', 'W'],
  ['46214', 'X'],
  ['46217', 'Z'],
])

/** Postal codes that decide the outcome. */
export const outcomeTriggers: ReadonlyMap<string, { code: string; hundredths?: bigint }> = new Map([
  ['46282', { code: '05' }],
  ['46225', { code: '10', hundredths: 123n }],
])

const trimmed = (text: string | undefined): string | undefined => text?.trim() || undefined

const isUS = (country: string | undefined) => /^(US|USA)$/i.test(trimmed(country) ?? 'US')

/** The AVS letter of an address: the trigger's, or the letter for a match of the members that were sent. */
export const avsLetter = ({ postal, line1, country }: AddressCheck = {}): string => {
  const code = trimmed(postal)
  const street = trimmed(line1)
  if (code === undefined) return street === undefined ? 'I' : 'B'
  const matches = isUS(country) ? 'Y' : 'D'
  return avsTriggers.get(code) ?? (street === undefined ? 'P' : matches)
}

/** The outcome that a postal code triggers. It applies if the card number triggers none. */
export const postalOutcome = (address: AddressCheck = {}) => outcomeTriggers.get(trimmed(address.postal) ?? '')
