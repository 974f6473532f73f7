import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INPUT_VARIANTS, toMembers, toTheme } from './appearance.ts'
import { type Color, over, parseColor } from './color.ts'
import { contrast } from './contrast.ts'
import { readCssColor } from './cssColor.ts'
import { PALETTE, type Token } from './tokens.ts'

const color = (text: string): Color => parseColor(text, readCssColor)!
const between = (a: string, b: string) => contrast(color(a), color(b))
const theme = (members: Record<string, unknown>, scheme: 'light' | 'dark' = 'light') =>
  toTheme(members, scheme, readCssColor)

describe('contrast', () => {
  it('contrast is 21 for black on white and 1 for equal colours', () => {
    expect(between('#000', '#fff')).toBeCloseTo(21, 5)
    expect(between('#3656e3', '#3656e3')).toBe(1)
  })

  it('contrast of #777 on white is 4.48', () => {
    // The example of the WCAG working group: #777 on white is just below 4.5.
    expect(between('#777', '#fff')).toBeCloseTo(4.48, 2)
  })
})

type DerivedToken = Exclude<Token, 'surface'>
/** Tokens with their minimum contrast to surface or field (WCAG 2.2): 1.4.3 for text, 1.4.11 for the rest. */
const SURFACE: [DerivedToken, number][] = [
  ['text', 4.5],
  ['label', 4.5],
  ['muted', 4.5],
  ['alert', 4.5],
  ['edge', 3],
  ['edge-hover', 3],
  ['accent', 3],
  ['caret-edge', 3],
]
const FIELD: [DerivedToken, number][] = [
  ['typed', 4.5],
  ['hint', 4.5],
  ['icon', 3],
  ['caret', 3],
]

describe('default colours', () => {
  // Pages are often slightly darker than white or lighter than black, such as the checkout's.
  const sides = [
    ['light', '#f6f7f9', 0],
    ['dark', '#0f1116', 1],
  ] as const
  const pairs: (readonly [DerivedToken, number, background: string, scheme: 'light' | 'dark', variant: string])[] = []
  for (const inputVariant of INPUT_VARIANTS)
    for (const [scheme, page, side] of sides) {
      const grounds = [PALETTE.field[side], page]
      const fields = inputVariant === 'standard' ? grounds : [theme({ inputVariant }, scheme).colors.field]
      for (const below of grounds) for (const one of SURFACE) pairs.push([...one, below, scheme, inputVariant])
      for (const below of fields) for (const one of FIELD) pairs.push([...one, below, scheme, inputVariant])
    }
  it.each(pairs)(
    'the default colour of %s has a contrast of at least %s to %s (%s, %s)',
    (token, least, below, scheme, inputVariant) => {
      expect(between(theme({ inputVariant }, scheme).colors[token], below)).toBeGreaterThanOrEqual(least)
    },
  )
})

