import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { afterPaint } from '../../parts/afterPaint.ts'
import { ItemsInParts } from '../../parts/itemsInParts.ts'
import { longLists, type LongListKind, type Option, type Options } from './options.ts'

/** The options of a select with hundreds of them: the selected one at first, and all others in parts after the page was shown. */
export class LongOptions implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #parts: ItemsInParts<Option>
  readonly #kind: LongListKind
  /** Undefined in a group without such a select. */
  #all: Options | undefined
  #isAsked = false

  constructor(host: ReactiveControllerHost, kind: LongListKind) {
    this.#host = host
    this.#kind = kind
    this.#parts = new ItemsInParts(host, { first: 50, later: 50 })
    host.addController(this)
  }

  /** The options that are there now, in the same array as before once all are. The selected one is at the end as long as its place is missing. */
  of(selected: string): Options {
    this.#all ??= []
    const shown = this.#parts.of(this.#all)
    const hasSelected = shown.some(([value]) => value === selected)
    return hasSelected ? shown : [...shown, [selected, longLists[this.#kind].textOf(selected)]]
  }

  hostUpdated(): void {
    if (this.#isAsked || !this.#all) return
    this.#isAsked = true
    afterPaint(() => {
      const { values, textOf } = longLists[this.#kind]
      this.#all = values().map((value) => [value, textOf(value)])
      this.#host.requestUpdate()
    })
  }
}
