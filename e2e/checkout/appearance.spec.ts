import type { Page } from '@playwright/test'
import type { Appearance } from '#contract/checkouts/appearance'
import { appearance } from '#contract/checkouts/appearance'
import { expect, test as base } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** Each member of the appearance, in a real browser: the style of the place that it is said to change. */

type Member = keyof Appearance
type Look = { selector: string; property: string; prepare?: (checkout: CheckoutPage) => Promise<unknown> }
type Promised = Look & { value: string; width: 'desktop' | 'phone'; pseudo?: string }

const given = 'rgb(1, 94, 99)'
const hex = '#015e63'

const invalid = (checkout: CheckoutPage) => checkout.pay()
const focused = (checkout: CheckoutPage) => checkout.field('Email').focus()
const paid = async (checkout: CheckoutPage) => {
  await checkout.fillCard()
  await checkout.pay()
  await checkout.paid()
}

const card = 'sluice-card-form .control'
const background = (selector: string): Look => ({ selector, property: 'background-color' })
const color = (selector: string): Look => ({ selector, property: 'color' })
const desktop = (look: Look, value = given): Promised => ({ ...look, value, width: 'desktop' })
const phone = (look: Look, value = given): Promised => ({ ...look, value, width: 'phone' })

/** Where each is seen. A member of phones is looked at there, beside its counterpart of another colour. */
const places: Record<Member, Promised[]> = {
  invoiceBackgroundColor: [desktop(background('.invoice'))],
  invoiceTextColor: [desktop(color('.items .name'))],
  invoiceAccentColor: [
    desktop(color('.bill .due strong')),
    desktop({
      selector: '.items summary',
      property: 'outline-color',
      prepare: ({ page }) => page.locator('.items summary').focus(),
    }),
  ],
  invoiceBorderColor: [
    desktop({ selector: '.items li', property: 'border-top-color' }),
    desktop({ selector: '.sums', property: 'border-top-color' }),
  ],
  invoiceButtonBackgroundColor: [desktop(background('.items summary .button'))],
  invoiceButtonTextColor: [desktop(color('.items summary .button'))],
  invoiceIconTheme: [desktop(color('.items summary .icon'), 'rgb(91, 100, 114)')],
  formBackgroundColor: [desktop(background('main.form'))],
  formTextColor: [desktop(color('main.form'))],
  formTitleColor: [desktop(color('main.form h2'))],
  formLabelColor: [desktop(color('label[for=email]'))],
  formAccentColor: [
    desktop({ selector: 'sluice-field .control', property: 'outline-color', prepare: focused }),
    desktop({ selector: 'sluice-tabs [aria-selected=true]', property: '--tab-mark' }, hex),
    desktop({ selector: '#save', property: '--accent' }, hex),
    desktop(color('.foot a')),
  ],
  formBorderColor: [desktop({ selector: card, property: 'border-top-color' })],
  formInputTextColor: [desktop(color('#cc-number'))],
  formInputBackgroundColor: [desktop(background(card))],
  inputVariant: [desktop({ selector: card, property: 'border-top-width' }, '0px')],
  inputColor: [
    desktop({ selector: '#email', property: 'caret-color' }),
    desktop({ selector: 'sluice-field .control', property: 'border-bottom-color', prepare: focused }),
  ],
  formButtonBackgroundColor: [desktop(background('.pay'))],
  formButtonTextColor: [desktop(color('.pay'))],
  formIconTheme: [desktop(color(`${card} .mark`), 'rgb(91, 100, 114)')],
  tabBackgroundSelected: [desktop(background('sluice-tabs [aria-selected=true]'))],
  tabBackgroundDefault: [desktop(background('sluice-tabs [aria-selected=false]'))],
  alertColor: [
    desktop({ ...color('sluice-field:has(#cc-number) .message'), prepare: invalid }),
    desktop({ selector: `${card}.invalid`, property: 'border-top-color', prepare: invalid }),
    desktop({ ...color('.lines [role=alert]'), prepare: invalid }),
  ],
  successColor: [desktop({ ...color('.done .tick'), prepare: paid })],
  mobileBackgroundColor: [phone(background('main.form'))],
  mobileTextColor: [phone(color('main.form'))],
  mobileTitleColor: [phone(color('main.form h2'))],
  mobileLabelColor: [phone(color('label[for=email]'))],
  mobileAccentColor: [
    phone({ selector: 'sluice-field .control', property: 'outline-color', prepare: focused }),
    phone(color('.foot a')),
  ],
  mobileInputTextColor: [phone(color('#cc-number'))],
  mobileInputBackgroundColor: [phone(background(card))],
  mobileInputBorderColor: [phone({ selector: card, property: 'border-top-color' })],
  mobileButtonBackgroundColor: [phone(background('.pay'))],
  mobileButtonTextColor: [phone(color('.pay'))],
  mobileIconTheme: [phone(color(`${card} .mark`), 'rgb(91, 100, 114)')],
  invoiceMobileBackgroundColor: [phone(background('.fold'))],
  invoiceMobileTextColor: [phone(color('.fold'))],
}

