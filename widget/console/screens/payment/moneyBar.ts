import { html, nothing, svg, type TemplateResult } from 'lit'
import { formatMoney, sumOf } from '../../format/money.ts'
import { moneyParts, type MoneyParts, type Transaction } from './payment.ts'
import { paymentTexts } from './texts.ts'

const order = ['kept', 'refunded', 'disputed', 'capturable', 'released'] as const satisfies (keyof MoneyParts)[]

/** Widths are attributes of SVG, since the page's policy forbids style attributes. */
const bar = (parts: MoneyParts): TemplateResult => {
  const total = sumOf(Object.values(parts))
  let start = 0
  return html`
    <svg class="money-bar" width="100%" height="12" aria-hidden="true">
      ${order.map((name) => {
        const width = (parts[name] / total) * 100
        const x = start
        start += width
        return width === 0 ? nothing : svg`<rect class=${name} x="${x}%" y="0" width="${width}%" height="12" />`
      })}
    </svg>
  `
}

const row = (name: string, text: string, amount: string): TemplateResult => html`
  <div class=${name}>
    <dt>${text}</dt>
    <dd>${amount}</dd>
  </div>
`

/** Where a payment's money is: a bar, and the same amounts as a list. */
export const moneyBar = (payment: Transaction): TemplateResult => {
  const parts = moneyParts(payment)
  const money = (amount: number): string => formatMoney(amount, payment.currency)
  const texts = paymentTexts.money
  return html`
    <section class="panel" aria-labelledby="money-title">
      <h2 id="money-title">${texts.title}</h2>
      ${bar(parts)}
      <dl class="money-parts figure">
        ${order.map((name) => (parts[name] === 0 && name !== 'kept' ? nothing : row(name, texts[name], money(parts[name]))))}
      </dl>
      <dl class="money-sums figure">
        ${row('', texts.authorized, money(payment.amountAuthorized))}
        ${row('', texts.captured, money(payment.amountCaptured))}
        ${row('', texts.settled, money(payment.amountSettled))}
        ${payment.tip > 0 ? row('', texts.tip, money(payment.tip)) : nothing}
      </dl>
    </section>
  `
}
