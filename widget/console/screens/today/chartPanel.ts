import { html, nothing, type TemplateResult } from 'lit'
import { formatMoney, formatPercent } from '../../format/money.ts'
import { chart } from './chart.ts'
import { chartTable } from './chartTable.ts'
import { totalOf, type DayFigures } from './figures.ts'
import type { TodayLinks } from './links.ts'
import { periodDays } from './period.ts'
import { todayTexts } from './texts.ts'

const texts = todayTexts.chart

/**
 * What was taken in the current period against the one before, as a chart and as a table.
 *
 * @param table whether the table is open, and a function that is called when it opens or closes
 */
export const chartPanel = (
  days: readonly DayFigures[],
  currency: number,
  links: TodayLinks,
  table: { readonly isOpen: boolean; readonly toggled: (isOpen: boolean) => void },
): TemplateResult => {
  const now = days.slice(periodDays)
  const before = days.slice(0, periodDays)
  const taken = totalOf(now).captured
  const takenBefore = totalOf(before).captured
  const share = takenBefore === 0 ? 0 : taken / takenBefore - 1
  const shown = now.map(({ day, captured }, index) => ({ day, amount: captured, before: before[index]!.captured }))
  const change = share === 0 ? texts.same : (share > 0 ? texts.up : texts.down)(formatPercent(Math.abs(share)))
  return html`
    <section class="panel wide" aria-labelledby="chart-title">
      <div class="chart-head">
        <h2 id="chart-title">${texts.title}</h2>
        <p class="chart-total figure">${formatMoney(taken, currency)}</p>
        <p class="small muted">${takenBefore === 0 ? `${texts.before}: ${formatMoney(0, currency)}` : change}</p>
      </div>
      <ul class="legend small muted">
        <li class="now">${texts.now}</li>
        <li class="before">${texts.before}</li>
      </ul>
      ${chart(shown, currency)}
      <details @toggle=${(event: Event) => table.toggled((event.currentTarget as HTMLDetailsElement).open)}>
        <summary class="small">${texts.table}</summary>
        ${table.isOpen ? chartTable(shown, currency, (day) => links.moved('captured', day)) : nothing}
      </details>
    </section>
  `
}
