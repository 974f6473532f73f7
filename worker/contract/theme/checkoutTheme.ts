import { BLACK, fieldColors, INPUT_VARIANTS, type InputVariant, readable, WHITE } from './appearance.ts'
import { buttonColors } from './buttonColors.ts'
import { FORM, type FormToken, INVOICE, type InvoiceToken } from './checkoutTokens.ts'
import { type Color, type ColorReader, hexColor, over } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { type Given, givenMembers, type Named, namedIn } from './memberColors.ts'
import { CHECKOUT_PALETTE, PALETTE, type Token } from './tokens.ts'

export type Scheme = 'light' | 'dark'
export const SCHEMES = ['light', 'dark'] as const satisfies Scheme[]
/** `narrow` is the one-column layout, under 768 px. */
export const WIDTHS = ['wide', 'narrow'] as const
export type Width = (typeof WIDTHS)[number]

/** A panel's colours by token. `named` says which of them a member named; all others are derived. */
export interface Panel<Name extends string> {
  readonly scheme: Scheme
  readonly colors: Readonly<Record<Name, Color>>
  readonly named: Readonly<Partial<Record<Name, Named>>>
}

/** The page in one width and for one setting of the shopper's. */
export interface Look {
  readonly page: Panel<'page'>
  readonly form: Panel<FormToken>
  readonly invoice: Panel<InvoiceToken>
}

/** How the checkout looks, for shoppers who prefer light and dark. They are the same where the merchant named the backgrounds. */
export interface CheckoutTheme extends Readonly<Record<Scheme, Readonly<Record<Width, Look>>>> {
  /** For the attribute `data-variant` of the root element. */
  readonly variant: InputVariant
}

const both = ([light, dark]: readonly [string, string]): Record<Scheme, Color> => ({
  light: hexColor(light),
  dark: hexColor(dark),
})
const colors = { ...PALETTE, ...CHECKOUT_PALETTE }
const palette = Object.fromEntries(Object.entries(colors).map(([name, sides]) => [name, both(sides)])) as Record<
  keyof typeof colors,
  Record<Scheme, Color>
>

const other = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light')
const schemeOf = (ground: Color): Scheme => (luminance(ground) < 0.18 ? 'dark' : 'light')
const reads = (inks: readonly (Color | undefined)[], ground: Color) =>
  inks.every((ink) => !ink || contrast(over(ink, ground), ground) >= 4.5)

const justColors = <Name extends string>(named: Partial<Record<Name, Named>>) =>
  Object.fromEntries(Object.entries<Named | undefined>(named).map(([token, one]) => [token, one!.color])) as Partial<
    Record<Name, Color>
  >

/** What both panels have: the colours of fields, the accent and the hairline. The accent is a link's too, so it is read like text. */
const panelColors = (
  named: Partial<Record<Token, Color>>,
  ground: Color,
  usual: Record<Scheme, Color>,
  variant: InputVariant,
) => {
  const scheme = schemeOf(ground)
  const made = ground !== usual[scheme]
  const ink = readable(ground, 4.5, named.text ?? palette.text[scheme], palette.text[scheme])
  const accents = [palette.accent[scheme], palette.accent[other(scheme)], ink]
  const accent = named.accent ?? readable(ground, 4.5, ...accents)
  const fields = fieldColors({ ...named, surface: made ? ground : undefined, accent }, scheme, variant)
  const rule = made ? over(ink, ground, 0.12) : palette.rule[scheme]
  return { scheme, ink, accents, fields: { ...fields, rule } }
}

/** The canvas beside a panel whose background was named: a little darker, as our own page is beside our own panel. */
const beside = (panel: Color, scheme: Scheme): Color =>
  scheme === 'dark' ? over(BLACK, panel, 0.35) : over(palette.text.light, panel, 0.04)

