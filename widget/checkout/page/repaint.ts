import { parseFontUrl, printBrand, USUAL_BRAND } from '#contract/theme/brand'
import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { printCheckoutTheme } from '#contract/theme/printCheckoutTheme'
import { browserColor } from '../../theme/browserColor.ts'

const sheet = new CSSStyleSheet()
const { dataset } = document.documentElement
const { variant: originalVariant = '' } = dataset

/**
 * Applies an appearance over the style sheet printed by the worker. A font of another origin does not load, since the page's policy allows
 * only that of the checkout.
 *
 * @param members of the appearance; null restores the page's own
 */
export const repaint = (members: unknown): void => {
  const appearance = Object(members) as Record<string, unknown>
  const theme = checkoutTheme(appearance, browserColor)
  const total = 'invoiceAccentColor' in appearance ? 'var(--accent)' : 'var(--text)'
  const brand = printBrand({ ...USUAL_BRAND, ...appearance }, parseFontUrl(appearance['fontUrl']))
  sheet.replaceSync(`${printCheckoutTheme(theme)}.invoice{--total:${total}}${brand}`)
  // Another part of the page may have its own sheet.
  const others = document.adoptedStyleSheets.filter((other) => other !== sheet)
  document.adoptedStyleSheets = members ? [...others, sheet] : others
  dataset['variant'] = members ? theme.variant : originalVariant
}
