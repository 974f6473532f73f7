import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { currencyCode } from '../../format/money.ts'
import { formatDay } from '../../format/utcDay.ts'
import { afterPaint } from '../../parts/afterPaint.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { Screen } from '../../shell/screen.ts'
import { attentionPanel, readAttention, type Attention } from './attention.ts'
import { chartPanel } from './chartPanel.ts'
import { declinesPanel } from './declinesPanel.ts'
import { figureList } from './figureList.ts'
import { readFigures, type DayFigures, type Figures } from './figures.ts'
import { linksIn } from './links.ts'
import { todayTexts } from './texts.ts'

/** The parts beside the figures, in the order in which they are rendered. */
const parts = ['day', 'chart', 'declines'] as const

/** The place of the figures. */
const skeleton = (): TemplateResult => html`
  <p class="hidden" role="status">${todayTexts.loading}</p>
  <div class="figures" aria-hidden="true">
    ${[1, 2, 3, 4].map(
      () => html`
        <div><i class="bone"></i></div>
      `,
    )}
  </div>
`

/** What was taken today, what needs attention, and the last thirty days. */
export class TodayScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    figures: { state: true },
    failure: { state: true },
    attention: { state: true },
    attentionFailure: { state: true },
    currency: { state: true },
    step: { state: true },
    isTableOpen: { state: true },
  }

  declare figures: Figures | undefined
  declare failure: unknown
  declare attention: Attention | undefined
  declare attentionFailure: unknown
  /** ISO 4217 number of the shown currency. */
  declare currency: number
  /** The number of parts beside the figures that are rendered: the day, the chart, the declines. All at once would block a slow device. */
  declare step: number
  /** Whether the chart is shown as a table, too. Its rows are rendered then. */
  declare isTableOpen: boolean

  readonly #stopped = new AbortController()

  constructor() {
    super()
    this.figures = undefined
    this.failure = null
    this.attention = undefined
    this.attentionFailure = null
    this.currency = 0
    this.step = 0
    this.isTableOpen = false
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

  /** Each part is rendered after the frame with the one before. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!this.figures || this.step === parts.length || !(changed.has('figures') || changed.has('step'))) return
    afterPaint(() => {
      this.step++
    })
  }

  #has(part: (typeof parts)[number]): boolean {
    return parts.indexOf(part) < this.step
  }

  readonly #toggleTable = (isOpen: boolean): void => {
    this.isTableOpen = isOpen
  }

  readonly #loadAttention = async (): Promise<void> => {
    this.attentionFailure = null
    try {
      this.attention = await readAttention(this.context, this.#stopped.signal)
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.attentionFailure = error
    }
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

  #attention(): unknown {
    if (this.attention) return attentionPanel(this.attention, this.context.href)
    if (this.attentionFailure) return errorPanel(this.attentionFailure, () => void this.#loadAttention())
    return html`
      <div class="panel" aria-hidden="true"><i class="bone"></i></div>
    `
  }

  #content(): TemplateResult {
    const { figures, failure, currency } = this
    const days = figures?.daysOf(currency)
    const links = linksIn(currency, this.context.href)
    const panel = (
      part: 'chart' | 'declines',
      render: (days: readonly DayFigures[]) => TemplateResult,
      bone: TemplateResult,
    ): unknown => {
      if (failure) return nothing
      return days && this.#has(part) ? render(days) : bone
    }
    return html`
      ${
        failure
          ? errorPanel(failure, () => void this.#loadFigures())
          : days
            ? figureList(days.at(-1)!, days.at(-2)!, currency, links)
            : skeleton()
      }
      <div class="today-grid">
        ${panel(
          'chart',
          (days) => chartPanel(days, currency, links, { isOpen: this.isTableOpen, toggled: this.#toggleTable }),
          html`
            <div class="panel wide chart-bone" aria-hidden="true"><i class="bone"></i></div>
          `,
        )}
        ${this.#attention()}
        ${panel(
          'declines',
          (days) => declinesPanel(days, links),
          html`
            <div class="panel" aria-hidden="true"><i class="bone"></i></div>
          `,
        )}
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
            figures && this.#has('day')
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
