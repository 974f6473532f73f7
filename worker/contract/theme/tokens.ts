/**
 * The default colours of fields, each for light and dark surroundings. `edge` is darker than the hairline of a panel, since the border of
 * an input needs a contrast of 3:1 (WCAG 1.4.11).
 */
export const PALETTE = {
  text: ['#14171f', '#eef0f4'],
  muted: ['#5b6472', '#a3abb8'],
  edge: ['#858d9b', '#656d7b'],
  accent: ['#3656e3', '#8ea2ff'],
  alert: ['#c02434', '#ff8a94'],
  field: ['#ffffff', '#171a21'],
  filled: ['#eef0f3', '#22262f'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** Additional default colours of the checkout: the canvas, hairlines (decoration, so without a minimum contrast), and success. */
export const CHECKOUT_PALETTE = {
  page: ['#f6f7f9', '#0f1116'],
  rule: ['#e3e6eb', '#2b303b'],
  success: ['#1b7f4b', '#5fd39a'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/**
 * Names of colours in the style sheets. `muted` is used on the form's surface, `typed`, `hint`, `icon` and `caret` inside a field;
 * `caret-edge` is the border of the focused field.
 */
export type Token =
  | 'surface'
  | 'text'
  | 'label'
  | 'muted'
  | 'edge'
  | 'edge-hover'
  | 'accent'
  | 'alert'
  | 'field'
  | 'typed'
  | 'hint'
  | 'icon'
  | 'caret'
  | 'caret-edge'
