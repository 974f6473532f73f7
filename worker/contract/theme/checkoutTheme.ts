import { BLACK, fieldColors, INPUT_VARIANTS, type InputVariant, readableColor, WHITE } from './appearance.ts'
import { buttonColors } from './buttonColors.ts'
import { FORM_RULES, type FormToken, INVOICE_RULES, type InvoiceToken } from './checkoutTokens.ts'
import { type Color, type ColorReader, hexColor, over } from './color.ts'
import { contrast, luminance } from './contrast.ts'
import { type MemberColors, readMemberColors, type MemberColor, resolvePanelColors } from './memberColors.ts'
import { CHECKOUT_PALETTE, PALETTE, type Token } from './tokens.ts'

export type Scheme = 'light' | 'dark'
export const SCHEMES = ['light', 'dark'] as const satisfies Scheme[]
/** `narrow` is the one-column layout below 768 px. */
export const WIDTHS = ['wide', 'narrow'] as const
export type Width = (typeof WIDTHS)[number]

/** A panel's colours by token. `named` has the colours that the merchant set; all others are derived. */
export interface Panel<Name extends string> {
  readonly scheme: Scheme
  readonly colors: Readonly<Record<Name, Color>>
  readonly named: Readonly<Partial<Record<Name, MemberColor>>>
}

/** The theme of the page for one width and one color scheme preference. */
export interface PageTheme {
  readonly page: Panel<'page'>
  readonly form: Panel<FormToken>
  readonly invoice: Panel<InvoiceToken>
}

