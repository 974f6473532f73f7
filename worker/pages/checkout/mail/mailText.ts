import { type Drawing, inText, money } from '../viewModel.ts'
import { fillText } from '../fill.ts'
import { plain } from '../textFormat.ts'
import { contactOf } from '../panels/links.ts'
import { onlyAgreed, paymentFacts, paymentSentences, type Receipt } from '../panels/payment.ts'
import { sumsOf } from '../panels/sums.ts'

/** A receipt as plain text: paragraphs with a line between them. */
export const mailText = (receipt: Receipt, drawn: Drawing): string => {
  const drawing = inText(drawn)
  const { view, texts, formats } = drawing
  const { merchant, invoice } = view
  const amount = (of: string) => plain(money(drawing, of))
  const contact = contactOf(merchant)?.text
  const paragraphs = [
    [onlyAgreed(receipt) ? texts.receipt.titleAgreed : texts.receipt.title],
    paymentSentences(receipt, drawing).map(plain),
    invoice.items.map(({ name, quantity, total }) => `${formats.count(quantity)} × ${name}: ${amount(total)}`),
    sumsOf(drawing).map((sum) => `${sum.label}: ${amount(sum.amount)}`),
    paymentFacts(receipt, drawing).map(([label, lines]) => `${label}: ${lines.map(plain).join(', ')}`),
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
