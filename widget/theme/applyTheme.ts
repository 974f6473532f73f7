import type { Theme } from '#contract/theme/appearance'
import { printTheme } from '#contract/theme/printTheme'

const sheet = new CSSStyleSheet()

/**
 * Replaces the document's theme, in one adopted style sheet, since a strict CSP blocks style attributes.
 */
export const applyTheme = (theme: Theme, scheme: 'light' | 'dark'): void => {
  sheet.replaceSync(printTheme(theme, scheme))
  document.adoptedStyleSheets = [sheet]
  document.documentElement.dataset['variant'] = theme.variant
}
