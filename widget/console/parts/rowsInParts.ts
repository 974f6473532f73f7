import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { afterPaint } from './afterPaint.ts'

/** The rows of each later part. */
const part = 8

/**
 * Renders the first new rows of a list at once, and the others in parts, each after the frame before it: fifty rows in one task would block a
 * slow device.
 */
export class RowsInParts<Row> implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #atOnce: number
  #rows: readonly Row[] = []
  #count = 0
  #isFirstPage = true
  #isWaiting = false

  /** @param atOnce as many rows as a phone shows */
  constructor(host: ReactiveControllerHost, atOnce = 6) {
    this.#host = host
    this.#atOnce = atOnce
    host.addController(this)
  }

  /** Those of the rows that are rendered now. What was rendered before a further page, or before the list was read again, stays. */
  of(rows: readonly Row[]): readonly Row[] {
    if (rows !== this.#rows) {
      this.#isFirstPage = this.#rows.length === 0
      this.#count = this.#rows.length + this.#atOnce
      this.#rows = rows
    }
    return this.#count < rows.length ? rows.slice(0, this.#count) : rows
  }

  /** Whether rows of the first page are missing: what follows the list would move. */
  get isFilling(): boolean {
    return this.#isFirstPage && this.#count < this.#rows.length
  }

  hostUpdated(): void {
    if (this.#isWaiting || this.#count >= this.#rows.length) return
    this.#isWaiting = true
    afterPaint(() => {
      this.#isWaiting = false
      this.#count += part
      this.#host.requestUpdate()
    })
  }
}
