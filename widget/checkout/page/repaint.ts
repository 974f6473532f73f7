import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { printCheckoutTheme } from '#contract/theme/printCheckoutTheme'
import { browserColor } from '../../theme/browserColor.ts'

const sheet = new CSSStyleSheet()
const { dataset } = document.documentElement
const { variant: own = '' } = dataset

/**
 * Gives the page other colours than the worker gave it, over those.
 *
 * @param members of the appearance; null gives the page's own back
 */
export const repaint = (members: unknown): void => {
  const theme = checkoutTheme(Object(members) as Record<string, unknown>, browserColor)
  sheet.replaceSync(
    `${printCheckoutTheme(theme)}.invoice{--total:${'invoiceAccentColor' in Object(members) ? 'var(--accent)' : 'var(--text)'}}`,
  )
  document.adoptedStyleSheets = members ? [sheet] : []
  dataset['variant'] = members ? theme.variant : own
}