describe('appearance', () => {
  it.each(['light', 'dark'] as const)('an empty appearance has the colours of the %s palette', (scheme) => {
    const side = scheme === 'light' ? 0 : 1
    const { colors, variant } = theme({}, scheme)
    const palette = [...new Set(Object.values(colors))].toSorted()
    const { filled: _, ...names } = PALETTE
    expect(palette).toEqual(
      Object.values(names)
        .map((sides) => sides[side])
        .toSorted(),
    )
    expect(variant).toBe('outlined')
  })

  it.each([
    ['formBackgroundColor', ['surface', 'field']],
    ['formTextColor', ['text', 'label', 'typed']],
    ['formLabelColor', ['label']],
    ['formAccentColor', ['accent', 'caret', 'caret-edge']],
    ['formBorderColor', ['edge', 'edge-hover']],
    ['formInputTextColor', ['typed']],
    ['formInputBackgroundColor', ['field']],
    ['inputColor', ['caret', 'caret-edge']],
    ['alertColor', ['alert']],
  ] as const)('the member %s sets the tokens %j', (member, tokens) => {
    const { colors } = theme({ [member]: 'teal' })
    const set = Object.entries(colors).filter(([, color]) => color === '#008080')
    expect(set.map(([token]) => token).toSorted()).toEqual([...tokens].toSorted())
  })

  it('specific members override general ones, in every order', () => {
    const members = { formLabelColor: '#111', formTextColor: '#222', inputColor: '#333', formAccentColor: '#444' }
    for (const input of [members, Object.fromEntries(Object.entries(members).toReversed())]) {
      expect(theme(input).colors).toMatchObject({
        text: '#222222',
        label: '#111111',
        caret: '#333333',
        accent: '#444444',
      })
    }
  })

  it('an unknown input variant means outlined', () => {
    expect(theme({ inputVariant: 'filled' }).variant).toBe('filled')
    expect(theme({ inputVariant: 'toString' }).variant).toBe('outlined')
  })

  it('formIconTheme sets the colour of icons', () => {
    expect(theme({ formIconTheme: 'light' }).colors.icon).toBe(PALETTE.muted[1])
    expect(theme({ formIconTheme: 'dark' }).colors.icon).toBe(PALETTE.muted[0])
  })

  it('invalid colours, unknown members and members of other panels are ignored', () => {
    const members = {
      formTextColor: 'var(--x)',
      alertColor: 7,
      invoiceTextColor: 'red',
      bogus: 'red',
      ['__proto__']: 1,
    }
    expect(theme(members)).toEqual(theme({}))
  })

  it('CSS custom properties convert to members', () => {
    const properties = {
      '--sluice-form-input-text-color': 'red',
      '--sluice-input-variant': '',
      '--sluice-alert-color': '',
    }
    expect(toMembers(properties)).toEqual({ formInputTextColor: 'red', inputVariant: '', alertColor: '' })
    for (const nothing of [null, 'text', 7, []]) expect(theme(toMembers(nothing))).toEqual(theme({}))
  })
})

describe('derived colours', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  const opaque = fc.tuple(channel, channel, channel).map((channels) => `rgb(${channels.join(' ')})`)
  const some = fc
    .tuple(channel, channel, channel, fc.constantFrom(1, 1, 0.5, 0))
    .map(([red, green, blue, alpha]) => `rgb(${red} ${green} ${blue} / ${alpha})`)
  const members = fc.record(
    {
      formBackgroundColor: some,
      formInputBackgroundColor: some,
      formTextColor: opaque,
      formLabelColor: opaque,
      formAccentColor: opaque,
      formBorderColor: opaque,
      formInputTextColor: opaque,
      inputColor: opaque,
      alertColor: opaque,
      inputVariant: fc.constantFrom(...INPUT_VARIANTS),
    },
    { requiredKeys: [] },
  )
  /** The members that set each token. */
  const NAMES: Record<string, string[]> = {
    text: ['formTextColor'],
    label: ['formTextColor', 'formLabelColor'],
    alert: ['alertColor'],
    edge: ['formBorderColor'],
    'edge-hover': ['formBorderColor'],
    accent: ['formAccentColor'],
    caret: ['inputColor', 'formAccentColor'],
    'caret-edge': ['inputColor', 'formAccentColor'],
    typed: ['formInputTextColor'],
  }

  it('derived colours have the minimum contrast to every background', () => {
    fc.assert(
      fc.property(members, fc.constantFrom('light', 'dark'), (input, scheme) => {
        const { colors, variant } = theme(input, scheme)
        const page = color(scheme === 'dark' ? '#000' : '#fff')
        const named = colors.surface ? color(colors.surface) : undefined
        const surface = named?.[3] ? over(named, page) : color(PALETTE.field[scheme === 'dark' ? 1 : 0])
        const field = over(color(colors.field), surface)
        const ground = variant === 'standard' ? surface : field
        for (const [tokens, below] of [
          [SURFACE, surface],
          [FIELD, ground],
        ] as const)
          for (const [token, least] of tokens) {
            if (NAMES[token]?.some((member) => member in input)) continue
            expect(contrast(over(color(colors[token]!), below), below), token).toBeGreaterThanOrEqual(least)
          }
      }),
      { numRuns: 500 },
    )
  })

  it('the merchant’s colours are not adjusted', () => {
    fc.assert(
      fc.property(opaque, (named) => {
        const all = {
          formBackgroundColor: named,
          formInputBackgroundColor: named,
          formTextColor: named,
          alertColor: named,
        }
        const { colors } = theme(all)
        const tokens = ['surface', 'field', 'text', 'label', 'alert'] as const
        expect(new Set(tokens.map((token) => colors[token]))).toEqual(
          new Set([theme({ alertColor: named }).colors.alert]),
        )
      }),
    )
  })
})
