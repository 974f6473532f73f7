import { FORM_RULES, backgroundTokens, INVOICE_RULES, type Member, type TokenRule } from './checkoutTokens.ts'
import {
  checkoutTheme,
  textContrast,
  type PageTheme,
  type Panel,
  type Scheme,
  SCHEMES,
  type Width,
  WIDTHS,
} from './checkoutTheme.ts'
import { type Color, type ColorReader, over } from './color.ts'
import { contrast } from './contrast.ts'

/** The contrast of a token to its background, if the merchant set at least one of the two. */
export interface ContrastCheck {
  readonly panel: 'form' | 'invoice'
  /** Token of the foreground. */
  readonly what: string
  /** Token of the background. */
  readonly on: string
  /** The one or two members that set them. */
  readonly members: readonly Member[]
  /** Contrast ratio (WCAG 2.2), 1 to 21, rounded down to hundredths, so that 4.499 is not 4.5. */
  readonly ratio: number
  readonly least: number
  readonly ok: boolean
  /** Width and color scheme of the result; the first if several are equal. */
  readonly width: Width
  readonly scheme: Scheme
}

const PANELS: Readonly<Record<ContrastCheck['panel'], Readonly<Record<string, TokenRule>>>> = {
  form: FORM_RULES,
  invoice: INVOICE_RULES,
}

/**
 * Checks the contrast of each pair of foreground and background in an appearance, if the merchant set at least one of the two. Returns the
 * lowest contrast of each pair over all widths and color schemes.
 */
export const checkContrast = (
  members: Readonly<Record<string, unknown>>,
  read: ColorReader,
): readonly ContrastCheck[] => {
  const theme = checkoutTheme(members, read)
  const worst = new Map<string, ContrastCheck>()

  const checkPanel = (look: PageTheme, panel: ContrastCheck['panel'], width: Width, scheme: Scheme) => {
    const { colors, named } = look[panel] as Panel<string>
    const surface = over(colors['surface']!, look.page.colors.page)
    const blendedColor = (token: string): Color => (token === 'surface' ? surface : over(colors[token]!, surface))
    for (const [what, place] of Object.entries(PANELS[panel])) {
      const least = place.least === 4.5 ? textContrast(members) : place.least
      const on = backgroundTokens(place, theme.variant)
      const [ground] = on
      const below = on.find((token) => named[token])
      const by = [named[what], below === undefined ? below : named[below]].flatMap((one) => one?.member ?? [])
      if (ground === undefined || least === undefined || by.length === 0) continue
      const ratio = Math.floor(100 * contrast(over(colors[what]!, blendedColor(ground)), blendedColor(ground))) / 100
      const check = {
        panel,
        what,
        on: ground,
        members: [...new Set(by)],
        ratio,
        least,
        ok: ratio >= least,
        width,
        scheme,
      }
      const key = [panel, what, ...by].join()
      if (!(worst.has(key) && worst.get(key)!.ratio <= ratio)) worst.set(key, check)
    }
  }
  for (const width of WIDTHS)
    for (const scheme of SCHEMES) {
      checkPanel(theme[scheme][width], 'form', width, scheme)
      checkPanel(theme[scheme][width], 'invoice', width, scheme)
    }
  return [...worst.values()]
}
