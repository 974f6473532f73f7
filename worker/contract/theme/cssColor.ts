import type { Color, ColorReader } from './color.ts'
import { findNamedColor } from './namedColors.ts'

const NUMBER = '[+-]?(?:\\d{1,6}(?:\\.\\d{1,6})?|\\.\\d{1,6})'
const SHARE = `${NUMBER}%`
/** The modern syntax accepts a number or a percentage for each component. */
const EITHER = `${NUMBER}%?`
const ANGLE = `${NUMBER}(?:deg)?`

/** The modern syntax: arguments separated by spaces, and a slash before the alpha value. */
const spaced = (name: string, ...three: string[]) => `${name}\\( *${three.join(' +')}(?: */ *${EITHER})? *\\)`
/** The legacy syntax: arguments separated by commas. */
const listed = (name: string, ...three: string[]) => `${name}\\( *${three.join(' *, *')}(?: *, *${EITHER})? *\\)`

const GRAMMAR = new RegExp(
  `^(?:#(?:[\\da-f]{3,4}|[\\da-f]{6}|[\\da-f]{8})|[a-z]{3,20}|${[
    spaced('rgba?', EITHER, EITHER, EITHER),
    listed('rgba?', NUMBER, NUMBER, NUMBER),
    listed('rgba?', SHARE, SHARE, SHARE),
    spaced('hsla?', ANGLE, EITHER, EITHER),
    listed('hsla?', ANGLE, SHARE, SHARE),
    spaced('oklch', EITHER, EITHER, ANGLE),
  ].join('|')})$`,
)

const clamp = (value: number) => Math.min(Math.max(value, 0), 1)

const fromHex = (digits: string): Color => {
  const long = digits.length < 5 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = long.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue, alpha]
}

const byte = (share: number) => Math.round(255 * clamp(share))

type Channels = [red: number, green: number, blue: number]

const fromHsl = (hue: number, saturation: number, lightness: number): Channels => {
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12
    const chroma = clamp(saturation) * Math.min(clamp(lightness), 1 - clamp(lightness))
    return clamp(lightness) - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}

const encode = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

/** CSS Color 4, 9.5 and 10: OKLCH to OKLab to linear sRGB to sRGB. Colours outside of the gamut are clipped. */
const fromOklch = (lightnessInput: number, chroma: number, hue: number): Channels => {
  const lightness = clamp(lightnessInput)
  const a = Math.max(chroma, 0) * Math.cos((hue * Math.PI) / 180)
  const b = Math.max(chroma, 0) * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/**
 * Colour functions. Arguments are fractions of `whole`, whether they are numbers or percentages, since 100% is `whole` (CSS Color 4, 5.1,
 * 7, 9.4). `channels` returns red, green and blue from 0 to 1.
 */
const FUNCTIONS: Record<string, { whole: Channels; channels: (...parts: Channels) => Channels }> = {
  rgb: { whole: [255, 255, 255], channels: (...parts) => parts },
  hsl: { whole: [1, 100, 100], channels: fromHsl },
  oklch: { whole: [1, 0.4, 1], channels: (lightness, chroma, hue) => fromOklch(lightness, chroma * 0.4, hue) },
}

/** Parses a colour without a browser, for Workers and Node. The results are the same as in browsers. */
export const readCssColor: ColorReader = (text) => {
  if (!GRAMMAR.test(text)) return null
  if (text.startsWith('#')) return fromHex(text.slice(1))
  if (text === 'transparent') return [0, 0, 0, 0]
  const name = /^(rgb|hsl|oklch)a?\(/.exec(text)?.[1]
  if (!name) return findNamedColor(text) ? fromHex(findNamedColor(text)!) : null
  const { whole, channels } = FUNCTIONS[name]!
  const [x = 0, y = 0, z = 0, alpha = 1] = text
    .match(/[+-]?[\d.]+%?/g)!
    .map((part, index) => Number.parseFloat(part) / (part.endsWith('%') ? 100 : (whole[index] ?? 1)))
  const [red, green, blue] = channels(x, y, z)
  return [byte(red), byte(green), byte(blue), byte(alpha)]
}
