import type { Color } from './color.ts'

const linear = (byte: number) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Relative luminance of an opaque colour (WCAG 2.2), 0 (black) to 1 (white). */
export const luminance = ([red, green, blue]: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio of two opaque colours (WCAG 2.2): 1 (equal) to 21 (black and white). */
export const contrast = (a: Color, b: Color): number => {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05]
  return Math.max(one / other, other / one)
}
