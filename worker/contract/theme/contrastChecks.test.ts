import { describe, expect, it } from 'vitest'
import { checkContrast } from './contrastChecks.ts'
import { readCssColor } from './cssColor.ts'

const checks = (members: Record<string, string>) => checkContrast(members, readCssColor)
const checksOf = (members: Record<string, string>, panel: string, what: string) =>
  checks(members).filter((check) => check.panel === panel && check.what === what)

describe('contrast checks', () => {
  it('colours without a minimum contrast, and pairs of derived colours, are not checked', () => {
    expect(checks({})).toEqual([])
    expect(checks({ inputVariant: 'filled', formBorderColor: 'no colour' })).toEqual([])
    // A hairline is decoration.
    expect(checks({ invoiceBorderColor: '#fff' })).toEqual([])
  })

  it('a contrast check has both members, the ratio and the minimum', () => {
    // The example of the WCAG working group: #777 on white is 4.478, just below 4.5.
    const named = { formBackgroundColor: '#fff', formLabelColor: '#777', formTextColor: '#767676' }
    const members = ['formLabelColor', 'formBackgroundColor']
    const found = { panel: 'form', what: 'label', on: 'surface', least: 4.5, width: 'wide', scheme: 'light' }
    expect(checksOf(named, 'form', 'label')).toEqual([{ ...found, members, ratio: 4.47, ok: false }])
    expect(checksOf(named, 'form', 'text')).toMatchObject([{ ratio: 4.54, ok: true }])
    expect(checksOf(named, 'form', 'title')).toMatchObject([{ members: ['formTextColor', 'formBackgroundColor'] }])
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
  ])('low contrast is reported for %j', (members, panel, what, on) => {
    const [found, ...more] = checksOf(members, panel, what)
    expect(more).toEqual([])
    expect(found).toMatchObject({ on, ok: false })
    expect(found!.members.toSorted()).toEqual(Object.keys(members).toSorted())
  })

  it('a colour is checked against derived backgrounds, in the color scheme with the lower contrast', () => {
    expect(checksOf({ formAccentColor: '#222' }, 'form', 'accent')).toMatchObject([
      { members: ['formAccentColor'], scheme: 'dark', ok: false },
    ])
    expect(checksOf({ formAccentColor: '#ddd' }, 'form', 'accent')).toMatchObject([{ scheme: 'light', ok: false }])
  })

  it('derived colours pass all contrast checks', () => {
    const found = checks({
      formBackgroundColor: '#777',
      invoiceBackgroundColor: '#7770',
      tabBackgroundDefault: '#888',
    })
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(({ ok }) => !ok)).toEqual([])
  })

  it('a mobile member has its own contrast check', () => {
    const members = { formBackgroundColor: '#fff', formTextColor: '#000', mobileTextColor: '#ddd' }
    expect(checksOf(members, 'form', 'text')).toMatchObject([
      { members: ['formTextColor', 'formBackgroundColor'], width: 'wide', ok: true },
      { members: ['mobileTextColor', 'formBackgroundColor'], width: 'narrow', ok: false },
    ])
  })

  it('translucent backgrounds are blended, and underlined fields have no background', () => {
    // Blended with the light page this is #b4b5b7.
    const glass = { formBackgroundColor: '#0004', formTextColor: '#000' }
    expect(checksOf(glass, 'form', 'text')[0]!.ratio).toBeCloseTo(10.2, 1)
    const field = { formBackgroundColor: '#fff', formInputBackgroundColor: '#000', formInputTextColor: '#111' }
    expect(checksOf(field, 'form', 'typed')).toMatchObject([{ on: 'field', ok: false }])
    expect(checksOf({ ...field, inputVariant: 'standard' }, 'form', 'typed')).toMatchObject([
      { on: 'surface', ok: true, members: ['formInputTextColor', 'formBackgroundColor'] },
    ])
  })
})
