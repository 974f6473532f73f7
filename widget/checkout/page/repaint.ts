import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { printCheckoutTheme } from '#contract/theme/printCheckoutTheme'
import { browserColor } from '../../theme/browserColor.ts'

const sheet = new CSSStyleSheet()
const { dataset } = document.documentElement
const { variant: originalVariant = '' } = dataset

/**
 * Applies an appearance over the colours printed by the worker.
 *
 * @param members of the appearance; null restores the page's own
 */
export const repaint = (members: unknown): void => {
  const theme = checkoutTheme(Object(members) as Record<string, unknown>, browserColor)
  sheet.replaceSync(
    `${printCheckoutTheme(theme)}.invoice{--total:${'invoiceAccentColor' in Object(members) ? 'var(--accent)' : 'var(--text)'}}`,
  )
  document.adoptedStyleSheets = members ? [sheet] : []
  dataset['variant'] = members ? theme.variant : originalVariant
}
