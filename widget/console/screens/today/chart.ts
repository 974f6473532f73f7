import { scaleBand, scaleLinear } from 'd3-scale'
import { html, svg, type TemplateResult } from 'lit'
import { currencyCode, formatMoney } from '../../format/money.ts'
import { formatLocale } from '../../format/locale.ts'
import { formatDay } from '../../format/utcDay.ts'
import { todayTexts } from './texts.ts'

/** A day's amount, and that of the period before. */
export type ChartDay = { readonly day: string; readonly amount: number; readonly before: number }

const height = 220
const top = 16
const bottom = height - 28

const compact = (currency: number): Intl.NumberFormat =>
  new Intl.NumberFormat(formatLocale(), {
    notation: 'compact',
    ...(/^[A-Z]{3}$/.test(currencyCode(currency)) && { style: 'currency', currency: currencyCode(currency) }),
    minimumFractionDigits: 0,
  })

const texts = todayTexts.chart

/**
 * Bars by day, each with a mark at the amount of the period before. Horizontal positions are in percent, so that the drawing fits any
 * width without style attributes. The same figures are in the table below it.
 */
export const chart = (days: readonly ChartDay[], currency: number): TemplateResult => {
  const most = Math.max(...days.flatMap(({ amount, before }) => [amount, before]), 1)
  const y = scaleLinear([0, most], [bottom, top]).nice(3)
  const x = scaleBand(
    days.map(({ day }) => day),
    [0, 100],
  )
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const labels = compact(currency)
  const named = new Set([0, Math.floor(days.length / 2), days.length - 1])
  const ticks = y.ticks(3)
  return html`
    <div class="chart" aria-hidden="true">
      <svg width="100%" height=${height}>
        ${ticks.map((tick) => svg`<text x="0" y=${y(tick) + 4}>${labels.format(tick)}</text>`)}
      </svg>
      <svg width="100%" height=${height}>
        ${ticks.map((tick) => svg`<line class="grid" x1="0" x2="100%" y1=${y(tick)} y2=${y(tick)} />`)}
        ${days.map(({ day, amount, before }, index) => {
          const start = x(day)!
          const center = start + x.bandwidth() / 2
          const title = texts.barTitle(formatDay(day), formatMoney(amount, currency), formatMoney(before, currency))
          return svg`
          <g>
            <title>${title}</title>
            <rect class="hit" x="${start}%" y=${top} width="${x.step()}%" height=${bottom - top} />
            <rect class="bar-now" x="${start}%" y=${y(amount)} width="${x.bandwidth()}%" height=${bottom - y(amount)} rx="2" />
            <line class="bar-before" x1="${start - x.bandwidth() / 8}%" x2="${start + x.bandwidth() * 1.125}%" y1=${y(before)} y2=${y(before)} />
            ${
              named.has(index)
                ? svg`<text x="${index === 0 ? 0 : index === days.length - 1 ? 100 : center}%" y=${height - 6} text-anchor=${index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}>${formatDay(day)}</text>`
                : null
            }
          </g>
        `
        })}
      </svg>
    </div>
  `
}
