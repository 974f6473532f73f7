import type { CheckoutView } from '#contract/checkouts/view'
import pages from '#built/pages'
import { bestLocale } from '../../locale.ts'
import { drawingOf } from '../viewModel.ts'
import { fillText } from '../fill.ts'
import { mailHtml } from './mailHtml.ts'
import { mailText } from './mailText.ts'

/** A receipt to be sent: the same words twice. */
export interface Mail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * The mail that says what was paid.
 *
 * @param view of a checkout that is paid
 * @param locale BCP 47 tag of the page on which it was
 * @param assets the files of dist/assets
 */
export const receiptMail = async (view: CheckoutView, locale: string, assets: Fetcher): Promise<Mail> => {
  const { receipt } = view
  if (receipt === null) throw new Error(`the checkout is ${view.status} and has no receipt`)
  const drawing = await drawingOf(view, bestLocale([locale], pages.checkout.locales), assets)
  const subject = fillText(drawing.texts.mail.subject, { merchant: view.merchant.name })
  return {
    // One line, whatever the merchant's name is.
    subject: subject.replace(/\s+/g, ' '),
    html: mailHtml(receipt, drawing, subject),
    text: mailText(receipt, drawing),
  }
}
