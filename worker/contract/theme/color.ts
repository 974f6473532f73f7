/** A colour in sRGB, four bytes as they are printed. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

const LETTERS = /^(#[\da-f]{3,8}|(?!currentcolor$)[a-z]{3,20}|(rgba?|hsla?|oklch)\(([-+.\d%, /]|deg){5,80}\))$/

/**
 * Says what a text means, in lower case and of no letters but those of a colour: by the browser (browserColor.ts), or where
 * there is none by a grammar, a table and the formulas (knownColor.ts). Null for what is no colour.
 */
export type ColorReader = (text: string) => Color | null

/**
 * Reads a colour: hex, a name, `transparent`, rgb(), hsl() or oklch() with plain numbers. `CSS.supports` is no such filter:
 * it takes `var()`, `env()` and with them a url.
 *
 * @returns null for anything else
 */
export const parseColor = (text: string, read: ColorReader): Color | null => {
  const lower = text.toLowerCase()
  return LETTERS.test(lower) ? read(lower) : null
}

/** Reads `#rrggbb`. */
export const hexColor = (hex: string): Color => {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255, 255]
}

/** Prints a colour as `#rrggbb`, or `#rrggbbaa` where it is not opaque: the only text of it that reaches a style sheet. */
export const printColor = (color: Color): string => {
  const bytes = color[3] < 255 ? color : color.slice(0, 3)
  return `#${bytes.map((byte) => (256 + byte).toString(16).slice(1)).join('')}`
}

/** What is seen of a colour over an opaque one, where it has this share of opacity; by default its own. */
export const over = (upper: Color, lower: Color, share = upper[3] / 255): Color => {
  const mix = (index: 0 | 1 | 2) => Math.round(upper[index] * share + lower[index] * (1 - share))
  return [mix(0), mix(1), mix(2), 255]
}
