import type { Page } from '@playwright/test'
import { appearance, BRAND_MEMBERS } from '#contract/checkouts/appearance'
import type { Member } from '#contract/theme/checkoutTokens'
import { expect, test as base } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** The computed styles that each appearance member changes. */

type StyleQuery = { selector: string; property: string; prepare?: (checkout: CheckoutPage) => Promise<unknown> }
type ExpectedStyle = StyleQuery & { value: string; width: 'desktop' | 'phone'; pseudo?: string }

const rgb = 'rgb(1, 94, 99)'
const hex = '#015e63'

const invalid = (checkout: CheckoutPage) => checkout.pay()
const focused = (checkout: CheckoutPage) => checkout.field('Email').focus()
const paid = async (checkout: CheckoutPage) => {
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
}

const card = 'sluice-card-form .control'
const background = (selector: string): StyleQuery => ({ selector, property: 'background-color' })
const color = (selector: string): StyleQuery => ({ selector, property: 'color' })
const desktop = (style: StyleQuery, value = rgb): ExpectedStyle => ({ ...style, value, width: 'desktop' })
const phone = (style: StyleQuery, value = rgb): ExpectedStyle => ({ ...style, value, width: 'phone' })

/** Expected styles by member. A mobile member is checked at phone width, with its desktop counterpart in another colour. */
const expectedStyles: Record<Member, ExpectedStyle[]> = {
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

/** Values of members that are no colours; they differ from the defaults. */
const values: Partial<Record<Member, string>> = {
  inputVariant: 'filled',
  invoiceIconTheme: 'dark',
  formIconTheme: 'dark',
  mobileIconTheme: 'dark',
}
/** Dark backgrounds, on which the default icons are light. */
const backgrounds: Partial<Record<Member, Partial<Record<Member, string>>>> = {
  invoiceIconTheme: { invoiceBackgroundColor: '#101820' },
  formIconTheme: { formBackgroundColor: '#101820' },
  mobileIconTheme: { formBackgroundColor: '#101820', formIconTheme: 'light' },
}
/** The desktop members that mobile members override. */
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

const computedStyle = (page: Page, { selector, property }: StyleQuery): Promise<string> =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ sharedPage, local }, use) => {
    await sharedPage.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await use(new CheckoutPage(sharedPage, local.gateway))
    await sharedPage.emulateMedia({ reducedMotion: null, colorScheme: null })
  },
})

test('appearance: every member has a test, here or in brand.spec.ts', () => {
  const tested = [...Object.keys(expectedStyles), ...BRAND_MEMBERS]
  expect(tested.toSorted()).toEqual(Object.keys(appearance().entries).toSorted())
})

for (const [member, expected] of Object.entries(expectedStyles) as [Member, ExpectedStyle[]][])
  test(`appearance: ${member} changes the documented styles`, async ({ checkout }) => {
    const { page } = checkout
    const counterpart = counterparts[member]
    const members: Partial<Record<Member, string>> = {
      ...backgrounds[member],
      ...(counterpart && { [counterpart]: '#7a0f4d' }),
      [member]: values[member] ?? hex,
    }
    const created = await checkout.client.create({ ...order, appearance: members })
    for (const [index, style] of expected.entries()) {
      // The page is still in the state of the previous check.
      const isPrepared = index > 0 && expected[index - 1]?.prepare === style.prepare
      if (!isPrepared) {
        await page.setViewportSize(sizes[style.width])
        await page.goto(created.url)
        await checkout.waitForForm()
        await style.prepare?.(checkout)
      }
      await expect
        .poll(() => computedStyle(page, style), { message: `${style.property} of ${style.selector}` })
        .toBe(style.value)
    }
    if (!counterpart) return
    // A mobile member has no effect on a wide page.
    await page.setViewportSize(sizes.desktop)
    const [first] = expected
    await expect
      .poll(() => computedStyle(page, { ...first!, selector: first!.selector.replace('.fold', '.invoice') }))
      .not.toBe(rgb)
  })
