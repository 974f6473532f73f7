import type { CheckoutTheme, Look, Panel } from './checkoutTheme.ts'
import { printColor } from './color.ts'

/** Where each panel's custom properties stand. */
const SCOPES = { page: ':root', form: '.form', invoice: '.invoice' } as const satisfies Record<keyof Look, string>

/** The situations of a page, each by the condition of a style sheet that it adds to the first. */
const NARROW = '(width<768px)'
const DARK = '(prefers-color-scheme:dark)'
const SITUATIONS = [
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
 * The theme's style sheet: names of our own, and colours that we printed. A situation has only what differs from those
 * that hold in it too, so a page that is the same everywhere is told once.
 */
export const printCheckoutTheme = (theme: CheckoutTheme): string => {
  /** What every situation has by the rules printed so far. */
  const told = SITUATIONS.map(() => new Map<string, string>())
  return SITUATIONS.map(({ media, look }, index) => {
    const panels = look(theme)
    const rules = Object.entries(SCOPES).map(([name, selector]) => {
      const changed = declarations(panels[name as keyof Look]).filter(
        ([property, value]) => told[index]!.get(selector + property) !== value,
      )
      for (const [property, value] of changed)
        for (const [place, values] of told.entries())
          if (media.every((one) => SITUATIONS[place]!.media.includes(one))) values.set(selector + property, value)
      return changed.length ? `${selector}{${changed.map((pair) => pair.join(':')).join(';')}}` : ''
    })
    const css = rules.join('')
    return css && media.length ? `@media ${media.join(' and ')}{${css}}` : css
  }).join('')
}
