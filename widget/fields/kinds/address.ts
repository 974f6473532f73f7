import type { AddressRules } from '#contract/addresses/addressRules'
import { normalizePostalCode } from '#contract/addresses/normalize'
import { type Kind, nameKind, textKind } from './text.ts'

/** The text lines of an address. The country is a select, and the state of many countries. */
export type AddressLine = 'name' | 'line1' | 'line2' | 'district' | 'city' | 'state'

/** Autocomplete token and maximum length. Where an address has a district, it joins line2 in the order and shares its length. */
const LINES: Record<AddressLine, { token: string; maxLength: number }> = {
  name: { token: 'name', maxLength: 100 },
  line1: { token: 'address-line1', maxLength: 100 },
  line2: { token: 'address-line2', maxLength: 100 },
  district: { token: 'address-level3', maxLength: 40 },
  city: { token: 'address-level2', maxLength: 100 },
  state: { token: 'address-level1', maxLength: 50 },
}

/** 100, less a district and the comma before it. */
const LINE2_BESIDE_DISTRICT = 58

/**
 * Field kind of a line of an address.
 *
 * @param section autocomplete section of the address
 * @param hasDistrict whether the address has a district
 */
export const addressLineKind = (
  section: 'shipping' | 'billing',
  line: AddressLine,
  isRequired: boolean,
  hasDistrict = false,
): Kind => {
  const { token, maxLength } = LINES[line]
  return (line === 'name' ? nameKind : textKind)(`${section}-${line}`, {
    autocomplete: `${section} ${token}`,
    maxLength: line === 'line2' && hasDistrict ? LINE2_BESIDE_DISTRICT : maxLength,
    isRequired,
    capitalizeWords: true,
  })
}

/** Field kind of a country's postal codes. Its digits are typed on a phone's number pad if no code has letters. */
export const postalCodeKind = (section: 'shipping' | 'billing', rules: AddressRules, isRequired: boolean): Kind => {
  const { examples = [] } = rules.postalCode ?? {}
  return textKind(`${section}-postalCode`, {
    autocomplete: `${section} postal-code`,
    inputMode: examples.length > 0 && examples.every((example) => /^[\d -]+$/.test(example)) ? 'numeric' : 'text',
    maxLength: 20,
    isRequired,
    leftToRight: true,
    validate: (text) => (normalizePostalCode(rules, text) === null ? 'wrong' : null),
    toApi: (text) => normalizePostalCode(rules, text) ?? text.trim(),
  })
}
