import type { Theme } from './appearance.ts'

/** Prints the theme as a style sheet of fixed names and formatted colours. */
export const printTheme = ({ colors }: Theme, scheme: 'light' | 'dark'): string =>
  `:root{color-scheme:${scheme}${Object.entries(colors)
    .map(([token, value]) => `;--${token}:${value}`)
    .join('')}}`
