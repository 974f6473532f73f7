import { formatMoney } from '../../format/money.ts'
import { shortTime } from '../../format/time.ts'
import { checkoutTexts } from './texts.ts'

const texts = checkoutTexts.mail

export type Mail = { readonly to: string; readonly subject: string; readonly body: string }

type Asked = {
  readonly url: string
  readonly total: number
  readonly currency: number
  readonly expiresAt: string
  readonly invoiceNumber: string | null
  readonly customerInfo: { readonly name: string; readonly email: string } | null
}

/** White space instead of line ends, so that a name adds no line to a mail. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A mail that asks for the payment. @param account the name of the shop */
export const paymentMail = (account: string, { url, total, currency, expiresAt, ...asked }: Asked): Mail => {
  const amount = formatMoney(total, currency)
  const invoice = oneLine(asked.invoiceNumber ?? '')
  return {
    to: asked.customerInfo?.email ?? '',
    subject: invoice === '' ? texts.subjectOf(account, amount) : texts.subjectOfInvoice(account, invoice),
    body: [
      texts.greeting(oneLine(asked.customerInfo?.name ?? '')),
      '',
      invoice === '' ? texts.request(amount) : texts.requestOfInvoice(amount, invoice),
      url,
      '',
      texts.until(shortTime(new Date(expiresAt))),
      '',
      texts.thanks,
      account,
    ].join('\n'),
  }
}

/** The address that opens a mail program with the mail (RFC 6068: lines end with CR LF, and a space is %20). */
export const mailtoUrl = ({ to, subject, body }: Mail): string =>
  `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
