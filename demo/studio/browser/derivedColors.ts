import { FORM_RULES, MOBILE_MEMBERS, INVOICE_RULES, type TokenRule } from '#contract/theme/checkoutTokens'
import { checkoutTheme, type Panel, type Scheme } from '#contract/theme/checkoutTheme'
import { parseColor, printColor } from '#contract/theme/color'
import { readCssColor } from '#contract/theme/cssColor'
import { THEME_MEMBERS, themeKind, type ThemeMember as Member } from '../members.ts'
import type { Appearance } from '../appearance.ts'

const counterpart = new Map(Object.entries(MOBILE_MEMBERS).map(([usual, narrow]) => [narrow, usual as Member]))

/** The panel and token that a member colours. */
const toPlace = (member: Member) => {
  const usual = counterpart.get(member) ?? member
  const panels = { form: FORM_RULES, invoice: INVOICE_RULES } as const satisfies Record<
    string,
    Record<string, TokenRule>
  >
  for (const [panel, places] of Object.entries(panels))
    for (const [token, { from }] of Object.entries<TokenRule>(places))
      if (from[0] === usual)
        return {
          member,
          panel: panel as 'form' | 'invoice',
          token,
          width: usual === member ? 'wide' : 'narrow',
        } as const
  throw new Error(`${member} colours nothing`)
}

const PLACES = THEME_MEMBERS.filter((member) => themeKind(member) === 'color').map(toPlace)

/** `#rrggbb`, the only format of a colour input. */
export const toPickerColor = (color: string): string => {
  const parsed = parseColor(color, readCssColor)
  return parsed ? printColor([parsed[0], parsed[1], parsed[2], 255]) : '#000000'
}

/** Each member's resulting colour, set or derived, as `#rrggbb` or `#rrggbbaa`. */
export const derivedColors = (members: Appearance, scheme: Scheme): Map<string, string> => {
  const theme = checkoutTheme(members, readCssColor)
  return new Map(
    PLACES.map(({ member, panel, token, width }) => {
      const { colors } = theme[scheme][width][panel] as Panel<string>
      return [member, printColor(colors[token]!)]
    }),
  )
}
