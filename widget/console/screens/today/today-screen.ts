import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { currencyCode, formatCount, formatMoney, formatPercent } from '../../format/money.ts'
import { addDays, formatDay, startOfDay } from '../../format/utcDay.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { paths } from '../../shell/routes.ts'
import { Screen } from '../../shell/screen.ts'
import { attentionPanel, readAttention, type Attention } from './attention.ts'
import { chart, chartTable } from './chart.ts'
import { approvalRate, readFigures, totalOf, type DayFigures, type Figures } from './figures.ts'
import { periodDays } from './period.ts'
import { todayTexts } from './texts.ts'

/** The states of payments whose authorization was approved or declined. */
const answeredStates =
  'authorized,partially_captured,captured,settled,partially_refunded,refunded,voided,declined,expired,returned'

/** What was taken today, what needs attention, and the last thirty days. */
export class TodayScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    figures: { state: true },
    failure: { state: true },
    attention: { state: true },
    attentionFailure: { state: true },
    currency: { state: true },
  }

  declare figures: Figures | undefined
  declare failure: unknown
  declare attention: Attention | undefined
  declare attentionFailure: unknown
  /** ISO 4217 number of the shown currency. */
  declare currency: number

  readonly #stopped = new AbortController()

  constructor() {
    super()
    this.figures = undefined
    this.failure = null
    this.attention = undefined
    this.attentionFailure = null
    this.currency = 0
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopped.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('context')) return
    this.context.setTitle(todayTexts.title)
    void this.#loadFigures()
    void this.#loadAttention()
  }

  readonly #loadFigures = async (): Promise<void> => {
    this.failure = null
    try {
      this.figures = await readFigures(this.context.api, this.#stopped.signal)
      this.currency = this.figures.currencies[0] ?? 840
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.failure = error
    }
  }

  readonly #loadAttention = async (): Promise<void> => {
    this.attentionFailure = null
    try {
      this.attention = await readAttention(this.context, this.#stopped.signal)
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.attentionFailure = error
    }
  }

  /** The list of the payments with a capture or refund on a day, in the shown currency: those that the figure adds up. */
  #moved(filter: 'captured' | 'refunded' | 'moved', day: string): string {
    return this.context.href(paths.payments(`${filter}:${day} currency:${currencyCode(this.currency)}`))
  }

  /** The list of the payments that were made from a day to a day, in the shown currency. */
  #list(search: string, from: string, to: string): string {
    const range = `from:${startOfDay(from)} to:${startOfDay(addDays(to, 1))} currency:${currencyCode(this.currency)}`
    return this.context.href(paths.payments([search, range].filter(Boolean).join(' ')))
  }

  #figure(name: string, value: string, notes: readonly string[], href: string): TemplateResult {
    return html`
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
  }

  #figures(today: DayFigures, yesterday: DayFigures): TemplateResult {
    const texts = todayTexts.figures
    const money = (amount: number): string => formatMoney(amount, this.currency)
    const rate = approvalRate(today)
    const before = (amount: number): string => texts.yesterday(money(amount))
    return html`
      <dl class="figures" aria-label=${texts.label}>
        ${this.#figure(
          texts.captured,
          money(today.captured),
          [texts.payments(formatCount(today.captures), today.captures === 1), before(yesterday.captured)],
          this.#moved('captured', today.day),
        )}
        ${this.#figure(
          texts.refunded,
          money(today.refunded),
          [texts.refunds(formatCount(today.refunds), today.refunds === 1), before(yesterday.refunded)],
          this.#moved('refunded', today.day),
        )}
        ${this.#figure(texts.net, money(today.net), [before(yesterday.net)], this.#moved('moved', today.day))}
        ${this.#figure(
          texts.approval,
          rate === null ? '–' : formatPercent(rate),
          rate === null
            ? [texts.noPayments]
            : [texts.approvedOf(formatCount(today.approved), formatCount(today.approved + today.declined))],
          this.#list(`status:${answeredStates} is:payment`, today.day, today.day),
        )}
      </dl>
    `
  }

  #chart(days: readonly DayFigures[]): TemplateResult {
    const texts = todayTexts.chart
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
          <p class="chart-total figure">${formatMoney(taken, this.currency)}</p>
          <p class="small muted">${takenBefore === 0 ? `${texts.before}: ${formatMoney(0, this.currency)}` : change}</p>
        </div>
        <ul class="legend small muted">
          <li class="now">${texts.now}</li>
          <li class="before">${texts.before}</li>
        </ul>
        ${chart(shown, this.currency)} ${chartTable(shown, this.currency, (day) => this.#moved('captured', day))}
      </section>
    `
  }

  #declines(days: readonly DayFigures[]): TemplateResult {
    const texts = todayTexts.declines
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
                  <tbody>
                    ${total.declines.map(
                      ({ code, text, count }) => html`
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
                      `,
                    )}
                  </tbody>
                </table>
                <p class="small">
                  <a href=${this.#list('status:declined is:payment', now[0]!.day, now.at(-1)!.day)}>${texts.show}</a>
                </p>
              `
        }
      </section>
    `
  }

  #currencies({ currencies }: Figures): unknown {
    if (currencies.length < 2) return nothing
    return html`
      <label class="currency">
        <span class="hidden">${todayTexts.currency}</span>
        <select
          class="input"
          @change=${(event: Event) => {
            this.currency = Number((event.target as HTMLSelectElement).value)
          }}
        >
          ${currencies.map(
            (currency) => html`
              <option value=${currency} ?selected=${currency === this.currency}>${currencyCode(currency)}</option>
            `,
          )}
        </select>
      </label>
    `
  }

  #skeleton(): TemplateResult {
    return html`
      <p class="hidden" role="status">${todayTexts.loading}</p>
      <div class="figures" aria-hidden="true">
        ${[1, 2, 3, 4].map(
          () => html`
            <div><i class="bone"></i></div>
          `,
        )}
      </div>
    `
  }

  #attention(): unknown {
    if (this.attention) return attentionPanel(this.attention, this.context.href)
    if (this.attentionFailure) return errorPanel(this.attentionFailure, () => void this.#loadAttention())
    return html`
      <div class="panel" aria-hidden="true"><i class="bone"></i></div>
    `
  }

  #content(): TemplateResult {
    const { figures, failure } = this
    const days = figures?.daysOf(this.currency)
    return html`
      ${
        failure
          ? errorPanel(failure, () => void this.#loadFigures())
          : days
            ? this.#figures(days.at(-1)!, days.at(-2)!)
            : this.#skeleton()
      }
      <div class="today-grid">
        ${
          days
            ? this.#chart(days)
            : failure
              ? nothing
              : html`
                  <div class="panel wide chart-bone" aria-hidden="true"><i class="bone"></i></div>
                `
        }
        ${this.#attention()}
        ${
          days
            ? this.#declines(days)
            : failure
              ? nothing
              : html`
                  <div class="panel" aria-hidden="true"><i class="bone"></i></div>
                `
        }
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { figures } = this
    return html`
      <div class="page-head today-head">
        <h1>${todayTexts.title}</h1>
        <p class="small muted">
          ${
            figures
              ? todayTexts.day(formatDay(figures.today, { weekday: 'long', month: 'long', year: 'numeric' }))
              : nothing
          }
        </p>
        ${figures ? this.#currencies(figures) : nothing}
      </div>
      ${this.#content()}
    `
  }
}

customElements.define('today-screen', TodayScreen)

export const createScreen = (): TodayScreen => new TodayScreen()
