import { PALETTE } from '#contract/theme/tokens'
import { type Html, type HtmlValue, html } from '../../html.ts'
import { type ViewModel, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { contactLine } from '../panels/links.ts'
import { isChargedLater, paymentFacts, paymentSentences, type Receipt } from '../panels/payment.ts'
import { invoiceSums } from '../panels/sums.ts'

const [text] = PALETTE.text
const [muted] = PALETTE.muted
const PAGE = '#f6f7f9'
const RULE = '#e3e6eb'

/** Mail clients support tables and style attributes, and little else of CSS. */
const CELL = `padding:8px 0;border-top:1px solid ${RULE};vertical-align:top`
const QUIET = `font-size:14px;color:${muted}`

/** A table row of two cells. */
const row = (label: HtmlValue, value: HtmlValue, [labelStyle, valueStyle]: readonly [string, string]): Html => html`
  <tr>
    <td style="${CELL};${labelStyle}">${label}</td>
    <td style="${CELL};text-align:end;padding-inline-start:16px;${valueStyle}">${value}</td>
  </tr>
`

const WHOLE = 'white-space:nowrap'
const STRONG = 'font-weight:600'

const table = (rows: readonly Html[]): Html => html`
  <table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin-top:24px;border-collapse:collapse"
  >
    ${rows}
  </table>
`

const paragraph = (content: HtmlValue, style = ''): Html => html`
  <p style="margin:8px 0 0;${style}">${content}</p>
`

/** A receipt as HTML for mail clients, without external resources. */
export const mailHtml = (receipt: Receipt, model: ViewModel, title: string): string => {
  const { view, texts, locale, file, formats, bidi } = model
  const { merchant, invoice } = view
  const items = invoice.items.map(({ name, quantity, total }) =>
    row([bidi.code(`${formats.count(quantity)} ×`), ' ', bidi.words(name)], money(model, total), ['', WHOLE]),
  )
  const sums = invoiceSums(model).map(({ label, amount, total }) =>
    row(label, money(model, amount), total ? [STRONG, `${STRONG};${WHOLE}`] : ['', WHOLE]),
  )
  const facts = paymentFacts(receipt, model).map(([label, lines]) =>
    row(
      label,
      lines.map(
        (line) => html`
          <div>${line}</div>
        `,
      ),
      [`${QUIET};${WHOLE}`, ''],
    ),
  )
  return html`
    <!doctype html>
    <html lang="${locale}" dir="${file.card.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>${title}</title>
      </head>
      <body style="margin:0;background:${PAGE}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAGE}">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:520px;background:#ffffff;border-radius:16px"
              >
                <tr>
                  <td
                    dir="${file.card.direction}"
                    style="padding:32px;text-align:start;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:${text};overflow-wrap:anywhere"
                  >
                    <p style="margin:0;font-weight:600">${bidi.words(merchant.name)}</p>
                    <h1 style="margin:24px 0 0;font-size:28px;line-height:1.2;font-weight:600">
                      ${isChargedLater(receipt) ? texts.receipt.titleAgreed : texts.receipt.title}
                    </h1>
                    ${paymentSentences(receipt, model).map((sentence) => paragraph(sentence))}
                    ${table([...items, ...sums])} ${table(facts)}
                    <div style="margin-top:24px;${QUIET}">
                      ${view.mode === 'test' ? paragraph(texts.testMode) : null} ${contactLine(model)}
                      ${paragraph(fill(texts.mail.footer, { merchant: bidi.words(merchant.name) }))}
                    </div>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  `.text
}
