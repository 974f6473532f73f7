import type { Theme } from './appearance.ts'

/** A theme's style sheet: names of our own, and colours that we printed. */
export const printTheme = ({ colors }: Theme, scheme: 'light' | 'dark'): string =>
  `:root{color-scheme:${scheme}${Object.entries(colors)
    .map(([token, value]) => `;--${token}:${value}`)
    .join('')}}`
