import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { afterPaint } from './afterPaint.ts'

/** As many rows as a phone or a laptop shows. */
const atOnce = 12
/** The rows of each later part. */
const part = 10

/**
 * Renders the first new rows of a list at once, and the others in parts, each after the frame before it: fifty rows in one task would block a
 * slow device.
 */
export class RowsInParts<Row> implements ReactiveController {
  readonly #host: ReactiveControllerHost
  #rows: readonly Row[] = []
  #count = 0
  #isFirstPage = true
  #isWaiting = false

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  /** Those of the rows that are rendered now. What was rendered before a further page, or before the list was read again, stays. */
  of(rows: readonly Row[]): readonly Row[] {
    if (rows !== this.#rows) {
      this.#isFirstPage = this.#rows.length === 0
      this.#count = this.#rows.length + atOnce
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
