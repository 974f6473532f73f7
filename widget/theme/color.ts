/** A colour in sRGB, in steps of a byte, as it is printed: red, green, blue 0..255; alpha 0..1. */
export type Color = { red: number; green: number; blue: number; alpha: number }

const NUMBER = '[+-]?\\d{0,6}\\.?\\d{1,6}'
const SHARE = `${NUMBER}%`
const OPACITY = `${NUMBER}%?`
const ANGLE = `${NUMBER}(?:deg)?`

/** A function with its arguments between spaces, and a slash before the opacity. */
const spaced = (name: string, ...three: string[]) => `${name}\\( *${three.join(' +')}(?: */ *${OPACITY})? *\\)`
/** The older way, for those functions that have one: commas everywhere. */
const either = (name: string, ...three: string[]) =>
  `${name}a?\\( *${three.join(' *, *')}(?: *, *${OPACITY})? *\\)|${spaced(`${name}a?`, ...three)}`

const GRAMMAR = new RegExp(
  `^(?:#(?:[\\da-f]{3,4}|[\\da-f]{6}|[\\da-f]{8})|(?!currentcolor$)[a-z]{3,20}|${[
    either('rgb', NUMBER, NUMBER, NUMBER),
    either('rgb', SHARE, SHARE, SHARE),
    either('hsl', ANGLE, SHARE, SHARE),
    spaced('oklch', OPACITY, NUMBER, ANGLE),
  ].join('|')})$`,
)

/**
 * Says what a text of the grammar means, in lower case: by the browser (browserColor.ts), or where there is none by a table
 * and the formulas (knownColor.ts). Null for letters that are no colour's name.
 */
export type ColorReader = (text: string) => Color | null

/**
 * Reads a colour by a grammar of our own: hex, names, `transparent`, rgb(), hsl() and oklch() with plain numbers.
 * `CSS.supports` is no such filter: it takes `var()`, `env()` and with them a url.
 *
 * @returns null for anything else
 */
export const parseColor = (text: string, read: ColorReader): Color | null => {
  const lower = text.toLowerCase()
  return GRAMMAR.test(lower) ? read(lower) : null
}

/** Reads `#rrggbb`. */
export const hexColor = (hex: string): Color => {
  const bits = Number.parseInt(hex.slice(1), 16)
  return { red: bits >> 16, green: (bits >> 8) & 255, blue: bits & 255, alpha: 1 }
}

/** Prints a colour as `#rrggbb`, or `#rrggbbaa` where it is not opaque: the only text of it that reaches a style sheet. */
export const printColor = ({ red, green, blue, alpha }: Color): string =>
  `#${[red, green, blue, ...(alpha < 1 ? [Math.round(alpha * 255)] : [])].map((part) => (256 + part).toString(16).slice(1)).join('')}`

/** A colour over an opaque one: what is seen where the upper one is not opaque. */
export const over = (upper: Color, lower: Color): Color => {
  const mix = (a: number, b: number) => Math.round(a * upper.alpha + b * (1 - upper.alpha))
  return {
    red: mix(upper.red, lower.red),
    green: mix(upper.green, lower.green),
    blue: mix(upper.blue, lower.blue),
    alpha: 1,
  }
}
