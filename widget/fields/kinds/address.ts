import type { PageAddress } from '#contract/checkouts/form'
import { type Kind, nameKind, textKind } from './text.ts'

/** What is typed of an address; its country is chosen. */
export type AddressLine = Exclude<keyof PageAddress, 'country'>

/** What autofill calls each line, how long it may be, and whether an address is none without it. Not everywhere are there states and postal codes. */
const LINES: Record<AddressLine, { token: string; longest: number; required: boolean }> = {
  name: { token: 'name', longest: 100, required: true },
  line1: { token: 'address-line1', longest: 100, required: true },
  line2: { token: 'address-line2', longest: 100, required: false },
  city: { token: 'address-level2', longest: 100, required: true },
  state: { token: 'address-level1', longest: 50, required: false },
  postalCode: { token: 'postal-code', longest: 20, required: false },
}

/**
 * A line of one of the page's addresses.
 *
 * @param section as autofill tells addresses apart
 * @param required whether the address is needed at all
 */
export const addressKind = (section: 'shipping' | 'billing', line: AddressLine, required: boolean): Kind => {
  const { token, longest, required: needed } = LINES[line]
  const postal = line === 'postalCode'
  return (line === 'name' ? nameKind : textKind)(`${section}-${line}`, {
    autocomplete: `${section} ${token}`,
    longest,
    required: required && needed,
    words: !postal,
    leftToRight: postal,
  })
}
