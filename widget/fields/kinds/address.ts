import type { PageAddress } from '#contract/checkouts/form'
import { type Kind, nameKind, textKind } from './text.ts'

/** The text lines of an address. The country is a select. */
export type AddressLine = Exclude<keyof PageAddress, 'country'>

/** Autocomplete token, maximum length, and whether an address requires the line. Not all countries have states and postal codes. */
const LINES: Record<AddressLine, { token: string; maxLength: number; required: boolean }> = {
  name: { token: 'name', maxLength: 100, required: true },
  line1: { token: 'address-line1', maxLength: 100, required: true },
  line2: { token: 'address-line2', maxLength: 100, required: false },
  city: { token: 'address-level2', maxLength: 100, required: true },
  state: { token: 'address-level1', maxLength: 50, required: false },
  postalCode: { token: 'postal-code', maxLength: 20, required: false },
}

/**
 * Field kind of a line of an address.
 *
 * @param section autocomplete section of the address
 * @param required whether the address is required
 */
export const addressLineKind = (section: 'shipping' | 'billing', line: AddressLine, required: boolean): Kind => {
  const { token, maxLength, required: isLineRequired } = LINES[line]
  const isPostalCode = line === 'postalCode'
  return (line === 'name' ? nameKind : textKind)(`${section}-${line}`, {
    autocomplete: `${section} ${token}`,
    maxLength,
    isRequired: required && isLineRequired,
    capitalizeWords: !isPostalCode,
    leftToRight: isPostalCode,
  })
}
