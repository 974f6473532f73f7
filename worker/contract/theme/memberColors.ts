import type { InputVariant } from './appearance.ts'
import { type Color, type ColorReader, hexColor, over, parseColor } from './color.ts'
import { contrast } from './contrast.ts'
import { groundsOf, IN_ONE_COLUMN, type Member, type Place } from './checkoutTokens.ts'
import { PALETTE } from './tokens.ts'

/** The colours that an appearance gives, by member. */
export type Given = ReadonlyMap<string, Color>

const ICON_THEMES = new Map([
  ['dark', hexColor(PALETTE.muted[0])],
  ['light', hexColor(PALETTE.muted[1])],
])

/**
 * Reads an appearance. A theme of icons is a colour like the others. What is none is passed over: a wrong colour must not
 * cost a payment.
 */
export const givenMembers = (members: Readonly<Record<string, unknown>>, read: ColorReader): Given => {
  const given = new Map<string, Color>()
  for (const [member, value] of Object.entries(members)) {
    if (typeof value !== 'string') continue
    const color = member.endsWith('IconTheme') ? ICON_THEMES.get(value) : parseColor(value, read)
    if (color) given.set(member, color)
  }
  return given
}

export interface Named {
  readonly member: Member
  readonly color: Color
}

const forOneColumn = new Set(Object.values(IN_ONE_COLUMN))

/**
 * Which of a panel's colours were named, and by which member.
 *
 * In one column a member of that layout counts before its counterpart. A counterpart holds there too, unless it lies on
 * something that was named for this layout and could not be seen there: it was chosen for another ground, so the colour
 * is derived as if it were absent. What has no counterpart holds everywhere.
 *
 * @param page what a see-through background lies on
 */
export const namedIn = <Token extends string>(
  places: Readonly<Record<Token, Place>>,
  given: Given,
  oneColumn: boolean,
  page: Color,
  variant: InputVariant = 'outlined',
): Partial<Record<Token, Named>> => {
  const named: Partial<Record<string, Named>> = {}
  const seen = (token: string): Color => {
    const below = token === 'surface' ? page : seen('surface')
    return over(named[token]?.color ?? below, below)
  }
  for (const [token, place] of Object.entries<Place>(places)) {
    const { from, least = 1 } = place
    const ground = groundsOf(place, variant).find((below) => named[below])
    const anew = ground !== undefined && forOneColumn.has(named[ground]!.member)
    const lost = (color: Color) => anew && contrast(over(color, seen(ground)), seen(ground)) < least
    for (const member of from) {
      const instead = oneColumn ? IN_ONE_COLUMN[member] : undefined
      const [exact, usual] = [instead && given.get(instead), given.get(member)]
      if (exact) named[token] = { member: instead!, color: exact }
      else if (usual && !(instead && lost(usual))) named[token] = { member, color: usual }
      if (named[token]) break
    }
  }
  return named as Partial<Record<Token, Named>>
}
