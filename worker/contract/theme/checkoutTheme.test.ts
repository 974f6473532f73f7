import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INPUT_VARIANTS } from './appearance.ts'
import { FORM_RULES, INVOICE_RULES, type TokenRule } from './checkoutTokens.ts'
import { checkoutTheme, type PageTheme, SCHEMES, type Scheme, type Width, WIDTHS } from './checkoutTheme.ts'
import { type Color, over, parseColor, printColor } from './color.ts'
import { contrast } from './contrast.ts'
import { readCssColor } from './cssColor.ts'
import { PALETTE } from './tokens.ts'

const color = (text: string): Color => parseColor(text, readCssColor)!
const theme = (members: Record<string, unknown>) => checkoutTheme(members, readCssColor)

/** All colours by `panel.token`, and the color schemes of the panels. */
const flat = (look: PageTheme): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [name, { scheme, colors }] of Object.entries(look)) {
    found[`${name}.color-scheme`] = scheme
    for (const [token, value] of Object.entries<Color>(colors)) found[`${name}.${token}`] = printColor(value)
  }
  return found
}
const changes = (members: Record<string, unknown>, scheme: Scheme, width: Width): string[] => {
  const [defaults, input] = [flat(theme({})[scheme][width]), flat(theme(members)[scheme][width])]
  return Object.keys(defaults).filter((name) => defaults[name] !== input[name])
}

interface Row {
  member: string
  widths: readonly Width[]
  panel: 'form' | 'invoice'
  /** Tokens that always have its colour. */
  own: string
  /** Tokens that have its colour unless another member sets them. */
  shared?: string
  /** Tokens that are derived from it in the light scheme. `*` for a background: all tokens on it. */
  derived?: string
}

const FORM_ROWS = [
  { end: 'BackgroundColor', own: 'surface', derived: '*' },
  { end: 'TextColor', own: 'text', shared: 'title label', derived: 'typed tab tab-selected-text tab-selected-icon' },
  { end: 'TitleColor', own: 'title' },
  { end: 'LabelColor', own: 'label' },
  {
    end: 'AccentColor',
    own: 'accent tab-mark',
    shared: 'caret-edge',
    derived: 'caret button button-hover button-disabled',
  },
  { end: 'BorderColor', own: 'edge edge-hover rule' },
  { end: 'InputTextColor', own: 'typed' },
  { end: 'InputBackgroundColor', own: 'field', derived: 'typed hint icon caret' },
  { end: 'ButtonBackgroundColor', own: 'button', derived: 'button-hover button-disabled' },
  { end: 'ButtonTextColor', own: 'button-text', derived: 'button button-hover button-disabled button-disabled-text' },
  { end: 'IconTheme', own: 'icon surface-icon tab-icon tab-selected-icon' },
]
const everywhere =
  (panel: Row['panel']) =>
  (row: Omit<Row, 'panel' | 'widths'>): Row => ({ panel, widths: WIDTHS, ...row })
const inOneColumn = ({ end, ...row }: (typeof FORM_ROWS)[number]): Row => ({
  member: end === 'BorderColor' ? 'mobileInputBorderColor' : `mobile${end}`,
  panel: 'form',
  widths: ['narrow'],
  ...row,
})
const ROWS: Row[] = [
  ...FORM_ROWS.map(({ end, ...row }) => everywhere('form')({ member: `form${end}`, ...row })),
  ...[
    { member: 'inputColor', own: 'caret caret-edge' },
    { member: 'inputVariant', own: '', derived: 'field' },
    { member: 'tabBackgroundSelected', own: 'tab-selected', derived: 'tab-selected-text tab-selected-icon tab-mark' },
    { member: 'tabBackgroundDefault', own: 'tab', derived: 'tab-text tab-icon' },
    { member: 'alertColor', own: 'alert' },
    { member: 'successColor', own: 'success' },
  ].map(everywhere('form')),
  ...[
    { member: 'invoiceBackgroundColor', own: 'surface', derived: '*' },
    { member: 'invoiceTextColor', own: 'text', derived: 'button button-text button-hover' },
    { member: 'invoiceAccentColor', own: 'accent' },
    { member: 'invoiceBorderColor', own: 'rule' },
    { member: 'invoiceButtonBackgroundColor', own: 'button', derived: 'button-text button-hover' },
    { member: 'invoiceButtonTextColor', own: 'button-text', derived: 'button-hover' },
    { member: 'invoiceIconTheme', own: 'icon' },
  ].map(everywhere('invoice')),
  ...FORM_ROWS.map(inOneColumn),
  { member: 'invoiceMobileBackgroundColor', widths: ['narrow'], panel: 'invoice', own: 'surface', derived: '*' },
  {
    member: 'invoiceMobileTextColor',
    widths: ['narrow'],
    panel: 'invoice',
    own: 'text',
    derived: 'button button-text button-hover',
  },
]