/** What a member is given: a colour that nothing else has, or another word than the one that holds without it. */
const values: Partial<Record<Member, string>> = {
  inputVariant: 'filled',
  invoiceIconTheme: 'dark',
  formIconTheme: 'dark',
  mobileIconTheme: 'dark',
}
/** Beside icons of the dark theme, a ground on which they would be light. */
const grounds: Partial<Record<Member, Partial<Appearance>>> = {
  invoiceIconTheme: { invoiceBackgroundColor: '#101820' },
  formIconTheme: { formBackgroundColor: '#101820' },
  mobileIconTheme: { formBackgroundColor: '#101820', formIconTheme: 'light' },
}
/** The members that hold at every width, and give way to the phone's. */
const counterparts: Partial<Record<Member, Member>> = {
  mobileBackgroundColor: 'formBackgroundColor',
  mobileTextColor: 'formTextColor',
  mobileTitleColor: 'formTitleColor',
  mobileLabelColor: 'formLabelColor',
  mobileAccentColor: 'formAccentColor',
  mobileInputTextColor: 'formInputTextColor',
  mobileInputBackgroundColor: 'formInputBackgroundColor',
  mobileInputBorderColor: 'formBorderColor',
  mobileButtonBackgroundColor: 'formButtonBackgroundColor',
  mobileButtonTextColor: 'formButtonTextColor',
  invoiceMobileBackgroundColor: 'invoiceBackgroundColor',
  invoiceMobileTextColor: 'invoiceTextColor',
}
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

const order = {
  items: [{ name: 'Cup', price: 26.25, description: 'Long words of what it is. '.repeat(20) }],
  tax: 1,
  allowAch: true,
}

const styleOf = (page: Page, { selector, property }: Look): Promise<string> =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ onePage, local }, use) => {
    await onePage.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await use(new CheckoutPage(onePage, local.gateway))
    await onePage.emulateMedia({ reducedMotion: null, colorScheme: null })
  },
})

test('speaks of every member', () => {
  expect(Object.keys(places).toSorted()).toEqual(Object.keys(appearance().entries).toSorted())
})

for (const [member, promised] of Object.entries(places) as [Member, Promised[]][])
  test(`${member} changes what it is said to change`, async ({ checkout }) => {
    const { page } = checkout
    const counterpart = counterparts[member]
    const members: Partial<Appearance> = {
      ...grounds[member],
      ...(counterpart && { [counterpart]: '#7a0f4d' }),
      [member]: values[member] ?? hex,
    }
    const made = await checkout.maker.make({ ...order, appearance: members })
    for (const [index, look] of promised.entries()) {
      // What was done before the last look is still to be seen.
      const stands = index > 0 && promised[index - 1]?.prepare === look.prepare
      if (!stands) {
        await page.setViewportSize(sizes[look.width])
        await page.goto(made.url)
        await checkout.ready()
        await look.prepare?.(checkout)
      }
      await expect.poll(() => styleOf(page, look), { message: `${look.property} of ${look.selector}` }).toBe(look.value)
    }
    if (!counterpart) return
    // On a wide page it counts for nothing.
    await page.setViewportSize(sizes.desktop)
    const [first] = promised
    await expect
      .poll(() => styleOf(page, { ...first!, selector: first!.selector.replace('.fold', '.invoice') }))
      .not.toBe(given)
  })
