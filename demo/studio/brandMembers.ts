import * as v from 'valibot'
import { appearance, BRAND_MEMBERS, type BrandMember } from '#contract/checkouts/appearance'
import { CONTRASTS, FONT_FAMILIES, RADIUS, SPACING_NAMES, TEXT_SIZE } from '#contract/theme/brand'
import { NETWORK_NAMES } from '#contract/card/networks'

/** Members of the brand, with the kind of their values. */
const KINDS = {
  fontFamily: 'fontFamily',
  fontUrl: 'url',
  textSize: 'textSize',
  radius: 'radius',
  spacing: 'spacing',
  contrast: 'contrast',
  faviconUrl: 'url',
  acceptedNetworks: 'networks',
  statementDescriptor: 'text',
} as const satisfies Record<BrandMember, string>

export type BrandKind = (typeof KINDS)[BrandMember]

export const isBrandMember = (name: string): name is BrandMember => BRAND_MEMBERS.some((member) => member === name)

export const brandKind = (member: BrandMember): BrandKind => KINDS[member]

/** Members that a message to a preview cannot change: the page's policy, or its form, depends on them. */
export const FIXED_BRAND_MEMBERS = [
  'fontUrl',
  'acceptedNetworks',
  'statementDescriptor',
] as const satisfies readonly BrandMember[]

/** The names that members may have as their value. */
export const BRAND_CHOICES = {
  fontFamily: FONT_FAMILIES,
  spacing: SPACING_NAMES,
  contrast: CONTRASTS,
} as const satisfies Partial<Record<BrandKind, readonly string[]>>

const EXPECTED: Readonly<Record<BrandMember, string>> = {
  fontFamily: `one of ${FONT_FAMILIES.join(', ')}`,
  fontUrl: 'the https URL of a .woff2 file',
  textSize: `a whole number from ${TEXT_SIZE.min} to ${TEXT_SIZE.max}`,
  radius: `a whole number from ${RADIUS.min} to ${RADIUS.max}`,
  spacing: `one of ${SPACING_NAMES.join(', ')}`,
  contrast: `one of ${CONTRASTS.join(', ')}`,
  faviconUrl: 'an https URL, or http on localhost',
  acceptedNetworks: `a list of ${NETWORK_NAMES.join(', ')}`,
  statementDescriptor: '5 to 22 letters, digits, spaces and .,&*/#+-',
}

const { entries } = appearance()

/** Error text for a value as a request sends it; undefined if the API accepts it. */
export const brandValueError = (member: BrandMember, value: unknown): string | undefined =>
  v.safeParse(entries[member], value).success ? undefined : `${JSON.stringify(value)} is not ${EXPECTED[member]}.`

/** The value that a request sends for the text of a control. */
export const toBrandValue = (member: BrandMember, text: string): string | number | readonly string[] => {
  const kind = brandKind(member)
  if (kind === 'networks') return text.split(',').map((name) => name.trim())
  return (kind === 'radius' || kind === 'textSize') && /^\d+$/.test(text) ? Number(text) : text
}
