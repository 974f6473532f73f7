import { html, nothing, type TemplateResult } from 'lit'
import { formatCount, formatPercent } from '../../format/money.ts'
import { approvalRate, totalOf, type DayFigures, type Decline } from './figures.ts'
import type { TodayLinks } from './links.ts'
import { periodDays } from './period.ts'
import { todayTexts } from './texts.ts'

const texts = todayTexts.declines

const row = ({ code, text, count }: Decline): TemplateResult => html`
  <tr>
    <th scope="row">
      ${text || texts.unknown}
      ${
        code
          ? html`
              <span class="muted">${code}</span>
            `
          : nothing
      }
    </th>
    <td>${formatCount(count)}</td>
  </tr>
`

/** The declines of the current period by their reason. */
export const declinesPanel = (days: readonly DayFigures[], links: TodayLinks): TemplateResult => {
  const now = days.slice(periodDays)
  const total = totalOf(now)
  const rate = approvalRate(total)
  return html`
    <section class="panel" aria-labelledby="declines-title">
      <h2 id="declines-title">${texts.title}</h2>
      ${
        rate === null
          ? nothing
          : html`
              <p class="small muted">${texts.rate(formatPercent(rate))}</p>
            `
      }
      ${
        total.declined === 0
          ? html`
              <p class="small muted">${texts.none}</p>
            `
          : html`
              <table class="declines figure">
                <thead class="hidden">
                  <tr>
                    <th scope="col">${texts.reason}</th>
                    <th scope="col">${texts.count}</th>
                  </tr>
                </thead>
                <tbody>${total.declines.map(row)}</tbody>
              </table>
              <p class="small">
                <a href=${links.made('status:declined is:payment', now[0]!.day, now.at(-1)!.day)}>${texts.show}</a>
              </p>
            `
      }
    </section>
  `
}
