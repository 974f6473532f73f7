import type { Theme } from './appearance.ts'

const sheet = new CSSStyleSheet()

/**
 * Gives the document a theme: one adopted style sheet, whose values are set through the CSSOM, since a strict CSP refuses
 * style attributes. Replaces the theme before it.
 */
export const applyTheme = ({ colors, variant }: Theme, scheme: 'light' | 'dark'): void => {
  sheet.replaceSync(':root{}')
  const { style } = sheet.cssRules[0] as CSSStyleRule
  style.setProperty('color-scheme', scheme)
  for (const [token, value] of Object.entries(colors)) style.setProperty(`--${token}`, value)
  document.documentElement.dataset['variant'] = variant
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}