const formLook = (given: Given, oneColumn: boolean, setting: Scheme, variant: InputVariant): Omit<Look, 'invoice'> => {
  const chosen = namedIn(FORM, given, oneColumn, palette.page[setting], variant)
  const named = justColors(chosen)
  const { surface } = named
  const typed = named.field && variant !== 'standard' ? undefined : named.typed
  const inks = [named.text, named.title, named.label, typed]
  const standsOn = (to: Scheme) => (surface ? over(surface, palette.page[to]) : palette.field[to])
  // Glass may be light on a light page and dark on a dark one; what is opaque is one of them.
  const schemes = [setting, other(setting)].filter((to) => schemeOf(standsOn(to)) === to)
  const scheme = schemes.find((to) => reads(inks, standsOn(to))) ?? schemes[0]!
  const page = surface?.[3] === 255 ? beside(surface, scheme) : palette.page[scheme]
  const ground = surface ? over(surface, page) : palette.field[scheme]

  const { ink, accents, fields } = panelColors(named, ground, palette.field, variant)
  const { tab = over(ink, ground, 0.06), 'tab-selected': selected = ground } = named
  const [below, above] = [over(tab, ground), over(selected, ground)]
  const tabText = readable(below, 4.5, fields.muted, ink)
  const selectedText = readable(above, 4.5, fields.text, ink)
  const colors: Look['form']['colors'] = {
    ...fields,
    title: fields.text,
    'surface-icon': fields.muted,
    success: readable(ground, 4.5, palette.success[scheme], palette.success[other(scheme)], ink),
    ...buttonColors(ground, named, {
      backgrounds: [fields.accent, ...accents],
      texts: [WHITE, palette.text.light],
      // Its text says where it is (WCAG 1.4.11), so a pale brand colour is kept that is not lost in the panel.
      least: 1.25,
    }),
    tab,
    'tab-selected': selected,
    'tab-text': tabText,
    'tab-icon': tabText,
    'tab-selected-text': selectedText,
    'tab-selected-icon': selectedText,
    'tab-mark': readable(above, 3, fields.accent, ink),
    surface: ground,
    ...named,
  }
  return { page: { scheme, colors: { page }, named: {} }, form: { scheme, colors, named: chosen } }
}

const invoiceLook = (given: Given, oneColumn: boolean, around: Panel<'page'>): Look['invoice'] => {
  const { page } = around.colors
  const chosen = namedIn(INVOICE, given, oneColumn, page)
  const named = justColors(chosen)
  const { surface } = named
  const grounds = surface ? [over(surface, page)] : [page, palette.page[other(around.scheme)]]
  const ground = grounds.find((one) => reads([named.text], one)) ?? grounds[0]!

  const { scheme, ink, fields } = panelColors(named, ground, palette.page, 'outlined')
  const { text, muted, accent, icon, rule } = fields
  const {
    button,
    'button-text': buttonText,
    'button-hover': hover,
  } = buttonColors(ground, named, {
    backgrounds: [over(ink, ground, 0.08), ground],
    texts: [ink],
    least: 1,
  })
  const made = {
    surface: ground,
    text,
    muted,
    accent,
    icon,
    rule,
    button,
    'button-text': buttonText,
    'button-hover': hover,
  }
  return { scheme, colors: { ...made, ...named }, named: chosen }
}

/**
 * What a merchant's appearance means for the hosted checkout.
 *
 * What was named stays as it is named, whatever its contrast; contrastVerdicts tells the merchant. What was not is derived
 * from its neighbours: text of 4.5:1 on what it lies on, edges and icons of 3:1.
 *
 * Light or dark: the form panel is what its background is. Without one it follows the shopper's setting, unless its texts
 * were named and can be read on the other one alone. The page follows the form panel: its canvas,
 * scroll bars and `color-scheme`. The invoice panel is what its own background is, and has the page's where it has none.
 * So an appearance that names no background nor text looks as the shopper prefers, and one that names the form's
 * background looks the same to all. What is see-through lies over the page's own colour.
 *
 * @param members the appearance as the merchant gave it; what is unknown or no colour is passed over
 * @param read see parseColor
 */
export const checkoutTheme = (members: Readonly<Record<string, unknown>>, read: ColorReader): CheckoutTheme => {
  const given = givenMembers(members, read)
  const variant = INPUT_VARIANTS.find((name) => name === members['inputVariant']) ?? 'outlined'
  const look = (oneColumn: boolean, setting: Scheme): Look => {
    const form = formLook(given, oneColumn, setting, variant)
    return { ...form, invoice: invoiceLook(given, oneColumn, form.page) }
  }
  const looks = (setting: Scheme) => ({ wide: look(false, setting), narrow: look(true, setting) })
  return { variant, light: looks('light'), dark: looks('dark') }
}
