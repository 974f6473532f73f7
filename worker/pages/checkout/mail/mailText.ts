import { type ViewModel, asPlainText, money } from '../viewModel.ts'
import { fillText } from '../fill.ts'
import { joinPlainText } from '../bidi.ts'
import { toContact } from '../panels/links.ts'
import { isChargedLater, paymentFacts, paymentSentences, type Receipt } from '../panels/payment.ts'
import { invoiceSums } from '../panels/sums.ts'

/** A receipt as plain text. */
export const mailText = (receipt: Receipt, drawn: ViewModel): string => {
  const model = asPlainText(drawn)
  const { view, texts, formats } = model
  const { merchant, invoice } = view
  const amount = (of: string) => joinPlainText(money(model, of))
  const contact = toContact(merchant)?.text
  const paragraphs = [
    [isChargedLater(receipt) ? texts.receipt.titleAgreed : texts.receipt.title],
    paymentSentences(receipt, model).map(joinPlainText),
    invoice.items.map(({ name, quantity, total }) => `${formats.count(quantity)} × ${name}: ${amount(total)}`),
    invoiceSums(model).map((sum) => `${sum.label}: ${amount(sum.amount)}`),
    paymentFacts(receipt, model).map(([label, lines]) => `${label}: ${lines.map(joinPlainText).join(', ')}`),
    [
      ...(view.mode === 'test' ? [texts.testMode] : []),
      ...(contact ? [fillText(texts.closed.contact, { contact })] : []),
      fillText(texts.mail.footer, { merchant: merchant.name }),
    ],
  ]
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}
