import { describe, expect, it } from 'vitest'
import { contrastVerdicts } from './contrastChecks.ts'
import { knownColor } from './cssColor.ts'

const verdicts = (members: Record<string, string>) => contrastVerdicts(members, knownColor)
const of = (members: Record<string, string>, panel: string, what: string) =>
  verdicts(members).filter((verdict) => verdict.panel === panel && verdict.what === what)

describe('the verdict on an appearance', () => {
  it('is silent where nothing was named, and about what lies on what was derived', () => {
    expect(verdicts({})).toEqual([])
    expect(verdicts({ inputVariant: 'filled', formBorderColor: 'no colour' })).toEqual([])
    // A hairline is decoration.
    expect(verdicts({ invoiceBorderColor: '#fff' })).toEqual([])
  })

  it('tells both members of a pair, its contrast and what it needs', () => {
    // #777 on white is 4.478: the example of the WCAG working group, just too little.
    const named = { formBackgroundColor: '#fff', formLabelColor: '#777', formTextColor: '#767676' }
    const members = ['formLabelColor', 'formBackgroundColor']
    const found = { panel: 'form', what: 'label', on: 'surface', least: 4.5, width: 'wide', scheme: 'light' }
    expect(of(named, 'form', 'label')).toEqual([{ ...found, members, ratio: 4.47, ok: false }])
    expect(of(named, 'form', 'text')).toMatchObject([{ ratio: 4.54, ok: true }])
    expect(of(named, 'form', 'title')).toMatchObject([{ members: ['formTextColor', 'formBackgroundColor'] }])
  })

  it.each([
    [{ formButtonBackgroundColor: '#fff', formButtonTextColor: '#ddd' }, 'form', 'button-text', 'button'],
    [{ formBackgroundColor: '#fff', formBorderColor: '#ddd' }, 'form', 'edge', 'surface'],
    [{ formBackgroundColor: '#fff', formIconTheme: 'light' }, 'form', 'icon', 'field'],
    [{ formInputBackgroundColor: '#fff', formInputTextColor: '#ddd' }, 'form', 'typed', 'field'],
    [{ formBackgroundColor: '#fff', formInputTextColor: '#ddd' }, 'form', 'typed', 'field'],
    [{ tabBackgroundSelected: '#fff', formAccentColor: '#ddd' }, 'form', 'tab-mark', 'tab-selected'],
    [{ invoiceBackgroundColor: '#fff', invoiceAccentColor: '#ddd' }, 'invoice', 'accent', 'surface'],
    [{ invoiceBackgroundColor: '#fff', invoiceIconTheme: 'light' }, 'invoice', 'icon', 'surface'],
    [{ invoiceButtonBackgroundColor: '#fff', invoiceButtonTextColor: '#ddd' }, 'invoice', 'button-text', 'button'],
  ])('finds what cannot be seen: %j', (members, panel, what, on) => {
    const [found, ...more] = of(members, panel, what)
    expect(more).toEqual([])
    expect(found).toMatchObject({ on, ok: false })
    expect(found!.members.toSorted()).toEqual(Object.keys(members).toSorted())
  })

  it('judges a colour against what was derived, in the worse of the shopper’s settings', () => {
    expect(of({ formAccentColor: '#222' }, 'form', 'accent')).toMatchObject([
      { members: ['formAccentColor'], scheme: 'dark', ok: false },
    ])
    expect(of({ formAccentColor: '#ddd' }, 'form', 'accent')).toMatchObject([{ scheme: 'light', ok: false }])
  })

  it('finds what is derived good', () => {
    const found = verdicts({
      formBackgroundColor: '#777',
      invoiceBackgroundColor: '#7770',
      tabBackgroundDefault: '#888',
    })
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(({ ok }) => !ok)).toEqual([])
  })

  it('tells of one column apart where another member names the colour there', () => {
    const members = { formBackgroundColor: '#fff', formTextColor: '#000', mobileTextColor: '#ddd' }
    expect(of(members, 'form', 'text')).toMatchObject([
      { members: ['formTextColor', 'formBackgroundColor'], width: 'wide', ok: true },
      { members: ['mobileTextColor', 'formBackgroundColor'], width: 'narrow', ok: false },
    ])
  })

  it('sees through what is see-through, and knows that an underlined field has no background', () => {
    // Over our light page this is #b4b5b7.
    const glass = { formBackgroundColor: '#0004', formTextColor: '#000' }
    expect(of(glass, 'form', 'text')[0]!.ratio).toBeCloseTo(10.2, 1)
    const field = { formBackgroundColor: '#fff', formInputBackgroundColor: '#000', formInputTextColor: '#111' }
    expect(of(field, 'form', 'typed')).toMatchObject([{ on: 'field', ok: false }])
    expect(of({ ...field, inputVariant: 'standard' }, 'form', 'typed')).toMatchObject([
      { on: 'surface', ok: true, members: ['formInputTextColor', 'formBackgroundColor'] },
    ])
  })
})
