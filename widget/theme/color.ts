/** A colour in sRGB: red, green, blue 0..255, not rounded; alpha 0..1. */
export type Color = { red: number; green: number; blue: number; alpha: number }

const NUMBER = '[+-]?(?:[0-9]{1,6}(?:\\.[0-9]{0,6})?|\\.[0-9]{1,6})'
const FUNCTION = /^(rgba?|hsla?|oklch)\(([0-9a-z+.,/% -]{1,80})\)$/
const VALUE = new RegExp(`^(${NUMBER})(%|deg)?$`)

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)

const fromHex = (digits: string): Color | null => {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null
  const long = digits.length < 5 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = long.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
  return { red, green, blue, alpha: alpha / 255 }
}

type Read = { value: number; unit: string }

const read = (text: string): Read | null => {
  const match = VALUE.exec(text)
  return match ? { value: Number(match[1]), unit: match[2] ?? '' } : null
}

/** The arguments of a colour function: with commas, or with spaces and a slash before the alpha, never a mixture. */
const argumentsOf = (text: string): Read[] | null => {
  const parts = text.includes(',') ? text.split(',').map((part) => part.trim()) : text.trim().split(/ +(?:\/ +)?|\//)
  if (!text.includes(',') && text.split('/').length !== (parts.length === 4 ? 2 : 1)) return null
  const values = parts.map(read)
  return (parts.length === 3 || parts.length === 4) && values.every((value) => value !== null) ? values : null
}

const fromHsl = (hue: number, saturation: number, lightness: number) => {
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12
    const chroma = saturation * Math.min(lightness, 1 - lightness)
    return 255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { red: channel(0), green: channel(8), blue: channel(4) }
}

const encode = (linear: number) =>
  255 * clamp(linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055, 1)

/** By CSS Color 4, 9.5 and 10: OKLCH to OKLab to linear sRGB to sRGB, cut at the gamut's edge. */
const fromOklch = (lightness: number, chroma: number, hue: number) => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    red: encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    green: encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    blue: encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  }
}

/** The units that each argument of a function may have: none, `%` or `deg`. */
const UNITS = {
  rgb: [
    ['', '%'],
    ['', '%'],
    ['', '%'],
  ],
  hsl: [['', 'deg'], ['%'], ['%']],
  oklch: [['', '%'], [''], ['', 'deg']],
}

const fromFunction = (name: string, text: string): Color | null => {
  const kind = name.replace(/a$/, '') as keyof typeof UNITS
  const values = argumentsOf(text)
  if (!values || (kind === 'oklch' && text.includes(','))) return null
  const [x, y, z, opacity] = values as [Read, Read, Read, Read | undefined]
  if ([x, y, z].some(({ unit }, index) => !UNITS[kind][index]!.includes(unit)) || opacity?.unit === 'deg') return null
  const alpha = opacity ? clamp(opacity.unit ? opacity.value / 100 : opacity.value, 1) : 1
  const share = ({ value }: Read) => clamp(value / 100, 1)
  if (kind === 'hsl') return { ...fromHsl(x.value, share(y), share(z)), alpha }
  if (kind === 'oklch') {
    return { ...fromOklch(x.unit ? share(x) : clamp(x.value, 1), Math.max(y.value, 0), z.value), alpha }
  }
  const [red, green, blue] = [x, y, z].map((read) => (read.unit ? share(read) * 255 : clamp(read.value, 255)))
  return { red: red!, green: green!, blue: blue!, alpha }
}

/** Finds a colour's name, which is letters only; answers six hexadecimal digits, or null for no name. */
export type ColorNames = (name: string) => string | null

/**
 * Reads a colour by a grammar of our own: hex, names, `transparent`, rgb(), hsl() and oklch() with plain numbers.
 * `CSS.supports` is no such filter: it takes `var()`, `env()` and with them a url.
 *
 * @param names where names of colours are found: the table of namedColors.ts, or the browser's (browserColorNames.ts)
 * @returns null for anything else
 */
export const parseColor = (text: string, names: ColorNames = () => null): Color | null => {
  const lower = text.toLowerCase()
  if (lower.startsWith('#')) return fromHex(lower.slice(1))
  if (lower === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 }
  const hex = /^[a-z]{3,20}$/.test(lower) ? names(lower) : null
  if (hex) return fromHex(hex)
  const [, name, rest] = FUNCTION.exec(lower) ?? []
  return name && rest !== undefined ? fromFunction(name, rest) : null
}

/** Prints a colour as `#rrggbb`, or `#rrggbbaa` where it is not opaque: the only text of it that reaches a style sheet. */
export const printColor = ({ red, green, blue, alpha }: Color): string => {
  const parts = alpha === 1 ? [red, green, blue] : [red, green, blue, alpha * 255]
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** A colour over another: what is seen where the upper one is not opaque. */
export const over = (upper: Color, lower: Color): Color => {
  const mix = (a: number, b: number) => a * upper.alpha + b * (1 - upper.alpha)
  return {
    red: mix(upper.red, lower.red),
    green: mix(upper.green, lower.green),
    blue: mix(upper.blue, lower.blue),
    alpha: upper.alpha + lower.alpha * (1 - upper.alpha),
  }
}
