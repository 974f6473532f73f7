import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import type { Api, Query } from '../api/api.ts'
import { nextCursor } from '../api/nextCursor.ts'
import { rowSkeleton } from '../shell/skeleton.ts'
import { errorPanel } from './errorPanel.ts'
import { focusRow } from './focusRow.ts'

const pageSize = 50

/** What a list reads. */
export type ListRequest<Row> = {
  readonly api: () => Api
  readonly path: string
  readonly query?: Query
  readonly rowsIn: (body: never) => readonly Row[]
}

/** Texts of a list within a page. */
export type PagedListTexts = { readonly loading: string; readonly more: string; readonly empty: string }

/** A list of the API within a screen, read page by page by the cursor in the header `Link`. A screen may have several. */
export class PagedList<Row> implements ReactiveController {
  /** Undefined until the first page. */
  rows: readonly Row[] | undefined
  failure: unknown = null
  #cursor: string | null = null
  #isLoading = false
  /** The rows before those that are read. */
  #before: readonly Row[] = []
  #loading: AbortController | undefined
  readonly #host: ReactiveControllerHost
  readonly #request: ListRequest<Row>

  constructor(host: ReactiveControllerHost, request: ListRequest<Row>) {
    this.#host = host
    this.#request = request
    host.addController(this)
  }

  /** Whether the first page is there, or failed. */
  get isSettled(): boolean {
    return this.rows !== undefined || this.failure !== null
  }

  hostDisconnected(): void {
    this.#loading?.abort()
  }

  /** Reads the first page. The rows of before stay until it is there. */
  async reload(): Promise<void> {
    this.#cursor = null
    await this.#load([])
  }

  readonly #more = async ({ currentTarget }: Event): Promise<void> => {
    const { parentElement } = currentTarget as HTMLElement
    const before = this.rows ?? []
    await this.#load(before)
    await this.#host.updateComplete
    focusRow(parentElement, before.length, currentTarget)
  }

  async #load(before: readonly Row[]): Promise<void> {
    this.#loading?.abort()
    const { signal } = (this.#loading = new AbortController())
    const { api, path, query, rowsIn } = this.#request
    this.#isLoading = true
    this.#before = before
    this.failure = null
    this.#host.requestUpdate()
    try {
      const page = { ...query, limit: pageSize, ...(this.#cursor !== null && { cursor: this.#cursor }) }
      const response = await api().send('GET', path, { query: page, signal })
      const rows = rowsIn((await response.json()) as never)
      this.rows = [...before, ...rows]
      this.#cursor = nextCursor(response.headers.get('link'))
    } catch (error) {
      if (signal.aborted) return
      this.failure = error
    }
    this.#isLoading = false
    this.#host.requestUpdate()
  }

  /** Skeleton, error, empty text or rows, and the button for the next page. */
  render(texts: PagedListTexts, skeletonRows: number, table: (rows: readonly Row[]) => TemplateResult): unknown {
    const { rows, failure } = this
    const error = failure ? errorPanel(failure, () => void this.#load(this.#before)) : nothing
    if (!rows)
      return failure
        ? error
        : html`
            <p class="hidden" role="status">${texts.loading}</p>
            <div class="list-skeleton">${rowSkeleton(skeletonRows)}</div>
          `
    return html`
      ${
        rows.length === 0
          ? html`
              <p class="muted none">${texts.empty}</p>
            `
          : table(rows)
      }
      ${error}
      ${
        this.#cursor === null || failure
          ? nothing
          : html`
              <button class="button" ?disabled=${this.#isLoading} @click=${this.#more}>${texts.more}</button>
            `
      }
    `
  }
}
