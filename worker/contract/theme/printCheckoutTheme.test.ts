import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORM_TOKENS, INVOICE_TOKENS, PAGE_TOKENS } from './checkoutTokens.ts'
import { checkoutTheme, type PageTheme, SCHEMES, WIDTHS } from './checkoutTheme.ts'
import { printColor } from './color.ts'
import { knownColor } from './cssColor.ts'
import { printCheckoutTheme } from './printCheckoutTheme.ts'

const theme = (members: Record<string, unknown>) => checkoutTheme(members, knownColor)
const print = (members: Record<string, unknown>) => printCheckoutTheme(theme(members))

const NARROW = '(width<768px)'
const DARK = '(prefers-color-scheme:dark)'
const SELECTORS = { page: ':root', form: '.form', invoice: '.invoice' } as const

/** What a browser makes of the sheet in a situation: the last rule that applies wins. */
const applied = (css: string, situation: readonly string[]): Record<string, Record<string, string>> => {
  const found: Record<string, Record<string, string>> = {}
  for (const [, condition = '', within, plain] of css.matchAll(
    /@media ([^{]*)\{((?:[^{}]*\{[^{}]*\})*)\}|([^{}@]*\{[^{}]*\})/g,
  )) {
    if (!condition.split(' and ').every((one) => one === '' || situation.includes(one))) continue
    for (const [, selector = '', body = ''] of (within ?? plain ?? '').matchAll(/([^{}]*)\{([^{}]*)\}/g))
      for (const declaration of body.split(';')) {
        const [property = '', value = ''] = declaration.split(':')
        ;(found[selector] ??= {})[property] = value
      }
  }
  return found
}
const wanted = (look: PageTheme) =>
  Object.fromEntries(
    (['page', 'form', 'invoice'] as const).map((panel) => {
      const { scheme, colors } = look[panel]
      const tokens = Object.entries(colors).map(([token, color]) => [`--${token}`, printColor(color)])
      return [SELECTORS[panel], { 'color-scheme': scheme, ...Object.fromEntries(tokens) }]
    }),
  )

/** Some that are read, so that what is given is not passed over altogether. */
const READ = [
  'formBackgroundColor',
  'mobileTextColor',
  'invoiceTextColor',
  'alertColor',
  'formIconTheme',
  'inputVariant',
]
const hex = fc.stringMatching(/^#[0-9a-f]{3}$/)
const members = fc.record(
  {
    formBackgroundColor: hex,
    mobileBackgroundColor: hex,
    mobileTextColor: hex,
    invoiceBackgroundColor: hex,
    invoiceMobileTextColor: hex,
  },
  { requiredKeys: [] },
)

const properties = (tokens: readonly string[]) => ['color-scheme', ...tokens.map((token) => `--${token}`)].toSorted()
const conditions = (given: Record<string, string>) =>
  [...print(given).matchAll(/@media ([^{]*)/g)].map(([, media]) => media)

describe('the printed theme', () => {
  it('is in every situation what the theme says, though it tells only what differs', () => {
    fc.assert(
      fc.property(members, (given) => {
        const css = print(given)
        for (const scheme of SCHEMES)
          for (const width of WIDTHS) {
            const situation = [scheme === 'dark' ? DARK : '', width === 'narrow' ? NARROW : '']
            expect(applied(css, situation)).toEqual(wanted(theme(given)[scheme][width]))
          }
      }),
      { numRuns: 60 },
    )
  })

  it('holds no more than names of our own and hexadecimal colours, whatever was given', () => {
    const tokens = [...new Set([...PAGE_TOKENS, ...FORM_TOKENS, ...INVOICE_TOKENS])].join('|')
    const declaration = `(?:color-scheme:(?:light|dark)|--(?:${tokens}):#(?:[0-9a-f]{6}|[0-9a-f]{8}))`
    const rules = `(?:(?::root|\\.form|\\.invoice)\\{${declaration}(?:;${declaration})*\\})`
    const condition = '(?:\\(width<768px\\)|\\(prefers-color-scheme:dark\\))'
    const sheet = new RegExp(`^${rules}+(?:@media ${condition}(?: and ${condition})?\\{${rules}+\\})*$`)
    const value = fc.oneof(
      fc.string(),
      hex,
      fc.constantFrom('red;}</style><script>', 'var(--x)', 'url(//evil)', 'teal', '#0008'),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...READ), fc.string()), value), (given) => {
        expect(print(given)).toMatch(sheet)
      }),
      { numRuns: 200 },
    )
  })

  it('has every token of every panel', () => {
    const found = applied(print({}), [])
    expect(Object.keys(found[':root']!).toSorted()).toEqual(properties(PAGE_TOKENS))
    expect(Object.keys(found['.form']!).toSorted()).toEqual(properties(FORM_TOKENS))
    expect(Object.keys(found['.invoice']!).toSorted()).toEqual(properties(INVOICE_TOKENS))
  })

  it('asks for the shopper’s setting and for the width only where it makes a difference', () => {
    expect(conditions({})).toEqual([DARK])
    expect(conditions({ formBackgroundColor: '#fff' })).toEqual([])
    expect(conditions({ formBackgroundColor: '#fff', mobileBackgroundColor: '#000' })).toEqual([NARROW])
    expect(conditions({ mobileBackgroundColor: '#000' })).toEqual([NARROW, DARK, `${NARROW} and ${DARK}`])
  })
})
