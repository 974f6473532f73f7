import { type Color, type ColorNames, over, parseColor, printColor } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { PALETTE, type Token } from './tokens.ts'

/** The shapes of an input; the first is the default. */
export const INPUT_VARIANTS = ['outlined', 'filled', 'standard'] as const
export type InputVariant = (typeof INPUT_VARIANTS)[number]

/** What a page needs to look as a merchant wishes. */
export type Theme = {
  /** Values of custom properties, by name without its dashes. Every value was printed by our own code. */
  colors: Partial<Record<Token | 'surface', string>>
  variant: InputVariant
  /** The side of the palette that fits the merchant's background; null where the merchant named none. */
  scheme: 'light' | 'dark' | null
}

/** The appearance members of a form and the tokens that each sets. */
const MEMBERS: Record<string, readonly (Token | 'surface')[]> = {
  formBackgroundColor: ['surface', 'panel'],
  formTextColor: ['text', 'label'],
  formLabelColor: ['label'],
  formAccentColor: ['accent', 'caret', 'caret-edge'],
  formBorderColor: ['edge', 'edge-hover', 'hairline'],
  formInputTextColor: ['typed'],
  formInputBackgroundColor: ['field', 'field-filled'],
  inputColor: ['caret', 'caret-edge'],
  alertColor: ['alert'],
  successColor: ['success'],
}

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
const color = (text: string): Color => parseColor(text) ?? WHITE

/** The first of some colours that stands out from a background enough, else the one that stands out most. */
const readable = (background: Color, least: number, ...wishes: Color[]): Color => {
  const fallbacks = [...wishes, color(PALETTE.text[0]), WHITE, color('#000')]
  const best = fallbacks.toSorted((a, b) => contrast(b, background) - contrast(a, background))[0]!
  return fallbacks.find((wish) => contrast(wish, background) >= least) ?? best
}

/** A mixture of text and background that is as quiet as the least contrast allows. */
const quiet = (text: Color, background: Color, least: number): Color => {
  for (let alpha = 0.3; alpha < 1; alpha += 0.05) {
    const mixed = over({ ...text, alpha }, background)
    if (contrast(mixed, background) >= least) return mixed
  }
  return text
}

/** Colours for whatever the merchant left out, next to a background that was given. */
const derived = (given: Map<Token | 'surface', Color>, background: Color, side: 0 | 1): [Token, Color][] => {
  const text = given.get('text') ?? readable(background, 4.5, color(PALETTE.text[side]))
  const field = over(given.get('field') ?? background, background)
  const accent = given.get('accent') ?? readable(background, 3, color(PALETTE.accent[side]), text)
  return [
    ['text', text],
    ['label', text],
    ['icon', quiet(text, field, 3)],
    ['muted', quiet(text, field, 4.5)],
    ['edge', quiet(text, background, 3)],
    ['edge-hover', quiet(text, background, 4.5)],
    ['hairline', over({ ...text, alpha: 0.14 }, background)],
    ['field', field],
    ['field-filled', over({ ...text, alpha: 0.07 }, field)],
    ['typed', readable(field, 4.5, text)],
    ['accent', accent],
    ['caret', accent],
    ['caret-edge', accent],
    ['alert', readable(background, 4.5, color(PALETTE.alert[side]), color(PALETTE.alert[1 - side]!))],
    ['success', readable(background, 4.5, color(PALETTE.success[side]), color(PALETTE.success[1 - side]!))],
  ]
}

/** The members that custom properties stand for: `--sluice-form-accent-color` is `formAccentColor`. */
export const membersOf = (properties: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, value]) => [
      name.replace('--sluice-', '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/**
 * What a merchant's appearance means for a form. Members of other panels, unknown ones and values outside of the grammar
 * are passed over: a wrong colour must not cost a payment.
 *
 * @param members the appearance object as the merchant gave it
 * @param scheme what the surrounding page uses, for colours on a background that is not given
 * @param names see parseColor
 */
export const themeOf = (members: Record<string, unknown>, scheme: 'light' | 'dark', names: ColorNames): Theme => {
  const given = new Map<Token | 'surface', Color>()
  for (const [member, tokens] of Object.entries(MEMBERS)) {
    const value = Object.hasOwn(members, member) ? members[member] : undefined
    const parsed = typeof value === 'string' ? parseColor(value, names) : null
    if (parsed) for (const token of tokens) given.set(token, parsed)
  }
  const background = given.get('surface')
  const opaque =
    background && background.alpha > 0 ? over(background, color(scheme === 'dark' ? '#000' : '#fff')) : null
  const own = opaque ? (luminance(opaque) < 0.18 ? 'dark' : 'light') : null
  const side = (own ?? scheme) === 'dark' ? 1 : 0

  const colors = new Map<Token | 'surface', Color>()
  if (opaque) for (const [token, value] of derived(given, opaque, side)) colors.set(token, value)
  else if (given.has('field')) {
    const field = over(given.get('field')!, color(PALETTE.panel[side]))
    colors.set('typed', readable(field, 4.5, color(PALETTE.typed[side])))
    colors.set('muted', quiet(colors.get('typed')!, field, 4.5))
  }
  for (const [token, value] of given) colors.set(token, value)
  const variant = INPUT_VARIANTS.find((name) => name === members['inputVariant']) ?? 'outlined'
  const iconTheme = members['formIconTheme']
  if (iconTheme === 'light' || iconTheme === 'dark')
    colors.set('icon', color(PALETTE.icon[iconTheme === 'light' ? 1 : 0]))
  return {
    colors: Object.fromEntries([...colors].map(([token, value]) => [token, printColor(value)])),
    variant,
    scheme: own,
  }
}
