import type { Theme } from '#contract/theme/appearance'
import { printTheme } from '#contract/theme/printTheme'

const sheet = new CSSStyleSheet()

/**
 * Gives the document a theme, in place of the one before it: one adopted style sheet, since a strict CSP refuses style
 * attributes.
 */
export const applyTheme = (theme: Theme, scheme: 'light' | 'dark'): void => {
  sheet.replaceSync(printTheme(theme, scheme))
  document.adoptedStyleSheets = [sheet]
  document.documentElement.dataset['variant'] = theme.variant
}
