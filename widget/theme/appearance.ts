import { type Color, type ColorReader, hexColor, over, parseColor, printColor } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { PALETTE, type Token } from './tokens.ts'

/** The shapes of an input; the first is the default. */
export const INPUT_VARIANTS = ['outlined', 'filled', 'standard'] as const
export type InputVariant = (typeof INPUT_VARIANTS)[number]

/** What a page needs to look as a merchant wishes. */
export type Theme = {
  /** Values of custom properties, by name without its dashes. Every value was printed by our own code. */
  colors: Record<Token, string> & { surface?: string }
  variant: InputVariant
}

/** The appearance members of a form and the tokens that each sets; a later one is more exact. */
const MEMBERS: Record<string, readonly (Token | 'surface')[]> = {
  formBackgroundColor: ['surface'],
  formTextColor: ['text', 'label'],
  formLabelColor: ['label'],
  formAccentColor: ['accent', 'caret', 'caret-edge'],
  formBorderColor: ['edge', 'edge-hover'],
  formInputTextColor: ['typed'],
  formInputBackgroundColor: ['field', 'field-filled'],
  inputColor: ['caret', 'caret-edge'],
  alertColor: ['alert'],
}

/** The members that custom properties stand for: `--sluice-form-accent-color` is `formAccentColor`. */
export const membersOf = (properties: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, value]) => [
      name.replace('--sluice-', '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

const BLACK = hexColor('#000000')
const WHITE = hexColor('#ffffff')

/** The first of some colours that stands out from a ground enough; black or white always does. */
const readable = (ground: Color, least: number, ...wishes: Color[]): Color =>
  [...wishes, WHITE, BLACK].find((wish) => contrast(over(wish, ground), ground) >= least)!

/** A mixture of ink and ground that is as quiet as the least contrast allows. */
const quiet = (ink: Color, ground: Color, least: number): Color => {
  let alpha = 0.3
  let mixed = ground
  while (alpha < 1 && contrast(mixed, ground) < least) mixed = over({ ...ink, alpha: (alpha += 0.05) }, ground)
  return mixed
}

/**
 * What a merchant's appearance means for a form. Members of other panels, unknown ones and values outside of the grammar
 * are passed over: a wrong colour must not cost a payment.
 *
 * What was named stays as it is, whatever its contrast. What was not is taken from the palette, or on a background that was
 * named, made from it: text of 4.5:1 and more, edges and icons of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 *
 * @param members the appearance object as the merchant gave it
 * @param scheme what the surrounding page uses, for colours on a background that is not given
 * @param read see parseColor
 */
export const themeOf = (members: Record<string, unknown>, scheme: 'light' | 'dark', read: ColorReader): Theme => {
  const named: Partial<Record<Token | 'surface', Color>> = {}
  for (const [member, tokens] of Object.entries(MEMBERS)) {
    const value = Object.hasOwn(members, member) ? members[member] : undefined
    const parsed = typeof value === 'string' ? parseColor(value, read) : null
    if (parsed) for (const token of tokens) named[token] = parsed
  }
  const variant = INPUT_VARIANTS.find((name) => name === members['inputVariant']) ?? 'outlined'
  const iconTheme = ['dark', 'light'].indexOf(members['formIconTheme'] as string)
  if (iconTheme >= 0) named.icon = hexColor(PALETTE.icon[iconTheme as 0 | 1])

  const { surface } = named
  const own = surface && surface.alpha > 0 ? over(surface, scheme === 'dark' ? BLACK : WHITE) : undefined
  const side = (own ? luminance(own) < 0.18 : scheme === 'dark') ? 1 : 0
  const palette = (token: Token) => hexColor(PALETTE[token][side])
  const other = (token: Token) => hexColor(PALETTE[token][1 - side]!)

  // Each is as the merchant named it, else made to be seen on what lies below it: first the surface, then the field.
  const background = own ?? palette('field')
  const text = readable(background, 4.5, named.text ?? palette('text'), palette('text'))
  const accent = readable(background, 3, named.accent ?? palette('accent'), other('accent'), text)
  const field = over(named.field ?? background, background)
  const filled = over(named['field-filled'] ?? (own ? { ...text, alpha: 0.07 } : palette('field-filled')), field)
  const ground = { outlined: field, filled, standard: background }[variant]
  const typed = readable(ground, 4.5, named.typed ?? text, text, palette('text'), other('text'))
  const softly = (token: Token, ink: Color, below: Color, least: number) =>
    !own && contrast(palette(token), below) >= least ? palette(token) : quiet(ink, below, least)

  const made: Record<Token, Color> = {
    text,
    label: text,
    accent,
    field,
    typed,
    'field-filled': filled,
    muted: softly('muted', text, background, 4.5),
    edge: softly('edge', text, background, 3),
    'edge-hover': softly('edge-hover', text, background, 4.5),
    hint: softly('hint', typed, ground, 4.5),
    icon: softly('icon', typed, ground, 3),
    caret: readable(ground, 3, accent, typed),
    'caret-edge': accent,
    alert: readable(background, 4.5, palette('alert'), other('alert'), text),
  }
  return {
    colors: Object.fromEntries(
      Object.entries({ ...made, ...named }).map(([token, color]) => [token, printColor(color)]),
    ) as Theme['colors'],
    variant,
  }
}
