import type { InputVariant } from './appearance.ts'
import { type Color, type ColorReader, hexColor, over, parseColor } from './color.ts'
import { contrast } from './contrast.ts'
import { backgroundTokens, MOBILE_MEMBERS, type Member, type TokenRule } from './checkoutTokens.ts'
import { PALETTE } from './tokens.ts'

/** The colours of an appearance, by member. */
export type MemberColors = ReadonlyMap<string, Color>

const ICON_THEMES = new Map([
  ['dark', hexColor(PALETTE.muted[0])],
  ['light', hexColor(PALETTE.muted[1])],
])

/**
 * Parses the colours of an appearance. An icon theme counts as a colour. Invalid values are ignored: a wrong colour must not prevent a
 * payment.
 */
export const readMemberColors = (members: Readonly<Record<string, unknown>>, read: ColorReader): MemberColors => {
  const colors = new Map<string, Color>()
  for (const [member, value] of Object.entries(members)) {
    if (typeof value !== 'string') continue
    const color = member.endsWith('IconTheme') ? ICON_THEMES.get(value) : parseColor(value, read)
    if (color) colors.set(member, color)
  }
  return colors
}

export interface MemberColor {
  readonly member: Member
  readonly color: Color
}

const mobileMembers = new Set(Object.values(MOBILE_MEMBERS))

/**
 * The colours of a panel that the merchant set, each with its member.
 *
 * In one column, members of that layout override their counterparts. A counterpart applies there too, unless its contrast to a background
 * that was set for one column is too low: it was chosen for another background, so the colour is derived. Members without a counterpart
 * apply in both layouts.
 *
 * @param page the colour below a translucent background
 */
export const resolvePanelColors = <Token extends string>(
  places: Readonly<Record<Token, TokenRule>>,
  memberColors: MemberColors,
  oneColumn: boolean,
  page: Color,
  variant: InputVariant = 'outlined',
): Partial<Record<Token, MemberColor>> => {
  const named: Partial<Record<string, MemberColor>> = {}
  const blendedColor = (token: string): Color => {
    const below = token === 'surface' ? page : blendedColor('surface')
    return over(named[token]?.color ?? below, below)
  }
  for (const [token, place] of Object.entries<TokenRule>(places)) {
    const { from, least = 1 } = place
    const ground = backgroundTokens(place, variant).find((below) => named[below])
    const hasMobileBackground = ground !== undefined && mobileMembers.has(named[ground]!.member)
    const isIllegible = (color: Color) =>
      hasMobileBackground && contrast(over(color, blendedColor(ground)), blendedColor(ground)) < least
    for (const member of from) {
      const mobileMember = oneColumn ? MOBILE_MEMBERS[member] : undefined
      const [exact, usual] = [mobileMember && memberColors.get(mobileMember), memberColors.get(member)]
      if (exact) named[token] = { member: mobileMember!, color: exact }
      else if (usual && !(mobileMember && isIllegible(usual))) named[token] = { member, color: usual }
      if (named[token]) break
    }
  }
  return named as Partial<Record<Token, MemberColor>>
}
