import type { ColorReader } from '#contract/theme/color'

/**
 * The browser's own reading of a colour, which saves a page a table and the formulas: a mixture of the colour with itself
 * is always told as numbers of sRGB. It also knows the names of the system's colours. Nothing is painted meanwhile.
 */
export const browserColor: ColorReader = (text) => {
  const root = document.documentElement
  root.style.color = `color-mix(in srgb,${text},${text})`
  const told = root.style.color && getComputedStyle(root).color
  root.style.color = ''
  const bytes = (told.slice(told.indexOf(' ')).match(/[-+.\de]+/g) ?? []).map((part) =>
    Math.round(Math.min(Math.max(Number(part), 0), 1) * 255),
  )
  return bytes.length ? ([...bytes, 255].slice(0, 4) as never) : null
}
