/**
 * The colours that our pages are drawn with when a merchant gives none: each for a light and for a dark surrounding.
 * `edge` is darker than the hairline of a panel: the border of an input has to be seen (WCAG 1.4.11, 3:1).
 */
export const PALETTE = {
  text: ['#14171f', '#eef0f4'],
  muted: ['#5b6472', '#a3abb8'],
  label: ['#14171f', '#eef0f4'],
  panel: ['#ffffff', '#171a21'],
  page: ['#f6f7f9', '#0f1116'],
  hairline: ['#e3e6eb', '#2b303b'],
  edge: ['#8a92a0', '#656d7b'],
  'edge-hover': ['#5b6472', '#a3abb8'],
  accent: ['#3656e3', '#8ea2ff'],
  alert: ['#c02434', '#ff8a94'],
  success: ['#1b7f4b', '#5fd39a'],
  field: ['#ffffff', '#171a21'],
  'field-filled': ['#eef0f3', '#22262f'],
  typed: ['#14171f', '#eef0f4'],
  caret: ['#3656e3', '#8ea2ff'],
  'caret-edge': ['#3656e3', '#8ea2ff'],
  icon: ['#5b6472', '#a3abb8'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export type Token = keyof typeof PALETTE

/** The palette as custom properties of the root; each follows the colour scheme in use. */
export const paletteStyles = `:root {
  color-scheme: light dark;
  ${Object.entries(PALETTE)
    .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
    .join('\n  ')}
}`
