import { type Color, type ColorReader, hexColor, over, parseColor, printColor } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { PALETTE, type Token } from './tokens.ts'

/** The shapes of an input; the first is the default. */
export const INPUT_VARIANTS = ['outlined', 'filled', 'standard'] as const
export type InputVariant = (typeof INPUT_VARIANTS)[number]

/** What a page needs to look as a merchant wishes. */
export type Theme = {
  /** Values of custom properties, by name without its dashes. Every value was printed by our own code. */
  colors: Record<Exclude<Token, 'surface'>, string> & { surface?: string }
  variant: InputVariant
}

/** Every colour of a form; `surface` only where the merchant named it. */
export type FieldColors = Record<Exclude<Token, 'surface'>, Color> & { surface?: Color }

/** The appearance members of a form and the token that each names. */
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

/** The members that custom properties stand for: `--sluice-form-accent-color` is `formAccentColor`. */
export const membersOf = (properties: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, value]) => [
      name.replace('--sluice-', '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

export const BLACK = hexColor('#000000')
export const WHITE = hexColor('#ffffff')

/** The first of some colours that stands out from a ground enough; black or white always does. */
export const readable = (ground: Color, least: number, ...wishes: Color[]): Color =>
  [...wishes, WHITE, BLACK].find((wish) => contrast(over(wish, ground), ground) >= least)!

/** A mixture of ink and ground that is as quiet as the least contrast allows. */
const quiet = (ink: Color, ground: Color, least: number): Color => {
  let share = 0.3
  let mixed = ground
  while (share < 1 && contrast(mixed, ground) < least) mixed = over(ink, ground, (share += 0.05))
  return mixed
}

/**
 * The colours of a form's fields and of what stands around them.
 *
 * What was named stays as it is, whatever its contrast. What was not is taken from the palette, or on a background that was
 * named, made from it: text of 4.5:1 and more, edges and icons of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 *
 * @param named what the merchant named
 * @param scheme what the surrounding page uses, for colours on a background that is not given
 */
export const fieldColors = (
  named: Readonly<Partial<Record<Token, Color>>>,
  scheme: 'light' | 'dark',
  variant: InputVariant,
): FieldColors => {
  const { surface } = named
  const own = surface?.[3] ? over(surface, scheme === 'dark' ? BLACK : WHITE) : undefined
  const side = (own ? luminance(own) < 0.18 : scheme === 'dark') ? 1 : 0
  const palette = (name: keyof typeof PALETTE) => hexColor(PALETTE[name][side])
  const other = (name: keyof typeof PALETTE) => hexColor(PALETTE[name][1 - side]!)

  // Each is as the merchant named it, else made to be seen on what lies below it: first the surface, then the field.
  const background = own ?? palette('field')
  const text = readable(background, 4.5, named.text ?? palette('text'), palette('text'))
  const accent = named.accent ?? readable(background, 3, palette('accent'), other('accent'), text)
  const filled = own ? over(text, own, 0.07) : palette('filled')
  const field = over(named.field ?? (variant === 'filled' ? filled : background), background)
  const ground = variant === 'standard' ? background : field
  const typed = readable(ground, 4.5, named.typed ?? text, text, palette('text'), other('text'))
  const softly = (name: 'muted' | 'edge', ink: Color, below: Color, least: number) =>
    !own && contrast(palette(name), below) >= least ? palette(name) : quiet(ink, below, least)

  return {
    text,
    label: named.text ?? text,
    accent,
    field,
    typed,
    muted: softly('muted', text, background, 4.5),
    edge: softly('edge', text, background, 3),
    'edge-hover': named.edge ?? softly('muted', text, background, 4.5),
    hint: softly('muted', typed, ground, 4.5),
    icon: softly('muted', typed, ground, 3),
    caret: readable(ground, 3, accent, typed),
    'caret-edge': named.caret ?? accent,
    alert: readable(background, 4.5, palette('alert'), other('alert'), text),
    ...named,
  }
}

/**
 * What a merchant's appearance means for the card form. Members of other panels, unknown ones and values outside of the
 * grammar are passed over: a wrong colour must not cost a payment.
 *
 * @param members the appearance object as the merchant gave it
 * @param scheme what the surrounding page uses, for colours on a background that is not given
 * @param read see parseColor
 */
export const themeOf = (members: Record<string, unknown>, scheme: 'light' | 'dark', read: ColorReader): Theme => {
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