/** High contrast to white, low contrast to the default dark background. */
const COLOR = '#6e3fae'
const valueOf = (member: string, defaults: string) =>
  member === 'inputVariant' ? 'filled' : member.endsWith('IconTheme') ? 'light' : defaults
/** The formatted colour of a member's value. */
const printed = (value: string) => (value === 'light' ? PALETTE.muted[1] : printColor(color(value)))
const names = ({ panel }: Row, tokens = '') => tokens.split(' ').flatMap((token) => (token ? `${panel}.${token}` : []))

describe('members of the appearance', () => {
  it('the appearance has 37 members', () => {
    expect(new Set(ROWS.map(({ member }) => member)).size).toBe(37)
    expect(ROWS).toHaveLength(37)
  })

  it.each(ROWS)('$member changes its tokens, the derived ones, and no others', (row) => {
    const { member, widths, panel, own, shared = '', derived = '' } = row
    const value = valueOf(member, COLOR)
    for (const scheme of SCHEMES)
      for (const width of WIDTHS) {
        const named = widths.includes(width) ? names(row, `${own} ${shared}`) : []
        const expected = Object.fromEntries(named.map((name) => [name, printed(value)]))
        expect(flat(theme({ [member]: value })[scheme][width])).toMatchObject(expected)
        const changed = changes({ [member]: value }, scheme, width)
        if (!widths.includes(width)) expect(changed).toEqual([])
        // The page depends on the form, and the invoice on the page, never the other way.
        if (panel === 'invoice') expect(changed.filter((name) => !name.startsWith('invoice.'))).toEqual([])
        if (scheme === 'light' && derived !== '*' && widths.includes(width))
          expect(changed.toSorted()).toEqual([...named, ...names(row, derived)].toSorted())
      }
  })

  it('each member sets its tokens among all members, in every order', () => {
    const entries = ROWS.map(({ member }, index): [string, string] => [member, valueOf(member, `#${400 + 7 * index}`)])
    const all = Object.fromEntries(entries)
    const { variant, light, dark } = theme(all)
    expect(variant).toBe('filled')
    expect(dark).toEqual(light)
    expect(theme(Object.fromEntries(entries.toReversed()))).toEqual({ variant, light, dark })
    for (const width of WIDTHS) {
      const rows = ROWS.filter(({ widths }) => widths.includes(width))
      // Members for one column come last.
      const own = rows.flatMap((row) => names(row, row.own).map((name) => [name, printed(all[row.member]!)]))
      expect(flat(light[width])).toMatchObject(Object.fromEntries(own))
    }
  })

  it('invalid values and unknown members are ignored', () => {
    for (const value of ['var(--x)', 'red;}', '', 7, null, {}])
      expect(theme(Object.fromEntries(ROWS.map(({ member }) => [member, value])))).toEqual(theme({}))
    expect(theme({ bogus: 'red', ['__proto__']: 'red', constructor: 'red', formIconTheme: 'red' })).toEqual(theme({}))
  })
})

describe('one-column layout', () => {
  it('a form colour applies in one column, unless its contrast to a mobile background is too low', () => {
    const members = { formBackgroundColor: '#fff', formTextColor: '#111', formAccentColor: '#777', alertColor: '#400' }
    const { wide, narrow } = theme({ ...members, mobileBackgroundColor: '#000' }).light
    expect(flat(wide)).toMatchObject({ 'form.text': '#111111', 'form.title': '#111111', 'form.accent': '#777777' })
    // The text is derived again, the accent has enough contrast on both, the alert has no mobile member.
    expect(flat(narrow)).toMatchObject({ 'form.text': PALETTE.text[1], 'form.title': PALETTE.text[1] })
    expect(flat(narrow)).toMatchObject({ 'form.accent': '#777777', 'form.alert': '#440000' })
    const softer = theme({ ...members, mobileBackgroundColor: '#ddd' }).light.narrow
    expect(flat(softer)).toMatchObject({ 'form.text': '#111111', 'form.label': '#111111' })
  })

  it('button and field text apply in one column, unless their contrast to a mobile background is too low', () => {
    const members = { formButtonTextColor: '#fff', formInputTextColor: '#111' }
    const pale = { mobileButtonBackgroundColor: '#eee', mobileBackgroundColor: '#222' }
    expect(flat(theme({ ...members, ...pale }).light.narrow)).toMatchObject({
      'form.button-text': PALETTE.text[0],
      'form.typed': PALETTE.text[1],
    })
    const named = { ...members, ...pale, mobileButtonTextColor: '#ddd', formInputBackgroundColor: '#eee' }
    expect(flat(theme(named).light.narrow)).toMatchObject({ 'form.button-text': '#dddddd', 'form.typed': '#111111' })
    // An underlined field has no background, so its text is on the panel.
    const underlined = theme({ ...named, inputVariant: 'standard' }).light.narrow
    expect(flat(underlined)).toMatchObject({ 'form.typed': PALETTE.text[1] })
  })
})

