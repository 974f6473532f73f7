import { html, type TemplateResult } from 'lit'
import { formatMoney } from '../../format/money.ts'
import { formatDay } from '../../format/utcDay.ts'
import type { ChartDay } from './chart.ts'
import { todayTexts } from './texts.ts'

const texts = todayTexts.chart

/** The figures of the chart as a table, the latest day first. */
export const chartTable = (
  days: readonly ChartDay[],
  currency: number,
  hrefOf: (day: string) => string,
): TemplateResult => html`
  <div class="table-scroll">
    <table class="rows">
      <caption class="hidden">${texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${texts.day}</th>
          <th scope="col" class="captured">${texts.taken}</th>
          <th scope="col" class="captured">${texts.dayBefore}</th>
        </tr>
      </thead>
      <tbody>
        ${days.toReversed().map(
          ({ day, amount, before }) => html`
            <tr>
              <th scope="row"><a href=${hrefOf(day)}>${formatDay(day)}</a></th>
              <td class="captured">${formatMoney(amount, currency)}</td>
              <td class="captured">${formatMoney(before, currency)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`
