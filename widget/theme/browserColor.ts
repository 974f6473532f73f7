import type { ColorReader } from '#contract/theme/color'

/**
 * Parses a colour with the browser, which saves a table of names and formulas: a mix of the colour with itself is computed
 * to sRGB numbers. System colours work, too. Nothing is painted.
 */
export const browserColor: ColorReader = (text) => {
  const root = document.documentElement
  root.style.color = `color-mix(in srgb,${text},${text})`
  const computed = root.style.color && getComputedStyle(root).color
  root.style.color = ''
  const bytes = (computed.slice(computed.indexOf(' ')).match(/[-+.\de]+/g) ?? []).map((part) =>
    Math.round(Math.min(Math.max(Number(part), 0), 1) * 255),
  )
  return bytes.length ? ([...bytes, 255].slice(0, 4) as never) : null
}
