/** A colour in sRGB as four bytes. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

const LETTERS = /^(#[\da-f]{3,8}|(?!currentcolor$)[a-z]{3,20}|(rgba?|hsla?|oklch)\(([-+.\d%, /]|deg){5,80}\))$/

/**
 * Parses lower-case text that passed the filter of parseColor: with the browser (browserColor.ts), or without one with a grammar, a table
 * and the formulas of CSS (cssColor.ts). Null if the text is not a colour.
 */
export type ColorReader = (text: string) => Color | null

/**
 * Parses a colour: hex, a name, `transparent`, rgb(), hsl() or oklch() with plain numbers. `CSS.supports` is too permissive as a filter: it
 * accepts `var()` and `env()`, and thereby URLs.
 *
 * @returns null for all other text
 */
export const parseColor = (text: string, read: ColorReader): Color | null => {
  const lower = text.toLowerCase()
  return LETTERS.test(lower) ? read(lower) : null
}

/** Parses `#rrggbb`. */
export const hexColor = (hex: string): Color => {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255, 255]
}

/** Formats a colour as `#rrggbb`, or `#rrggbbaa` if it is not opaque. Style sheets contain only this format. */
export const printColor = (color: Color): string => {
  const bytes = color[3] < 255 ? color : color.slice(0, 3)
  return `#${bytes.map((byte) => (256 + byte).toString(16).slice(1)).join('')}`
}

/** Blends a colour over an opaque one, with the given opacity; default: its own alpha. */
export const over = (upper: Color, lower: Color, share = upper[3] / 255): Color => {
  const mix = (index: 0 | 1 | 2) => Math.round(upper[index] * share + lower[index] * (1 - share))
  return [mix(0), mix(1), mix(2), 255]
}