/** The theme of the checkout for both color scheme preferences. Both are equal if the merchant set the backgrounds. */
export interface CheckoutTheme extends Readonly<Record<Scheme, Readonly<Record<Width, PageTheme>>>> {
  /** Value of the root element's attribute `data-variant`. */
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

/** The minimum contrast of derived text. */
export const textContrast = (members: Readonly<Record<string, unknown>>): number =>
  members['contrast'] === 'high' ? 7 : 4.5

const other = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light')
const schemeOf = (ground: Color): Scheme => (luminance(ground) < 0.18 ? 'dark' : 'light')
const areReadable = (inks: readonly (Color | undefined)[], ground: Color) =>
  inks.every((ink) => !ink || contrast(over(ink, ground), ground) >= 4.5)

const toColors = <Name extends string>(named: Partial<Record<Name, MemberColor>>) =>
  Object.fromEntries(
    Object.entries<MemberColor | undefined>(named).map(([token, one]) => [token, one!.color]),
  ) as Partial<Record<Name, Color>>

/**
 * The colours that both panels have: fields, accent and hairline. The accent is also the colour of links, so it needs the contrast of text.
 */
const panelColors = (
  named: Partial<Record<Token, Color>>,
  ground: Color,
  usual: Record<Scheme, Color>,
  variant: InputVariant,
  least: number,
) => {
  const scheme = schemeOf(ground)
  const made = ground !== usual[scheme]
  const ink = readableColor(ground, least, named.text ?? palette.text[scheme], palette.text[scheme])
  const accents = [palette.accent[scheme], palette.accent[other(scheme)], ink]
  const accent = named.accent ?? readableColor(ground, least, ...accents)
  const fields = fieldColors({ ...named, surface: made ? ground : undefined, accent }, scheme, variant, least)
  const rule = made ? over(ink, ground, 0.12) : palette.rule[scheme]
  return { scheme, ink, accents, fields: { ...fields, rule } }
}

/** The canvas beside a panel with the merchant's background: slightly darker, as in the default theme. */
const canvasBeside = (panel: Color, scheme: Scheme): Color =>
  scheme === 'dark' ? over(BLACK, panel, 0.35) : over(palette.text.light, panel, 0.04)

const formLook = (
  memberColors: MemberColors,
  oneColumn: boolean,
  setting: Scheme,
  variant: InputVariant,
  least: number,
): Omit<PageTheme, 'invoice'> => {
  const merchantColors = resolvePanelColors(FORM_RULES, memberColors, oneColumn, palette.page[setting], variant)
  const named = toColors(merchantColors)
  const { surface } = named
  const typed = named.field && variant !== 'standard' ? undefined : named.typed
  const inks = [named.text, named.title, named.label, typed]
  const backgroundFor = (to: Scheme) => (surface ? over(surface, palette.page[to]) : palette.field[to])
  // A translucent surface can be light on a light page and dark on a dark one; an opaque one has one scheme.
  const schemes = [setting, other(setting)].filter((to) => schemeOf(backgroundFor(to)) === to)
  const scheme = schemes.find((to) => areReadable(inks, backgroundFor(to))) ?? schemes[0]!
  const page = surface?.[3] === 255 ? canvasBeside(surface, scheme) : palette.page[scheme]
  const ground = surface ? over(surface, page) : palette.field[scheme]

  const { ink, accents, fields } = panelColors(named, ground, palette.field, variant, least)
  const { tab = over(ink, ground, 0.06), 'tab-selected': selected = ground } = named
  const [below, above] = [over(tab, ground), over(selected, ground)]
  const tabText = readableColor(below, least, fields.muted, ink)
  const selectedText = readableColor(above, least, fields.text, ink)
  const colors: PageTheme['form']['colors'] = {
    ...fields,
    title: fields.text,
    'surface-icon': fields.muted,
    success: readableColor(ground, least, palette.success[scheme], palette.success[other(scheme)], ink),
    ...buttonColors(ground, named, {
      backgrounds: [fields.accent, ...accents],
      texts: [WHITE, palette.text.light],
      // The button's text identifies it (WCAG 1.4.11), so a pale brand colour only needs to differ from the panel.
      least: 1.25,
      textLeast: least,
    }),
    tab,
    'tab-selected': selected,
    'tab-text': tabText,
    'tab-icon': tabText,
    'tab-selected-text': selectedText,
    'tab-selected-icon': selectedText,
    'tab-mark': readableColor(above, 3, fields.accent, ink),
    surface: ground,
    ...named,
  }
  return { page: { scheme, colors: { page }, named: {} }, form: { scheme, colors, named: merchantColors } }
}

const invoiceLook = (
  memberColors: MemberColors,
  oneColumn: boolean,
  around: Panel<'page'>,
  least: number,
): PageTheme['invoice'] => {
  const { page } = around.colors
  const merchantColors = resolvePanelColors(INVOICE_RULES, memberColors, oneColumn, page)
  const named = toColors(merchantColors)
  const { surface } = named
  const grounds = surface ? [over(surface, page)] : [page, palette.page[other(around.scheme)]]
  const ground = grounds.find((one) => areReadable([named.text], one)) ?? grounds[0]!

  const { scheme, ink, fields } = panelColors(named, ground, palette.page, 'outlined', least)
  const { text, muted, accent, icon, rule } = fields
  const {
    button,
    'button-text': buttonText,
    'button-hover': hover,
  } = buttonColors(ground, named, {
    backgrounds: [over(ink, ground, 0.08), ground],
    texts: [ink],
    least: 1,
    textLeast: least,
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
  return { scheme, colors: { ...made, ...named }, named: merchantColors }
}

/**
 * Converts a merchant's appearance to the theme of the hosted checkout.
 *
 * Colours that the merchant set are never adjusted; contrastChecks.ts reports low contrast to the merchant. All
 * others are derived from their neighbours: text has a contrast of at least 4.5:1 to its background (7:1 with `contrast: 'high'`), edges
 * and icons of 3:1.
 *
 * Color scheme: the form panel has the scheme of its background. Without a background it follows the shopper's preference, unless the
 * merchant set text colours that are readable only on the other scheme. The page (canvas, scroll bars and `color-scheme`) follows the form
 * panel. The invoice panel has the scheme of its own background, or the page's without one. So an appearance without backgrounds and texts
 * follows the shopper's preference, and one with a background of the form looks the same for all shoppers. Translucent colours are blended
 * with the page's colour.
 *
 * @param members the merchant's appearance; unknown members and invalid values are ignored
 * @param read see parseColor
 */
export const checkoutTheme = (members: Readonly<Record<string, unknown>>, read: ColorReader): CheckoutTheme => {
  const memberColors = readMemberColors(members, read)
  const variant = INPUT_VARIANTS.find((name) => name === members['inputVariant']) ?? 'outlined'
  const least = textContrast(members)
  const look = (oneColumn: boolean, setting: Scheme): PageTheme => {
    const form = formLook(memberColors, oneColumn, setting, variant, least)
    return { ...form, invoice: invoiceLook(memberColors, oneColumn, form.page, least) }
  }
  const looks = (setting: Scheme) => ({ wide: look(false, setting), narrow: look(true, setting) })
  return { variant, light: looks('light'), dark: looks('dark') }
}
