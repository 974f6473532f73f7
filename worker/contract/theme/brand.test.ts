import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FONT_FAMILIES, FONTS, parseFontUrl, printBrand, SPACING_NAMES } from './brand.ts'

const font = 'https://fonts.shop.example:8443/a/brand-1.woff2?v=2'

describe('printed brand', () => {
  test('an appearance without a brand prints nothing', () => {
    expect(printBrand({ formAccentColor: 'red', inputVariant: 'filled' })).toBe('')
  })

  test('each member sets its custom property, or the size of text', () => {
    expect(printBrand({ fontFamily: 'serif', radius: 0, spacing: 'compact', textSize: 150 })).toBe(
      `:root{--font:${FONTS.serif};--radius:0px;--control:2.75rem;--space:0.5;font-size:max(24px,150%)}`,
    )
  })

  test('a font file comes before its fallback, and swaps in', () => {
    expect(printBrand({ fontFamily: 'slab', fontUrl: font }, parseFontUrl(font))).toBe(
      `@font-face{font-family:merchant;src:url("${font}")format("woff2");font-display:swap}` +
        `:root{--font:merchant,${FONTS.slab};--expiry:104px}`,
    )
    expect(printBrand({}, parseFontUrl(font))).toContain('--font:merchant,system-ui,sans-serif')
  })

  test.each([
    { radius: -1 },
    { radius: 25 },
    { radius: 1.5 },
    { radius: '4px' },
    { textSize: 99 },
    { textSize: 151 },
    { textSize: Number.NaN },
    { spacing: 'huge' },
    { spacing: 'constructor' },
    { fontFamily: 'Comic Sans' },
    { fontFamily: '__proto__' },
  ])('the invalid value in %j is ignored', (members) => {
    expect(printBrand(members)).toBe('')
  })

  test('the style sheet has only fixed names, numbers and a checked URL, for every input', () => {
    const stacks = FONT_FAMILIES.map((name) => FONTS[name]).join('|')
    const declaration = `(?:--font:(?:merchant,)?(?:${stacks})|--(?:radius|expiry):\\d+px|--control:[\\d.]+rem|--space:[\\d.]+|font-size:max\\([\\d.]+px,\\d+%\\))`
    const face = `@font-face\\{font-family:merchant;src:url\\("https?://[\\w.:/~%@+?=&-]+"\\)format\\("woff2"\\);font-display:swap\\}`
    const sheet = new RegExp(`^(?:${face})?(?::root\\{${declaration}(?:;${declaration})*\\})?$`)
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.integer({ min: -5, max: 200 }),
      fc.constantFrom(...FONT_FAMILIES, ...SPACING_NAMES, '10px;}*{color:red', '</style>', 'url(//evil)'),
    )
    const url = fc.oneof(
      fc.webUrl(),
      fc.string().map((text) => `https://shop.example/${text}.woff2`),
      fc.constant(font),
    )
    fc.assert(
      fc.property(
        fc.record({ fontFamily: value, radius: value, textSize: value, spacing: value }, { requiredKeys: [] }),
        url,
        (members, fontUrl) => {
          expect(printBrand(members, parseFontUrl(fontUrl))).toMatch(sheet)
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('only a woff2 file of an origin that a policy can name is a font', () => {
  expect(parseFontUrl(font)?.origin).toBe('https://fonts.shop.example:8443')
  for (const other of [
    undefined,
    null,
    5,
    '',
    'https://shop.example/brand.woff',
    'https://shop.example/x.woff2;script-src *',
    'https://a.example,https://b.example/x.woff2',
    'javascript:alert(1)//x.woff2',
    'https://[::1]/x.woff2',
  ])
    expect(parseFontUrl(other)).toBeNull()
})
