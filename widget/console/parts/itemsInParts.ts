import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { afterPaint } from './afterPaint.ts'

export type PartSizes = {
  /** As many items as a phone shows. */
  readonly first: number
  /** The items of each later part. */
  readonly later: number
}

/**
 * Renders the first items of a list at once, and the others in parts, each after the frame before it: fifty rows in one task would block a
 * slow device.
 */
export class ItemsInParts<Item> implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #sizes: PartSizes
  #items: readonly Item[] = []
  #count = 0
  #isFirstPage = true
  #isWaiting = false

  constructor(host: ReactiveControllerHost, sizes: PartSizes = { first: 6, later: 8 }) {
    this.#host = host
    this.#sizes = sizes
    host.addController(this)
  }

  /** Those of the items that are rendered now. What was rendered before a further page, or before the list was read again, stays. */
  of(items: readonly Item[]): readonly Item[] {
    if (items !== this.#items) {
      const { first, later } = this.#sizes
      this.#isFirstPage = this.#items.length === 0
      this.#count = this.#isFirstPage ? first : this.#items.length + later
      this.#items = items
    }
    return this.#count < items.length ? items.slice(0, this.#count) : items
  }

  /** Whether items of the first page are missing: what follows the list would move. */
  get isFilling(): boolean {
    return this.#isFirstPage && this.#count < this.#items.length
  }

  hostUpdated(): void {
    if (this.#isWaiting || this.#count >= this.#items.length) return
    this.#isWaiting = true
    afterPaint(() => {
      this.#isWaiting = false
      this.#count += this.#sizes.later
      this.#host.requestUpdate()
    })
  }
}