const schemes = ({ page, form, invoice }: PageTheme) => [page, form, invoice].map(({ scheme }) => scheme).join(' ')

describe('color scheme', () => {
  /** Color schemes of page, form and invoice for a shopper who prefers light, and for one who prefers dark. */
  it.each<[string, Record<string, string>, light: string, dark: string]>([
    ['an empty appearance follows the preference', {}, 'light light light', 'dark dark dark'],
    ['accents alone follow the preference', { formAccentColor: '#808' }, 'light light light', 'dark dark dark'],
    [
      'a dark form background makes all panels dark',
      { formBackgroundColor: '#111' },
      'dark dark dark',
      'dark dark dark',
    ],
    [
      'a light form background makes all panels light',
      { formBackgroundColor: '#fff' },
      'light light light',
      'light light light',
    ],
    [
      'an invoice background sets only the invoice',
      { invoiceBackgroundColor: '#024' },
      'light light dark',
      'dark dark dark',
    ],
    [
      'backgrounds of both panels set both',
      { invoiceBackgroundColor: '#024', formBackgroundColor: '#fff' },
      'light light dark',
      'light light dark',
    ],
    ['a dark text requires a light form', { formTextColor: '#222' }, 'light light light', 'light light light'],
    ['a light field text requires a dark form', { formInputTextColor: '#eee' }, 'dark dark dark', 'dark dark dark'],
    [
      'field text on its own field background follows the preference',
      { formInputTextColor: '#eee', formInputBackgroundColor: '#222' },
      'light light light',
      'dark dark dark',
    ],
    [
      'a dark invoice text requires a light invoice',
      { invoiceTextColor: '#222' },
      'light light light',
      'dark dark light',
    ],
    [
      'a text that is unreadable in both schemes follows the preference',
      { formTextColor: '#777' },
      'light light light',
      'dark dark dark',
    ],
    [
      'a transparent background follows the preference',
      { formBackgroundColor: '#0000' },
      'light light light',
      'dark dark dark',
    ],
    ['a translucent dark background is dark', { formBackgroundColor: '#000d' }, 'dark dark dark', 'dark dark dark'],
  ])('color scheme: %s', (_, members, light, dark) => {
    expect(WIDTHS.map((width) => schemes(theme(members).light[width]))).toEqual([light, light])
    expect(WIDTHS.map((width) => schemes(theme(members).dark[width]))).toEqual([dark, dark])
  })

  it('a mobile background sets the color scheme in one column', () => {
    const { wide, narrow } = theme({ mobileBackgroundColor: '#000' }).light
    expect([wide.page.scheme, narrow.page.scheme, narrow.invoice.scheme]).toEqual(['light', 'dark', 'dark'])
  })
})

describe('default theme', () => {
  it.each([
    ['light', '#f6f7f9', '#ffffff', '#e3e6eb', '#3656e3', '#1b7f4b'],
    ['dark', '#0f1116', '#171a21', '#2b303b', '#8ea2ff', '#5fd39a'],
  ] as const)('the default %s theme has the invoice on the page colour and the form on the panel colour', (...row) => {
    const [scheme, page, panel, rule, accent, success] = row
    const look = flat(theme({})[scheme].wide)
    expect(look).toMatchObject({ 'page.page': page, 'invoice.surface': page, 'form.surface': panel })
    expect(look).toMatchObject({ 'form.rule': rule, 'invoice.rule': rule, 'form.success': success })
    expect(look).toMatchObject({ 'form.accent': accent, 'form.button': accent, 'invoice.accent': accent })
    expect(theme({})[scheme].narrow).toEqual(theme({})[scheme].wide)
  })
})

