import type { CheckoutTheme, PageTheme, Panel } from './checkoutTheme.ts'
import { printColor } from './color.ts'

/** The selector of each panel's custom properties. */
const SCOPES = { page: ':root', form: '.form', invoice: '.invoice' } as const satisfies Record<keyof PageTheme, string>

/** The combinations of width and color scheme, with their media conditions. */
const NARROW = '(width<768px)'
const DARK = '(prefers-color-scheme:dark)'
const COMBINATIONS = [
  { media: [], look: ({ light }: CheckoutTheme) => light.wide },
  { media: [NARROW], look: ({ light }: CheckoutTheme) => light.narrow },
  { media: [DARK], look: ({ dark }: CheckoutTheme) => dark.wide },
  { media: [NARROW, DARK], look: ({ dark }: CheckoutTheme) => dark.narrow },
]

const declarations = ({ scheme, colors }: Panel<string>): [property: string, value: string][] => [
  ['color-scheme', scheme],
  ...Object.entries(colors).map(([token, color]): [string, string] => [`--${token}`, printColor(color)]),
]

/**
 * Prints the theme as a style sheet of fixed names and formatted colours. A media query has only the declarations that differ from the
 * rules before it, so a page that looks the same in all combinations has no media query.
 */
export const printCheckoutTheme = (theme: CheckoutTheme): string => {
  /** The declarations that apply in each combination after the rules printed so far. */
  const printed = COMBINATIONS.map(() => new Map<string, string>())
  return COMBINATIONS.map(({ media, look }, index) => {
    const panels = look(theme)
    const rules = Object.entries(SCOPES).map(([name, selector]) => {
      const changed = declarations(panels[name as keyof PageTheme]).filter(
        ([property, value]) => printed[index]!.get(selector + property) !== value,
      )
      for (const [property, value] of changed)
        for (const [place, values] of printed.entries())
          if (media.every((one) => COMBINATIONS[place]!.media.includes(one))) values.set(selector + property, value)
      return changed.length ? `${selector}{${changed.map((pair) => pair.join(':')).join(';')}}` : ''
    })
    const css = rules.join('')
    return css && media.length ? `@media ${media.join(' and ')}{${css}}` : css
  }).join('')
}
