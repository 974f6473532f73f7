import { type Color, type ColorReader, hexColor, over, parseColor, printColor } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { PALETTE, type Token } from './tokens.ts'

/** Shapes of an input; the first is the default. */
export const INPUT_VARIANTS = ['outlined', 'filled', 'standard'] as const
export type InputVariant = (typeof INPUT_VARIANTS)[number]

/** The theme of the card form. */
export type Theme = {
  /** Values of CSS custom properties, by name without dashes. Every value is the output of printColor, never the merchant's text. */
  colors: Record<Exclude<Token, 'surface'>, string> & { surface?: string }
  variant: InputVariant
}

/** All colours of a form; `surface` only if the merchant set it. */
export type FieldColors = Record<Exclude<Token, 'surface'>, Color> & { surface?: Color }

/** The appearance members of the form, with the token that each sets. */
const MEMBERS: Record<string, Token> = {
  formBackgroundColor: 'surface',
  formTextColor: 'text',
  formLabelColor: 'label',
  formAccentColor: 'accent',
  formBorderColor: 'edge',
  formInputTextColor: 'typed',
  formInputBackgroundColor: 'field',
  inputColor: 'caret',
  alertColor: 'alert',
}

/** Converts CSS custom properties to appearance members: `--sluice-form-accent-color` is `formAccentColor`. */
export const toMembers = (properties: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, value]) => [
      name.replace('--sluice-', '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

export const BLACK = hexColor('#000000')
export const WHITE = hexColor('#ffffff')

/**
 * The first candidate with at least the given contrast to the background, else white or black. One of these always has 4.5:1, which is
 * enough where nothing has more.
 */
export const readableColor = (ground: Color, least: number, ...candidates: Color[]): Color =>
  [...candidates, WHITE, BLACK].find((candidate) => contrast(over(candidate, ground), ground) >= least) ??
  readableColor(ground, 4.5, ...candidates)

/** Mixes foreground and background to the lowest contrast that is at least `least`. */
const mixToContrast = (ink: Color, ground: Color, least: number): Color => {
  let share = 0.3
  let mixed = ground
  while (share < 1 && contrast(mixed, ground) < least) mixed = over(ink, ground, (share += 0.05))
  return mixed
}

/**
 * The colours of a form and its fields.
 *
 * Colours that the merchant set are never adjusted. The others come from the palette, or are derived from the
 * background if the merchant set one: text has a contrast of at least 4.5:1, edges and icons of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 *
 * @param named the colours that the merchant set
 * @param scheme color scheme of the surrounding page, which applies unless the merchant set the background
 * @param least minimum contrast of derived text
 */
export const fieldColors = (
  named: Readonly<Partial<Record<Token, Color>>>,
  scheme: 'light' | 'dark',
  variant: InputVariant,
  least = 4.5,
): FieldColors => {
  const { surface } = named
  const ownSurface = surface?.[3] ? over(surface, scheme === 'dark' ? BLACK : WHITE) : undefined
  const side = (ownSurface ? luminance(ownSurface) < 0.18 : scheme === 'dark') ? 1 : 0
  const palette = (name: keyof typeof PALETTE) => hexColor(PALETTE[name][side])
  const other = (name: keyof typeof PALETTE) => hexColor(PALETTE[name][1 - side]!)

  // Each colour is the merchant's, else one with enough contrast to its background: the surface first, then the field.
  const background = ownSurface ?? palette('field')
  const text = readableColor(background, least, named.text ?? palette('text'), palette('text'))
  const accent = named.accent ?? readableColor(background, 3, palette('accent'), other('accent'), text)
  const filled = ownSurface ? over(text, ownSurface, 0.07) : palette('filled')
  const field = over(named.field ?? (variant === 'filled' ? filled : background), background)
  const ground = variant === 'standard' ? background : field
  const typed = readableColor(ground, least, named.typed ?? text, text, palette('text'), other('text'))
  const mutedColor = (name: 'muted' | 'edge', ink: Color, below: Color, least: number) =>
    !ownSurface && contrast(palette(name), below) >= least ? palette(name) : mixToContrast(ink, below, least)

  return {
    text,
    label: named.text ?? text,
    accent,
    field,
    typed,
    muted: mutedColor('muted', text, background, least),
    edge: mutedColor('edge', text, background, 3),
    'edge-hover': named.edge ?? mutedColor('muted', text, background, 4.5),
    hint: mutedColor('muted', typed, ground, least),
    icon: mutedColor('muted', typed, ground, 3),
    caret: readableColor(ground, 3, accent, typed),
    'caret-edge': named.caret ?? accent,
    alert: readableColor(background, least, palette('alert'), other('alert'), text),
    ...named,
  }
}

/**
 * Converts a merchant's appearance to the theme of the card form. Members of other panels, unknown members and invalid values are ignored:
 * a wrong colour must not prevent a payment.
 *
 * @param members the merchant's appearance
 * @param scheme color scheme of the surrounding page, which applies unless the merchant set the background
 * @param read see parseColor
 */
export const toTheme = (members: Record<string, unknown>, scheme: 'light' | 'dark', read: ColorReader): Theme => {
  const named: Partial<Record<Token, Color>> = {}
  for (const [member, token] of Object.entries(MEMBERS)) {
    const value = Object.hasOwn(members, member) ? members[member] : undefined
    const parsed = typeof value === 'string' ? parseColor(value, read) : null
    if (parsed) named[token] = parsed
  }
  const variant = INPUT_VARIANTS.find((name) => name === members['inputVariant']) ?? 'outlined'
  const iconTheme = ['dark', 'light'].indexOf(members['formIconTheme'] as string)
  if (iconTheme >= 0) named.icon = hexColor(PALETTE.muted[iconTheme as 0 | 1])
  return {
    colors: Object.fromEntries(
      Object.entries(fieldColors(named, scheme, variant)).map(([token, color]) => [token, printColor(color)]),
    ) as Theme['colors'],
    variant,
  }
}
