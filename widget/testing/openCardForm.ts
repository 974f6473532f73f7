import type { Frame, Page } from '@playwright/test'
import { cardLocales } from '../locales/locales.ts'
import type { WidgetFixture } from './widgetFixture.ts'
import { openElement } from './openElement.ts'

/** Opens a page with a single card form. */
export const openCardForm = async (fixture: WidgetFixture): Promise<Page> => {
  const page = await openElement(
    fixture,
    'widget/testing/cardFormPage.ts',
    '<form novalidate><sluice-card-form></sluice-card-form></form>',
  )
  await page.locator('input').first().waitFor()
  return page
}

/** Opens a page with fields of the given kinds, without a form. */
export const openFields = (fixture: WidgetFixture, kinds: readonly string[]): Promise<Page> =>
  openElement(
    fixture,
    'widget/testing/fieldPage.ts',
    kinds.map((kind) => `<sluice-field data-kind="${kind}"></sluice-field>`).join(''),
  )

/** Sets texts, language and direction of the card form. */
export const setFormLocale = (page: Page, locale: string): Promise<void> =>
  page.evaluate(
    async ([texts, locale]) => {
      Object.assign(document.documentElement, { lang: locale, dir: texts.direction })
      const form = document.querySelector('sluice-card-form')!
      form.texts = texts
      await form.updateComplete
    },
    [cardLocales[locale]!, locale] as const,
  )

/** Number, expiry, security code, name and postal code of a valid card. */
export const CARD = ['4242424242424242', '12/44', '123', 'Robin Miller', '12345']
/** The number of a co-badged card. */
export const CO_BADGED = ['4035 5010 0000 0008']

/** Fills the form's fields in order. */
export const fillCardForm = (form: Frame | Page, texts: readonly string[]): Promise<void> =>
  form.evaluate((texts) => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('sluice-field input[type=text]')]
    for (const [index, text] of texts.entries()) {
      inputs[index]!.value = text
      inputs[index]!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, texts)

/** Displays all errors of a form. */
export const showAllErrors = (form: Frame | Page): Promise<void> =>
  form.evaluate(() => document.querySelector('sluice-card-form')!.report())
