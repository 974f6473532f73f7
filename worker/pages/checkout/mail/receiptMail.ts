import type { CheckoutView } from '#contract/checkouts/view'
import pages from '#built/pages' with { type: 'json' }
import { bestLocale } from '../../locale.ts'
import { createViewModel } from '../viewModel.ts'
import { fillText } from '../fill.ts'
import { mailHtml } from './mailHtml.ts'
import { mailText } from './mailText.ts'

/** A receipt mail, as HTML and plain text with the same content. */
export interface Mail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * The receipt mail of a paid checkout.
 *
 * @param view of a paid checkout
 * @param locale BCP 47 tag of the page that was paid on
 * @param assets the files of dist/assets
 */
export const receiptMail = async (view: CheckoutView, locale: string, assets: Fetcher): Promise<Mail> => {
  const { receipt } = view
  if (receipt === null) throw new Error(`the checkout is ${view.status} and has no receipt`)
  const model = await createViewModel(view, bestLocale([locale], pages.checkout.locales), assets)
  const subject = fillText(model.texts.mail.subject, { merchant: view.merchant.name })
  return {
    // A line break in the merchant's name must not start a header.
    subject: subject.replace(/\s+/g, ' '),
    html: mailHtml(receipt, model, subject),
    text: mailText(receipt, model),
  }
}
