import { html, type TemplateResult } from 'lit'
import { formatCount, formatMoney, formatPercent } from '../../format/money.ts'
import { approvalRate, type DayFigures } from './figures.ts'
import type { TodayLinks } from './links.ts'
import { todayTexts } from './texts.ts'

/** The states of payments whose authorization was approved or declined. */
const answeredStates =
  'authorized,partially_captured,captured,settled,partially_refunded,refunded,voided,declined,expired,returned'

const figure = (name: string, value: string, notes: readonly string[], href: string): TemplateResult => html`
  <div>
    <dt>${name}</dt>
    <dd>
      <a class="figure" href=${href}>${value}</a>
      ${notes.map(
        (note) => html`
          <span class="small muted">${note}</span>
        `,
      )}
    </dd>
  </div>
`

/** What was taken and refunded today and how much was approved, beside yesterday. Each figure leads to its payments. */
export const figureList = (
  today: DayFigures,
  yesterday: DayFigures,
  currency: number,
  links: TodayLinks,
): TemplateResult => {
  const texts = todayTexts.figures
  const money = (amount: number): string => formatMoney(amount, currency)
  const rate = approvalRate(today)
  const before = (amount: number): string => texts.yesterday(money(amount))
  return html`
    <dl class="figures" aria-label=${texts.label}>
      ${figure(
        texts.captured,
        money(today.captured),
        [texts.payments(formatCount(today.captures), today.captures === 1), before(yesterday.captured)],
        links.moved('captured', today.day),
      )}
      ${figure(
        texts.refunded,
        money(today.refunded),
        [texts.refunds(formatCount(today.refunds), today.refunds === 1), before(yesterday.refunded)],
        links.moved('refunded', today.day),
      )}
      ${figure(texts.net, money(today.net), [before(yesterday.net)], links.moved('moved', today.day))}
      ${figure(
        texts.approval,
        rate === null ? '–' : formatPercent(rate),
        rate === null
          ? [texts.noPayments]
          : [texts.approvedOf(formatCount(today.approved), formatCount(today.approved + today.declined))],
        links.made(`status:${answeredStates} is:payment`, today.day, today.day),
      )}
    </dl>
  `
}
