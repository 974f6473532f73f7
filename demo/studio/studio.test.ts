import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { appearance } from '#contract/checkouts/appearance'
import { checkContrast } from '#contract/theme/contrastChecks'
import { readCssColor } from '#contract/theme/cssColor'
import { checkoutRequest } from '#contract/checkouts/checkouts'
import { currencies } from '#contract/money/currencies'
import { CHECKOUT_MEMBERS, CURRENCIES, SAMPLES } from './checkoutMembers.ts'
import { BRAND_MEMBERS } from '#contract/checkouts/appearance'
import { SCHEMES, WIDTHS, checkoutTheme, type Panel } from '#contract/theme/checkoutTheme'
import { backgroundTokens, FORM_RULES, INVOICE_RULES, type TokenRule } from '#contract/theme/checkoutTokens'
import { over } from '#contract/theme/color'
import { contrast } from '#contract/theme/contrast'
import { APPEARANCE_MEMBERS, memberKind, MEMBERS, memberTitle, THEME_MEMBERS } from './members.ts'
import { PRESETS } from '#contract/theme/presets'
import { fixedBrandOf, printJson, readJson, readTexts, textError, withAppearance } from './readMembers.ts'

const schema = appearance()

test('the studio has a control with a unique title for every member of an appearance', () => {
  expect(APPEARANCE_MEMBERS.toSorted()).toEqual(Object.keys(schema.entries).toSorted())
  expect(new Set(MEMBERS.map(memberTitle)).size).toBe(37 + BRAND_MEMBERS.length + CHECKOUT_MEMBERS.length)
})

test('the studio offers every currency of the API, by letters', () => {
  expect(new Set(CURRENCIES.map(({ value }) => Number(value)))).toEqual(new Set(currencies.keys()))
  expect(CURRENCIES.map(({ title }) => title).slice(0, 2)).toEqual(['AED', 'AFN'])
})

test.each(PRESETS)('preset $title matches the API schema and passes the contrast checks', ({ members }) => {
  expect(v.safeParse(schema, members).issues).toBeUndefined()
  expect(checkContrast(members, readCssColor).filter(({ ok }) => !ok)).toEqual([])
})

test('every text of the preset High contrast, set or derived, has a contrast of at least 7:1, and every edge of 3:1', () => {
  const { members } = PRESETS.find(({ id }) => id === 'high-contrast')!
  const theme = checkoutTheme(members, readCssColor)
  const pairs = SCHEMES.flatMap((scheme) =>
    WIDTHS.flatMap((width) => {
      const { page, form, invoice } = theme[scheme][width]
      const panels: [Panel<string>, Readonly<Record<string, TokenRule>>][] = [
        [form, FORM_RULES],
        [invoice, INVOICE_RULES],
      ]
      return panels.flatMap(([{ colors }, rules]) =>
        Object.entries(rules).flatMap(([token, rule]) => {
          const [ground] = backgroundTokens(rule, theme.variant)
          if (ground === undefined || rule.least === undefined) return []
          const surface = over(colors['surface']!, page.colors.page)
          const below = over(colors[ground]!, surface)
          return [{ token, least: rule.least, ratio: contrast(over(colors[token]!, below), below) }]
        }),
      )
    }),
  )
  const tooLow = pairs.filter(({ least, ratio }) => ratio < (least === 4.5 ? 7 : least))
  expect(tooLow).toEqual([])
  expect(new Set(pairs.filter(({ least }) => least === 4.5).map(({ token }) => token)).size).toBeGreaterThan(12)
})

