import { FORM, groundsOf, INVOICE, type Member, type Place } from './checkoutTokens.ts'
import { checkoutTheme, type Look, type Panel, type Scheme, SCHEMES, type Width, WIDTHS } from './checkoutTheme.ts'
import { type Color, type ColorReader, over } from './color.ts'
import { contrast } from './contrast.ts'

/** How well something can be seen on what it lies on, where the merchant named one of the two, or both. */
export interface ContrastVerdict {
  readonly panel: 'form' | 'invoice'
  /** The token of what is to be seen. */
  readonly what: string
  /** The token of what it lies on. */
  readonly on: string
  /** Who named them: one member or two. */
  readonly members: readonly Member[]
  /** The contrast by WCAG 2.2, 1 to 21, cut to hundredths: 4.499 is not 4.5. */
  readonly ratio: number
  readonly least: number
  readonly ok: boolean
  /** Where it was found; where it is the same in several places, the first. */
  readonly width: Width
  readonly scheme: Scheme
}

const PANELS: Readonly<Record<ContrastVerdict['panel'], Readonly<Record<string, Place>>>> = {
  form: FORM,
  invoice: INVOICE,
}

/**
 * Judges an appearance: each pair of colours of which the merchant named one or both. Where a pair has other colours in
 * another width or setting, the worst is told.
 */
export const contrastVerdicts = (
  members: Readonly<Record<string, unknown>>,
  read: ColorReader,
): readonly ContrastVerdict[] => {
  const theme = checkoutTheme(members, read)
  const worst = new Map<string, ContrastVerdict>()

  const judge = (look: Look, panel: ContrastVerdict['panel'], width: Width, scheme: Scheme) => {
    const { colors, named } = look[panel] as Panel<string>
    const surface = over(colors['surface']!, look.page.colors.page)
    const seen = (token: string): Color => (token === 'surface' ? surface : over(colors[token]!, surface))
    for (const [what, place] of Object.entries(PANELS[panel])) {
      const { least } = place
      const on = groundsOf(place, theme.variant)
      const [ground] = on
      const below = on.find((token) => named[token])
      const by = [named[what], below === undefined ? below : named[below]].flatMap((one) => one?.member ?? [])
      if (ground === undefined || least === undefined || by.length === 0) continue
      const ratio = Math.floor(100 * contrast(over(colors[what]!, seen(ground)), seen(ground))) / 100
      const verdict = {
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
      if (!(worst.has(key) && worst.get(key)!.ratio <= ratio)) worst.set(key, verdict)
    }
  }
  for (const width of WIDTHS)
    for (const scheme of SCHEMES) {
      judge(theme[scheme][width], 'form', width, scheme)
      judge(theme[scheme][width], 'invoice', width, scheme)
    }
  return [...worst.values()]
}
