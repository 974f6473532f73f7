import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Query } from '../api/api.ts'
import { nextCursor } from '../api/nextCursor.ts'
import { Screen } from '../shell/screen.ts'
import { rowSkeleton } from '../shell/skeleton.ts'
import { errorPanel } from './errorPanel.ts'
import { focusRow } from './focusRow.ts'
import { ItemsInParts, type PartSizes } from './itemsInParts.ts'

/** Texts of a list. */
export type ListTexts = {
  readonly title: string
  readonly loading: string
  readonly more: string
  /** Shown while no row was found, and more can be read. */
  readonly noneYet?: string
  readonly empty: { readonly title: string; readonly text: string }
}

const pageSize = 50

/** A list of the API that is read page by page, by the cursor in the header `Link`. */
export abstract class PagedScreen<Row> extends Screen {
  static override properties = {
    ...Screen.properties,
    rows: { state: true },
    cursor: { state: true },
    isLoading: { state: true },
    failure: { state: true },
  }

  /** Undefined until the first page. */
  declare rows: readonly Row[] | undefined
  declare cursor: string | null
  declare isLoading: boolean
  declare failure: unknown

  protected abstract readonly texts: ListTexts
  /** The path of the list in the API. */
  protected abstract readonly path: string

  readonly #parts = new ItemsInParts<Row>(this, this.partSizes)
  #loading: AbortController | undefined

  constructor() {
    super()
    this.rows = undefined
    this.cursor = null
    this.isLoading = false
    this.failure = null
  }

  /** How many rows are rendered at once, if not as many as in most lists. */
  protected get partSizes(): PartSizes | undefined {
    return undefined
  }

  /** The filters of the address. */
  protected abstract filters(): Query
  /** The rows in a response. */
  protected abstract rowsIn(body: unknown): readonly Row[]
  protected abstract renderRows(rows: readonly Row[]): TemplateResult

  /** Content between the title and the list. */
  protected renderViews(): unknown {
    return nothing
  }

  /** Buttons beside the title. */
  protected renderActions(): unknown {
    return nothing
  }

  /** Content of a list without rows. */
  protected renderEmpty(): TemplateResult {
    const { title, text } = this.texts.empty
    return html`
      <div class="empty">
        <h2>${title}</h2>
        <p class="muted">${text}</p>
      </div>
    `
  }

  override get isReusable(): boolean {
    return this.rows !== undefined && !this.isLoading
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#loading?.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return
    this.context.setTitle(this.texts.title)
    this.rows = undefined
    this.cursor = null
    void this.#load()
  }

  /** Reads the first page again. The rows of before stay until then. */
  protected reload(): Promise<void> {
    return this.#load(true)
  }

  readonly #load = async (isFresh = false): Promise<void> => {
    this.#loading?.abort()
    const { signal } = (this.#loading = new AbortController())
    this.isLoading = true
    this.failure = null
    try {
      const cursor = isFresh ? null : this.cursor
      const query = { ...this.filters(), limit: pageSize, ...(cursor !== null && { cursor }) }
      const response = await this.context.api.send('GET', this.path, { query, signal })
      const rows = this.rowsIn(await response.json())
      this.rows = [...((!isFresh && this.rows) || []), ...rows]
      this.cursor = nextCursor(response.headers.get('link'))
    } catch (error) {
      if (signal.aborted) return
      this.failure = error
    }
    this.isLoading = false
  }

  readonly #more = async (event?: Event): Promise<void> => {
    const pressed = event?.currentTarget ?? null
    const { length } = this.rows ?? []
    await this.#load()
    await this.updateComplete
    focusRow(this, length, pressed)
  }

  #list(): unknown {
    const { rows, failure, texts } = this
    const shown = this.#parts.of(rows ?? [])
    const error = failure ? errorPanel(failure, () => void this.#more()) : nothing
    if (!rows)
      return failure
        ? error
        : html`
            <p class="hidden" role="status">${texts.loading}</p>
            <div class="list-skeleton">${rowSkeleton(8)}</div>
          `
    // A page without a match can still have a next one, since a page examines a limited number of rows.
    if (rows.length === 0 && this.cursor === null) return failure ? error : this.renderEmpty()
    return html`
      ${
        rows.length === 0
          ? html`
              <p class="muted" role="status">${texts.noneYet ?? nothing}</p>
            `
          : this.renderRows(shown)
      }
      ${error}
      ${
        this.cursor === null || failure || this.#parts.isFilling
          ? nothing
          : html`
              <div class="list-foot">
                <button class="button" ?disabled=${this.isLoading} @click=${this.#more}>${texts.more}</button>
              </div>
            `
      }
    `
  }

  protected override render(): TemplateResult {
    return html`
      <div class="page-head">
        <h1 tabindex="-1">${this.texts.title}</h1>
        ${this.renderActions()}
      </div>
      ${this.renderViews()} ${this.#list()}
    `
  }
}