describe('JSON import', () => {
  test('exported JSON of each preset is imported unchanged', () => {
    for (const { members } of PRESETS) expect(readJson(printJson(members))).toEqual({ members, problems: [] })
  })

  test('JSON import accepts a request body with an appearance', () => {
    const { members } = readJson('{"total": 1, "appearance": {"alertColor": "Crimson"}}')
    expect(members).toEqual({ alertColor: 'Crimson' })
  })

  test.each([
    ['{"formTextColour": "red"}', 'formTextColour', 'Unknown member. Did you mean formTextColor?'],
    ['{"background": "red"}', 'background', 'Unknown member.'],
    ['{"formTextColor": "blurple"}', 'formTextColor', '"blurple" is not a colour.'],
    ['{"formTextColor": 7}', 'formTextColor', '7 is not a colour.'],
    ['{"formTextColor": "var(--x)"}', 'formTextColor', '"var(--x)" is not a colour.'],
    ['{"formIconTheme": "blue"}', 'formIconTheme', '"blue" is not one of light, dark.'],
    ['{"inputVariant": "round"}', 'inputVariant', '"round" is not one of outlined, filled, standard.'],
    ['{"radius": 25}', 'radius', '25 is not a whole number from 0 to 24.'],
    ['{"radius": "4px"}', 'radius', '"4px" is not a whole number'],
    ['{"fontFamily": "Arial"}', 'fontFamily', '"Arial" is not one of system, '],
    ['{"fontUrl": "https://shop.example/brand.ttf"}', 'fontUrl', 'is not the https URL of a .woff2 file.'],
    ['{"acceptedNetworks": ["visa", "elo"]}', 'acceptedNetworks', 'is not a list of visa, '],
    ['{"statementDescriptor": "K*T"}', 'statementDescriptor', 'is not 5 to 22 letters'],
    ['{"currency": "978"}', 'currency', '"978" is not the ISO 4217 number of a currency.'],
    ['{"currency": 1}', 'currency', '1 is not the ISO 4217 number of a currency.'],
    ['{"shipping": 4.505}', 'shipping', '4.505 is not an amount from 0, with at most two decimals.'],
    ['{"cancelUrl": "http://shop.example"}', 'cancelUrl', 'is not an https URL'],
    ['{"returnAutomatically": 301}', 'returnAutomatically', '301 is not a whole number of seconds from 0 to 300.'],
    ['{"collectPhone": "yes"}', 'collectPhone', '"yes" is not one of none, optional, required.'],
    ['{"allowRemoval": "yes"}', 'allowRemoval', '"yes" is not true or false.'],
    ['{"consents": [{"name": "terms"}]}', 'consents', 'is not a list as the API takes it.'],
    ['{"curency": 978}', 'curency', 'Unknown member. Did you mean currency?'],
    ['{"appearance": {"currency": 978}}', 'currency', 'Unknown member.'],
    ['{"appearance": "red"}', '', 'Enter an object'],
    ['[1]', '', 'Enter an object'],
    ['{', '', 'Invalid JSON'],
  ])('JSON import of %s reports a problem', (text, member, message) => {
    expect(readJson(text)).toEqual({ members: {}, problems: [{ member, text: expect.stringContaining(message) }] })
  })

  test('JSON import accepts the same values as the API schema', () => {
    const values = ['#fff', '#ffff', '#12345', 'RED', 'transparent', 'currentcolor', 'rgb(1 2 3 / 50%)', 'hsl(1,2%,3%)']
    for (const name of APPEARANCE_MEMBERS)
      for (const value of [...values, 'oklch(0.5 0.1 200)', 'calc(1)', 'light', 'filled', '']) {
        const { problems } = readJson(JSON.stringify({ [name]: value }))
        const isTaken = v.safeParse(schema, { [name]: value }).success
        expect([name, value, problems.length === 0]).toEqual([name, value, isTaken])
      }
  })

  test('JSON import keeps valid members beside invalid ones', () => {
    const { members, problems } = readJson('{"alertColor": "red", "successColor": "greenish"}')
    expect(members).toEqual({ alertColor: 'red' })
    expect(problems).toHaveLength(1)
  })
})

