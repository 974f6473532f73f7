import { FORM, IN_ONE_COLUMN, INVOICE, type Place } from '#contract/theme/checkoutTokens'
import { checkoutTheme, type Panel, type Scheme } from '#contract/theme/checkoutTheme'
import { parseColor, printColor } from '#contract/theme/color'
import { knownColor } from '#contract/theme/cssColor'
import { kindOf, type Member, MEMBERS } from '../members.ts'
import type { Members } from '../presets.ts'

const counterpart = new Map(Object.entries(IN_ONE_COLUMN).map(([usual, narrow]) => [narrow, usual as Member]))

/** Where the colour of a member is to be seen. */
const placeOf = (member: Member) => {
  const usual = counterpart.get(member) ?? member
  const panels = { form: FORM, invoice: INVOICE } as const satisfies Record<string, Record<string, Place>>
  for (const [panel, places] of Object.entries(panels))
    for (const [token, { from }] of Object.entries<Place>(places))
      if (from[0] === usual)
        return {
          member,
          panel: panel as 'form' | 'invoice',
          token,
          width: usual === member ? 'wide' : 'narrow',
        } as const
  throw new Error(`${member} names nothing`)
}

const PLACES = MEMBERS.filter((member) => kindOf(member) === 'color').map(placeOf)

/** `#rrggbb`, which is all that a picker of colours knows. */
export const pickable = (color: string): string => {
  const parsed = parseColor(color, knownColor)
  return parsed ? printColor([parsed[0], parsed[1], parsed[2], 255]) : '#000000'
}

/** What each colour is in the end, named or derived, as `#rrggbb` or `#rrggbbaa`. */
export const derivedColors = (members: Members, scheme: Scheme): Map<Member, string> => {
  const theme = checkoutTheme(members, knownColor)
  return new Map(
    PLACES.map(({ member, panel, token, width }) => {
      const { colors } = theme[scheme][width][panel] as Panel<string>
      return [member, printColor(colors[token]!)]
    }),
  )
}
