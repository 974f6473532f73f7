/**
 * The colours that our fields are drawn with when a merchant gives none: each for a light and for a dark surrounding.
 * `muted` stands on the form's surface, `hint` and `icon` inside of a field.
 * `edge` is darker than the hairline of a panel: the border of an input has to be seen (WCAG 1.4.11, 3:1).
 */
export const PALETTE = {
  text: ['#14171f', '#eef0f4'],
  muted: ['#5b6472', '#a3abb8'],
  label: ['#14171f', '#eef0f4'],
  edge: ['#858d9b', '#656d7b'],
  'edge-hover': ['#5b6472', '#a3abb8'],
  accent: ['#3656e3', '#8ea2ff'],
  alert: ['#c02434', '#ff8a94'],
  field: ['#ffffff', '#171a21'],
  'field-filled': ['#eef0f3', '#22262f'],
  typed: ['#14171f', '#eef0f4'],
  hint: ['#5b6472', '#a3abb8'],
  icon: ['#5b6472', '#a3abb8'],
  caret: ['#3656e3', '#8ea2ff'],
  'caret-edge': ['#3656e3', '#8ea2ff'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export type Token = keyof typeof PALETTE
