import { type Html, type HtmlValue, html } from '../../html.ts'
import { type ViewModel } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { check } from '../icons.ts'
import { webAddress } from './links.ts'
import { isChargedLater, paymentFacts, paymentSentences, type Receipt } from './payment.ts'

/** Whether the receipt was mailed, for the shopper. */
const mailed = ({ mail, personal }: Receipt, { texts: { receipt: texts }, bidi }: ViewModel): HtmlValue => {
  if (mail === 'none' || personal === null) return null
  return mail === 'failed' ? texts.notSent : fill(texts.sent, { email: bidi.words(personal.email) })
}

/**
 * The announcement of the automatic return, below the link, and the button that stops it. The script shows both after a payment; without
 * scripts the link remains.
 */
const returning = (
  { returnAfter }: Receipt,
  { view: { merchant }, texts: { receipt: texts }, formats, bidi }: ViewModel,
) => html`
  <div class="returning" data-return="${String(returnAfter)}">
    <p role="status"></p>
    <template>
      <span class="hidden">${fill(texts.back, { merchant: bidi.words(merchant.name) })}:</span>
      ${formats.inSeconds(returnAfter)}
    </template>
    <button type="button" class="button" hidden>${texts.stay}</button>
  </div>
`

/** Copies the transaction's number before it; followed by the place of its announcement. */
const copyButton = ({ texts: { receipt } }: ViewModel): Html => html`
  <button type="button" class="button copy" data-copy>
    <span>${receipt.copy}</span>
    <span>${receipt.copied}</span>
  </button>
  <span class="hidden" aria-live="polite"></span>
`

/** Replaces the form after the payment. The script adds `#paid` to the URL right after paying, which animates the check mark. */
export const receiptPanel = (receipt: Receipt, model: ViewModel): Html => {
  const {
    view: { merchant },
    texts: { receipt: texts },
    bidi,
  } = model
  const back = webAddress(receipt.url)
  const mail = mailed(receipt, model)
  return html`
    <div class="done" id="paid">
      <p class="tick">${check}</p>
      <h1>${isChargedLater(receipt) ? texts.titleAgreed : texts.title}</h1>
      ${paymentSentences(receipt, model).map(
        (sentence) => html`
          <p>${sentence}</p>
        `,
      )}
    </div>
    <section aria-label="${texts.label}">
      <dl class="facts">
        ${paymentFacts(receipt, model).map(
          ([label, lines]) => html`
            <div>
              <dt>${label}</dt>
              ${lines.map(
                (line) => html`
                  <dd>${line}${label === texts.transaction ? copyButton(model) : null}</dd>
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
          ${fill(texts.back, { merchant: bidi.words(merchant.name) })}
        </a>
        ${returning(receipt, model)}
      `
    }
  `
}

/** Opens the print dialog; hidden without scripts. */
export const printButton = ({ texts }: ViewModel): Html => html`
  <p class="tools"><button type="button" class="button" data-print>${texts.receipt.print}</button></p>
`