describe('members of a checkout', () => {
  const values = {
    currency: 978,
    shipping: 4.5,
    cancelUrl: 'https://shop.example/bag',
    thankYouUrl: 'http://localhost:8788/thanks',
    returnAutomatically: 0,
    collectPhone: 'required',
    allowRemoval: true,
    consents: [{ name: 'terms', text: 'I accept the [terms](https://shop.example/terms)', required: true }],
  }
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  )

  test('a checkout with every member of the studio is printed as the API takes it, and imported unchanged', () => {
    const { members, problems } = readJson(JSON.stringify({ ...values, appearance: { alertColor: 'red' } }))
    expect({ members, problems }).toEqual({ members: { ...texts, alertColor: 'red' }, problems: [] })
    const body = JSON.parse(printJson(members)) as object
    expect(body).toEqual({ ...values, appearance: { alertColor: 'red' } })
    expect(new Set([...Object.keys(SAMPLES), ...Object.keys(values)])).toEqual(new Set(CHECKOUT_MEMBERS))
    expect(v.safeParse(checkoutRequest(), { total: 4.5, ...body }).issues).toBeUndefined()
  })

  test('the suggested lists of choices are a checkout that the API takes, and are imported unchanged', () => {
    const { members, problems } = readJson(JSON.stringify(SAMPLES))
    expect(problems).toEqual([])
    const body = JSON.parse(printJson(members)) as object
    expect(body).toEqual(SAMPLES)
    expect(v.safeParse(checkoutRequest(), { collectShipping: true, ...body }).issues).toBeUndefined()
  })

  test.each([
    ['discounts', '10 %'],
    ['discounts', '[{"code": "SPRING", "percentOff": 100}]'],
    ['items', '{"name": "Cup"}'],
  ] as const)('the text %s of a list is rejected: %s', (member, text) => {
    expect(textError(member, text)).toContain('is not a list as the API takes it.')
  })

  test('a member of a checkout that is null is absent', () => {
    expect(readJson('{"currency": null, "cancelUrl": null}')).toEqual({ members: {}, problems: [] })
  })

  test('a preset replaces the appearance and keeps the members of the checkout', () => {
    expect(withAppearance({ ...texts, alertColor: 'red' }, { inputVariant: 'filled' })).toEqual({
      ...texts,
      inputVariant: 'filled',
    })
  })

  test('invalid and unknown texts of a URL are dropped', () => {
    expect(readTexts({ ...texts, shipping: '-1', returnAutomatically: '3.5', other: '1' })).toEqual({
      currency: '978',
      cancelUrl: values.cancelUrl,
      thankYouUrl: values.thankYouUrl,
      collectPhone: 'required',
      allowRemoval: 'true',
      consents: texts['consents'],
    })
  })
})

describe('brand', () => {
  const values = {
    fontFamily: 'serif',
    fontUrl: 'https://shop.example/brand.woff2',
    textSize: 110,
    radius: 0,
    spacing: 'compact',
    contrast: 'high',
    faviconUrl: 'https://shop.example/icon.svg',
    acceptedNetworks: ['visa', 'amex'],
    statementDescriptor: 'KILN*TIDE',
  }

  test('every member of the brand is imported, and printed as the API takes it', () => {
    expect(Object.keys(values)).toEqual(BRAND_MEMBERS)
    const { members, problems } = readJson(JSON.stringify(values))
    expect(problems).toEqual([])
    expect(members).toMatchObject({ radius: '0', acceptedNetworks: 'visa,amex' })
    const printed = JSON.parse(printJson(members)) as { appearance: object }
    expect(printed).toEqual({ appearance: values })
    expect(v.safeParse(schema, printed.appearance).issues).toBeUndefined()
    expect(readTexts(members)).toEqual(members)
  })

  test('only members that a message to the preview cannot change need another checkout', () => {
    const { members } = readJson(JSON.stringify(values))
    expect(Object.keys(fixedBrandOf(members))).toEqual(['fontUrl', 'acceptedNetworks', 'statementDescriptor'])
  })
})

test('icon themes and the input variant are the only members of a theme that are not colours', () => {
  expect(THEME_MEMBERS.filter((member) => memberKind(member) !== 'color')).toEqual([
    'invoiceIconTheme',
    'formIconTheme',
    'inputVariant',
    'mobileIconTheme',
  ])
})
