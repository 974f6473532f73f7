import { html, type PropertyValues, type TemplateResult } from 'lit'
import { Screen } from '../shell/screen.ts'
import { rowSkeleton } from '../shell/skeleton.ts'
import { errorPanel } from './errorPanel.ts'

/** A screen that reads all that it shows at once. */
export abstract class LoadedScreen<Data> extends Screen {
  static override properties = { ...Screen.properties, data: { state: true }, failure: { state: true } }

  /** Undefined until it was read. */
  declare data: Data | undefined
  declare failure: unknown

  #loading: AbortController | undefined

  constructor() {
    super()
    this.data = undefined
    this.failure = null
  }

  /** The title while nothing was read. */
  protected abstract readonly heading: string
  protected abstract readonly loadingText: string
  /** How many rows the skeleton has. */
  protected readonly skeletonRows: number = 3
  protected abstract read(signal: AbortSignal): Promise<Data>
  protected abstract content(data: Data): TemplateResult
  /** Buttons beside the title. */
  protected abstract actions(): unknown

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#loading?.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return
    this.context.setTitle(this.heading)
    void this.load()
  }

  /** Reads again. What is shown stays until then. */
  readonly load = async (): Promise<void> => {
    this.#loading?.abort()
    const { signal } = (this.#loading = new AbortController())
    this.failure = null
    try {
      this.data = await this.read(signal)
    } catch (error) {
      if (!signal.aborted) this.failure = error
    }
  }

  #body(): unknown {
    const { data, failure } = this
    const error = failure ? errorPanel(failure, () => void this.load()) : ''
    if (data !== undefined) return [error, this.content(data)]
    if (failure) return error
    return html`
      <p class="hidden" role="status">${this.loadingText}</p>
      <div class="list-skeleton">${rowSkeleton(this.skeletonRows)}</div>
    `
  }

  protected override render(): TemplateResult {
    return html`
      <div class="page-head">
        <h1 tabindex="-1">${this.heading}</h1>
        ${this.actions()}
      </div>
      ${this.#body()}
    `
  }
}
