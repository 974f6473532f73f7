import { originPattern } from '../schema/originPattern.ts'

/** System fonts by name: no request, and no layout shift. The first is the default. */
export const FONTS = {
  system: 'system-ui,sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  geometric: 'Avenir,Montserrat,Corbel,"URW Gothic",sans-serif',
  grotesque: 'Inter,Roboto,"Helvetica Neue","Arial Nova",Arial,sans-serif',
  rounded: 'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,"Arial Rounded MT Bold",Calibri,sans-serif',
  serif: 'Charter,"Bitstream Charter","Sitka Text",Cambria,serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  mono: 'ui-monospace,"Cascadia Code","Source Code Pro",Menlo,Consolas,"DejaVu Sans Mono",monospace',
} as const
export type FontFamily = keyof typeof FONTS
export const FONT_FAMILIES = Object.keys(FONTS) as FontFamily[]

/** Corners of fields and buttons, in CSS pixels. Half of a button's height makes a pill. */
export const RADIUS = { min: 0, max: 24, usual: 10 } as const
/** Percent of the browser's text size. Never smaller: iOS zooms into inputs of less than 16 px. */
export const TEXT_SIZE = { min: 100, max: 150, usual: 100 } as const

/** Height of controls, and the factor of the space between groups. */
const SPACINGS = { compact: ['2.75rem', 0.5], normal: ['3rem', 1], spacious: ['3.5rem', 1.75] } as const
export type Spacing = keyof typeof SPACINGS
export const SPACING_NAMES = Object.keys(SPACINGS) as Spacing[]

/** What the page has without these members. */
export const USUAL_BRAND = {
  fontFamily: 'system',
  radius: RADIUS.usual,
  textSize: TEXT_SIZE.usual,
  spacing: 'normal',
} as const

/** Minimum contrast of derived colours: that of WCAG 2.2 AA, or of AAA. */
export const CONTRASTS = ['standard', 'high'] as const

/** Characters that end neither a URL in CSS nor a directive of a policy. */
const FONT_URL = /^https?:\/\/[a-z0-9.-]+(?::\d+)?\/[\w.~%@+/-]*\.woff2(?:\?[\w.~%=&-]*)?$/i

/** Parses the URL of a woff2 file. Null for others, and for characters that would need an escape in CSS. */
export const parseFontUrl = (text: unknown): URL | null => {
  const url = typeof text === 'string' && FONT_URL.test(text) ? URL.parse(text) : null
  return url && originPattern.test(url.origin) ? url : null
}

const inRange = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

const known = <Name extends string>(value: unknown, names: Readonly<Record<Name, unknown>>): value is Name =>
  typeof value === 'string' && Object.hasOwn(names, value)

/**
 * Prints font, corners, text size and spacing as a style sheet; empty for an appearance without them. It has only fixed names, numbers and
 * a checked URL, never the merchant's text. Invalid values are ignored: they must not prevent a payment.
 *
 * @param font the woff2 file, which the page's policy allows. Until it has loaded, and if it fails, the system font is shown.
 */
export const printBrand = (members: Readonly<Record<string, unknown>>, font: URL | null = null): string => {
  const { fontFamily, radius, textSize, spacing } = members
  const stack = known(fontFamily, FONTS) ? FONTS[fontFamily] : font && FONTS.system
  const declarations = [
    stack && `--font:${font ? 'merchant,' : ''}${stack}`,
    // A month and a year need more space in a font that is, or may be, wide.
    (font || fontFamily === 'mono') && '--expiry:104px',
    inRange(radius, RADIUS) && `--radius:${radius}px`,
    known(spacing, SPACINGS) && `--control:${SPACINGS[spacing][0]};--space:${SPACINGS[spacing][1]}`,
    inRange(textSize, TEXT_SIZE) && `font-size:max(${(16 * textSize) / 100}px,${textSize}%)`,
  ].filter((declaration) => declaration)
  const face = font ? `@font-face{font-family:merchant;src:url("${font.href}")format("woff2");font-display:swap}` : ''
  return declarations.length ? `${face}:root{${declarations.join(';')}}` : face
}