/** Pairs of foreground and background with a minimum contrast of 4.5 (WCAG 2.2, 1.4.3). */
const TEXTS: Record<'form' | 'invoice', [what: string, on: string][]> = {
  form: [
    ...'text title label muted alert success accent'.split(' ').map((what): [string, string] => [what, 'surface']),
    ['typed', 'field'],
    ['hint', 'field'],
    ['button-text', 'button'],
    ['button-disabled-text', 'button-disabled'],
    ['tab-text', 'tab'],
    ['tab-selected-text', 'tab-selected'],
  ],
  invoice: [
    ['text', 'surface'],
    ['muted', 'surface'],
    ['accent', 'surface'],
    ['button-text', 'button'],
  ],
}
/** Pairs of foreground and background with a minimum contrast of 3 (WCAG 2.2, 1.4.11). */
const REST: typeof TEXTS = {
  form: [
    ...'edge edge-hover caret-edge surface-icon'.split(' ').map((what): [string, string] => [what, 'surface']),
    ['icon', 'field'],
    ['caret', 'field'],
    ['tab-mark', 'tab-selected'],
    ['tab-icon', 'tab'],
    ['tab-selected-icon', 'tab-selected'],
  ],
  invoice: [['icon', 'surface']],
}

it('the tables of the panels have the minimum contrasts of WCAG', () => {
  const tables: Record<'form' | 'invoice', Record<string, TokenRule>> = { form: FORM_RULES, invoice: INVOICE_RULES }
  for (const panel of ['form', 'invoice'] as const) {
    const minimums = Object.entries(tables[panel]).flatMap(([what, { on, least }]) =>
      least ? [[what, on?.[0], least]] : [],
    )
    const expected = [...TEXTS[panel].map((pair) => [...pair, 4.5]), ...REST[panel].map((pair) => [...pair, 3])]
    expect(minimums.toSorted()).toEqual(expected.toSorted())
  }
})

describe('derived colours', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  const some = fc
    .tuple(channel, channel, channel, fc.constantFrom(1, 1, 1, 0.5, 0))
    .map(([red, green, blue, alpha]) => `rgb(${red} ${green} ${blue} / ${alpha})`)
  const members = fc.record(
    Object.fromEntries(
      ROWS.map(({ member }) => [
        member,
        member === 'inputVariant'
          ? fc.constantFrom(...INPUT_VARIANTS)
          : member.endsWith('IconTheme')
            ? fc.constantFrom('light', 'dark')
            : some,
      ]),
    ),
    { requiredKeys: [] },
  )

  it('derived colours have the minimum contrast in every layout and color scheme', () => {
    fc.assert(
      fc.property(members, fc.constantFrom(...SCHEMES), fc.constantFrom(...WIDTHS), (input, scheme, width) => {
        const { variant, ...themes } = theme(input)
        const look = themes[scheme][width]
        for (const panel of ['form', 'invoice'] as const) {
          const colors: Record<string, Color> = look[panel].colors
          const surface = over(colors['surface']!, look.page.colors.page)
          const bare = variant === 'standard' ? ['surface', 'field'] : ['surface']
          const blended = (token: string) => (bare.includes(token) ? surface : over(colors[token]!, surface))
          for (const [pairs, least] of [
            [TEXTS, 4.5],
            [REST, 3],
          ] as const)
            for (const [what, on] of pairs[panel]) {
              if (what in look[panel].named) continue
              const found = contrast(over(colors[what]!, blended(on)), blended(on))
              expect(found, `${panel} ${what} on ${on}`).toBeGreaterThanOrEqual(least)
            }
          if (!('button-text' in look[panel].named))
            expect(contrast(colors['button-text']!, colors['button-hover']!)).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('the pay button has the accent colour, if it differs from the panel', () => {
    const buttons = ['gold', '#fefefe'].map(
      (formAccentColor) => flat(theme({ formAccentColor }).light.wide)['form.button'],
    )
    expect(buttons).toEqual(['#ffd700', PALETTE.accent[0]])
  })

  it('a derived pay button differs from its panel, and changes on hover', () => {
    fc.assert(
      fc.property(members, (input) => {
        const { page, form } = theme({ ...input, formButtonBackgroundColor: '', formButtonTextColor: '' }).light.wide
        const surface = over(form.colors.surface, page.colors.page)
        expect(contrast(form.colors.button, surface)).toBeGreaterThanOrEqual(1.25)
        expect(form.colors['button-hover']).not.toEqual(form.colors.button)
      }),
      { numRuns: 100 },
    )
  })
})
