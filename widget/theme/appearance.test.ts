import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { themeOf } from './appearance.ts'
import { over, parseColor } from './color.ts'
import { contrast } from './contrast.ts'
import { namedColor } from './namedColors.ts'
import { PALETTE, type Token } from './tokens.ts'

const between = (a: string, b: string) => contrast(parseColor(a)!, parseColor(b)!)
const theme = (members: Record<string, unknown>, scheme: 'light' | 'dark' = 'light') =>
  themeOf(members, scheme, namedColor)

describe('contrast', () => {
  it('is 21 for black on white and 1 for a colour on itself', () => {
    expect(between('#000', '#fff')).toBeCloseTo(21, 5)
    expect(between('#3656e3', '#3656e3')).toBe(1)
  })

  it('agrees with a known value', () => {
    // The example of the WCAG working group: #777 on white just fails 4.5.
    expect(between('#777', '#fff')).toBeCloseTo(4.48, 2)
  })
})

describe('the palette', () => {
  const text: Token[] = ['text', 'muted', 'label', 'alert', 'success', 'accent']
  const marks: Token[] = ['edge', 'edge-hover', 'icon', 'caret', 'caret-edge']
  const grounds: Token[] = ['panel', 'page', 'field']

  it.each([
    ...text.flatMap((token) => grounds.map((ground) => [token, ground, 4.5] as const)),
    ...marks.flatMap((token) => (['panel', 'field'] as const).map((ground) => [token, ground, 3] as const)),
  ])('%s on %s has a contrast of %s, light and dark', (token, ground, least) => {
    for (const side of [0, 1] as const) {
      expect(between(PALETTE[token][side], PALETTE[ground][side])).toBeGreaterThanOrEqual(least)
    }
  })

  it.each(['typed', 'muted'] as const)('%s can be read on a filled field', (token) => {
    for (const side of [0, 1] as const) {
      expect(between(PALETTE[token][side], PALETTE['field-filled'][side])).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('an appearance', () => {
  it('that is empty changes nothing', () => {
    expect(theme({})).toEqual({ colors: {}, variant: 'outlined', scheme: null })
  })

  it.each([
    ['formBackgroundColor', 'surface'],
    ['formTextColor', 'text'],
    ['formLabelColor', 'label'],
    ['formAccentColor', 'accent'],
    ['formBorderColor', 'edge'],
    ['formInputTextColor', 'typed'],
    ['formInputBackgroundColor', 'field'],
    ['inputColor', 'caret'],
    ['inputColor', 'caret-edge'],
    ['alertColor', 'alert'],
    ['successColor', 'success'],
  ] as const)('sets by %s the colour of %s', (member, token) => {
    expect(theme({ [member]: 'teal' }).colors[token]).toBe('#008080')
  })

  it('lets the more exact member win, in whatever order they come', () => {
    const members = { formLabelColor: '#111', formTextColor: '#222', inputColor: '#333', formAccentColor: '#444' }
    for (const given of [members, Object.fromEntries(Object.entries(members).toReversed())]) {
      expect(theme(given).colors).toMatchObject({
        text: '#222222',
        label: '#111111',
        caret: '#333333',
        accent: '#444444',
      })
    }
  })

  it('takes a variant by its name only', () => {
    expect(theme({ inputVariant: 'filled' }).variant).toBe('filled')
    expect(theme({ inputVariant: 'toString' }).variant).toBe('outlined')
  })

  it('takes the theme of icons', () => {
    expect(theme({ formIconTheme: 'light' }).colors.icon).toBe(PALETTE.icon[1])
    expect(theme({ formIconTheme: 'dark' }).colors.icon).toBe(PALETTE.icon[0])
  })

  it('passes over what is no colour, and what belongs to another panel', () => {
    expect(theme({ formTextColor: 'var(--x)', alertColor: 7, invoiceTextColor: 'red', bogus: 'red' }).colors).toEqual(
      {},
    )
  })

  it('derives what can be read on any background', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, fc.constantFrom('light', 'dark'), (red, green, blue, scheme) => {
        const { colors } = theme({ formBackgroundColor: `rgb(${red},${green},${blue})` }, scheme)
        const ground = colors.surface!
        for (const [token, least] of [
          ['text', 4.5],
          ['label', 4.5],
          ['muted', 4.4],
          ['alert', 4.5],
          ['edge', 2.95],
          ['accent', 3],
        ] as const) {
          expect(between(colors[token]!, ground), `${token} on ${ground}`).toBeGreaterThanOrEqual(least)
        }
        expect(between(colors.typed!, colors.field!)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('derives the text of a field from its own background', () => {
    const { colors } = theme({ formInputBackgroundColor: '#101010' })
    expect(between(colors.typed!, '#101010')).toBeGreaterThanOrEqual(4.5)
  })

  it('says which side of the palette a background is on', () => {
    expect(theme({ formBackgroundColor: '#1d2440' }).scheme).toBe('dark')
    expect(theme({ formBackgroundColor: 'gold' }, 'dark').scheme).toBe('light')
    expect(theme({ formBackgroundColor: 'transparent' }).scheme).toBeNull()
  })
})

it('lays a colour over another', () => {
  expect(over({ red: 0, green: 0, blue: 0, alpha: 0.5 }, parseColor('#fff')!)).toEqual({
    red: 127.5,
    green: 127.5,
    blue: 127.5,
    alpha: 1,
  })
})
