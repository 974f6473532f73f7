import { appearanceTexts } from '#contract/checkouts/appearanceTexts'
import { BRAND_MEMBERS, type BrandMember } from '#contract/checkouts/appearance'
import { CONTRASTS, FONT_FAMILIES, RADIUS, SPACING_NAMES, TEXT_SIZE, USUAL_BRAND } from '#contract/theme/brand'
import { NETWORK_NAMES } from '#contract/card/networks'
import { INPUT_VARIANTS } from '#contract/theme/appearance'
import { checkoutTheme, type Panel } from '#contract/theme/checkoutTheme'
import { FORM_RULES, INVOICE_RULES, type Member, MOBILE_MEMBERS, type TokenRule } from '#contract/theme/checkoutTokens'
import { printColor } from '#contract/theme/color'
import { readCssColor } from '#contract/theme/cssColor'
import { elementsManifest } from '../../../../widget/manifest.ts'
import { code, codes, markdownTable } from './markdownTable.ts'

const texts = appearanceTexts['Appearance'] as Readonly<Record<Member | BrandMember, string>>
const all = Object.keys(texts).filter((name) => !BRAND_MEMBERS.some((member) => member === name)) as Member[]
const onPhones = new Set(Object.values(MOBILE_MEMBERS))
const usual = checkoutTheme({}, readCssColor)

/** The colour without the member, in light and in dark surroundings. */
const defaultOf = <Name extends string>(
  member: Member,
  rules: Readonly<Record<Name, TokenRule>>,
  panel: 'form' | 'invoice',
): string => {
  if (member === 'inputVariant') return code(INPUT_VARIANTS[0])
  if (member.endsWith('IconTheme')) return 'by the background'
  const [token] = (Object.entries(rules) as [Name, TokenRule][]).find(([, { from }]) => from[0] === member) ?? []
  if (token === undefined) throw new Error(`${member} sets no colour`)
  const hex = (of: Panel<string>): string => code(printColor(of.colors[token]!))
  const [light, dark] = [hex(usual.light.wide[panel] as Panel<string>), hex(usual.dark.wide[panel] as Panel<string>)]
  return light === dark ? light : `${light}, dark ${dark}`
}

const valuesOf = (member: Member): string => {
  if (member === 'inputVariant') return codes(INPUT_VARIANTS)
  return member.endsWith('IconTheme') ? codes(['light', 'dark']) : 'colour'
}

/** The custom property of a member that the card form has, too. */
const propertyOf = (member: Member): string =>
  `--sluice-${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The members of the form panel. Those with a custom property also style the card form. */
export const formAppearance = async (): Promise<string> => {
  const { modules } = await elementsManifest()
  const card = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === 'sluice-card')!
  const properties = new Set(card.cssProperties?.map(({ name }) => name))
  return markdownTable(
    ['Member', 'Sets', 'Values', 'Default', 'Card form'],
    all
      .filter((member) => !member.startsWith('invoice') && !onPhones.has(member))
      .map((member) => [
        code(member),
        texts[member],
        valuesOf(member),
        defaultOf(member, FORM_RULES, 'form'),
        properties.has(propertyOf(member)) ? 'yes' : '',
      ]),
  )
}

/** The members of the invoice panel. */
export const invoiceAppearance = (): string =>
  markdownTable(
    ['Member', 'Sets', 'Values', 'Default'],
    all
      .filter((member) => member.startsWith('invoice') && !onPhones.has(member))
      .map((member) => [code(member), texts[member], valuesOf(member), defaultOf(member, INVOICE_RULES, 'invoice')]),
  )

/** The members for one column, with those that they replace. */
export const phoneAppearance = (): string =>
  markdownTable(
    ['Member', 'Replaces'],
    Object.entries(MOBILE_MEMBERS).map(([member, mobile]) => [code(mobile), code(member)]),
  )

const range = ({ min, max }: { readonly min: number; readonly max: number }): string => `${min} to ${max}`

/** Values and default of each member of the brand. */
const BRAND: Readonly<Record<BrandMember, readonly [values: string, usual: string]>> = {
  fontFamily: [codes(FONT_FAMILIES), code(USUAL_BRAND.fontFamily)],
  fontUrl: ['https URL of a `.woff2` file', 'none'],
  textSize: [range(TEXT_SIZE), String(TEXT_SIZE.usual)],
  radius: [range(RADIUS), String(RADIUS.usual)],
  spacing: [codes(SPACING_NAMES), code(USUAL_BRAND.spacing)],
  contrast: [codes(CONTRASTS), code(CONTRASTS[0])],
  faviconUrl: ['https URL', 'the account’s logo'],
  acceptedNetworks: [`list of ${codes(NETWORK_NAMES)}`, 'all'],
  statementDescriptor: ['5 to 22 characters', 'none'],
}

/** The members of a checkout's brand. */
export const brandAppearance = (): string =>
  markdownTable(
    ['Member', 'Sets', 'Values', 'Default'],
    BRAND_MEMBERS.map((member) => {
      const [values, usual] = BRAND[member]
      return [code(member), texts[member], values, usual]
    }),
  )
