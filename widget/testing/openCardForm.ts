import type { Frame, Page } from '@playwright/test'
import type { Bench } from './widgetFixture.ts'
import { openElement } from './openElement.ts'

/** Opens a page with a card form and nothing around it. */
export const openCardForm = async (bench: Bench): Promise<Page> => {
  const page = await openElement(
    bench,
    'widget/testing/cardFormPage.ts',
    '<form novalidate><sluice-card-form></sluice-card-form></form>',
  )
  await page.locator('input').first().waitFor()
  return page
}

/** Opens a page with fields of some kinds, and no form. */
export const openFields = (bench: Bench, kinds: readonly string[]): Promise<Page> =>
  openElement(
    bench,
    'widget/testing/fieldPage.ts',
    kinds.map((kind) => `<sluice-field data-kind="${kind}"></sluice-field>`).join(''),
  )

/** Number, expiry, code, name and postal code of a card that is right. */
export const CARD = ['4242424242424242', '12/49', '123', 'Robin Miller', '12345']
/** One that runs over two networks, as far as it has to be typed for that. */
export const COBADGED = ['4035 5010 0000 0008']

/** Fills in a form's fields in their order. */
export const fillForm = (form: Frame | Page, texts: readonly string[]): Promise<void> =>
  form.evaluate((texts) => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('sluice-field input[type=text]')]
    for (const [index, text] of texts.entries()) {
      inputs[index]!.value = text
      inputs[index]!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, texts)

/** Shows every error of a form. */
export const reportForm = (form: Frame | Page): Promise<void> =>
  form.evaluate(() => document.querySelector('sluice-card-form')!.report())
