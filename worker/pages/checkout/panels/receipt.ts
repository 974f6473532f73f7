import { type Html, type HtmlValue, html } from '../../html.ts'
import { type Drawing } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { check } from '../icons.ts'
import { webAddress } from './links.ts'
import { onlyAgreed, paymentFacts, paymentSentences, type Receipt } from './payment.ts'

/** What became of the mail. */
const mailed = ({ mail, email }: Receipt, { texts: { receipt: texts }, ink }: Drawing): HtmlValue => {
  if (mail === 'none') return null
  return mail === 'failed' ? texts.notSent : fill(texts.sent, { email: ink.words(email) })
}

/** In place of the form: the payment is done. The address `#paid` is the script's, right after paying: the mark is drawn then. */
export const receiptPanel = (receipt: Receipt, drawing: Drawing): Html => {
  const {
    view: { merchant },
    texts: { receipt: texts },
    ink,
  } = drawing
  const back = webAddress(receipt.url)
  const mail = mailed(receipt, drawing)
  return html`
    <div class="done" id="paid">
      <p class="tick">${check}</p>
      <h1>${onlyAgreed(receipt) ? texts.titleAgreed : texts.title}</h1>
      ${paymentSentences(receipt, drawing).map(
        (sentence) => html`
          <p>${sentence}</p>
        `,
      )}
    </div>
    <section aria-label="${texts.label}">
      <dl class="facts">
        ${paymentFacts(receipt, drawing).map(
          ([label, lines]) => html`
            <div>
              <dt>${label}</dt>
              ${lines.map(
                (line) => html`
                  <dd>${line}</dd>
                `,
              )}
            </div>
          `,
        )}
      </dl>
    </section>
    ${
      mail &&
      html`
        <p class="mailed">${mail}</p>
      `
    }
    ${
      back &&
      html`
        <a class="back" data-back href="${back.href}" target="_top">
          ${fill(texts.back, { merchant: ink.words(merchant.name) })}
        </a>
      `
    }
  `
}

/** Opens the print dialog, by the script: without one there is no use for it. */
export const printButton = ({ texts }: Drawing): Html => html`
  <p class="tools"><button type="button" class="button" data-print>${texts.receipt.print}</button></p>
`
