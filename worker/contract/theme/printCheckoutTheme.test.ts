import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORM_TOKENS, INVOICE_TOKENS, PAGE_TOKENS } from './checkoutTokens.ts'
import { checkoutTheme, type PageTheme, SCHEMES, WIDTHS } from './checkoutTheme.ts'
import { printColor } from './color.ts'
import { readCssColor } from './cssColor.ts'
import { printCheckoutTheme } from './printCheckoutTheme.ts'

const theme = (members: Record<string, unknown>) => checkoutTheme(members, readCssColor)
const print = (members: Record<string, unknown>) => printCheckoutTheme(theme(members))

const NARROW = '(width<768px)'
const DARK = '(prefers-color-scheme:dark)'
const SELECTORS = { page: ':root', form: '.form', invoice: '.invoice' } as const

/** Applies a style sheet like a browser under the given media conditions: the last matching rule wins. */
const applied = (css: string, conditions: readonly string[]): Record<string, Record<string, string>> => {
  const found: Record<string, Record<string, string>> = {}
  for (const [, condition = '', within, plain] of css.matchAll(
    /@media ([^{]*)\{((?:[^{}]*\{[^{}]*\})*)\}|([^{}@]*\{[^{}]*\})/g,
  )) {
    if (!condition.split(' and ').every((one) => one === '' || conditions.includes(one))) continue
    for (const [, selector = '', body = ''] of (within ?? plain ?? '').matchAll(/([^{}]*)\{([^{}]*)\}/g))
      for (const declaration of body.split(';')) {
        const [property = '', value = ''] = declaration.split(':')
        ;(found[selector] ??= {})[property] = value
      }
  }
  return found
}
const expectedRules = (look: PageTheme) =>
  Object.fromEntries(
    (['page', 'form', 'invoice'] as const).map((panel) => {
      const { scheme, colors } = look[panel]
      const tokens = Object.entries(colors).map(([token, color]) => [`--${token}`, printColor(color)])
      return [SELECTORS[panel], { 'color-scheme': scheme, ...Object.fromEntries(tokens) }]
    }),
  )

/** Some known members, so that not all generated members are ignored. */
const KNOWN_MEMBERS = [
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
const mediaQueries = (input: Record<string, string>) =>
  [...print(input).matchAll(/@media ([^{]*)/g)].map(([, media]) => media)

describe('printed theme', () => {
  it('the style sheet applies the theme in every layout and color scheme', () => {
    fc.assert(
      fc.property(members, (input) => {
        const css = print(input)
        for (const scheme of SCHEMES)
          for (const width of WIDTHS) {
            const conditions = [scheme === 'dark' ? DARK : '', width === 'narrow' ? NARROW : '']
            expect(applied(css, conditions)).toEqual(expectedRules(theme(input)[scheme][width]))
          }
      }),
      { numRuns: 60 },
    )
  })

  it('the style sheet has only fixed names and hexadecimal colours, for every input', () => {
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
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...KNOWN_MEMBERS), fc.string()), value), (input) => {
        expect(print(input)).toMatch(sheet)
      }),
      { numRuns: 200 },
    )
  })

  it('the style sheet has all tokens of all panels', () => {
    const found = applied(print({}), [])
    expect(Object.keys(found[':root']!).toSorted()).toEqual(properties(PAGE_TOKENS))
    expect(Object.keys(found['.form']!).toSorted()).toEqual(properties(FORM_TOKENS))
    expect(Object.keys(found['.invoice']!).toSorted()).toEqual(properties(INVOICE_TOKENS))
  })

  it('the style sheet has only the media queries that make a difference', () => {
    expect(mediaQueries({})).toEqual([DARK])
    expect(mediaQueries({ formBackgroundColor: '#fff' })).toEqual([])
    expect(mediaQueries({ formBackgroundColor: '#fff', mobileBackgroundColor: '#000' })).toEqual([NARROW])
    expect(mediaQueries({ mobileBackgroundColor: '#000' })).toEqual([NARROW, DARK, `${NARROW} and ${DARK}`])
  })
})
