import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { afterPaint } from '../../parts/afterPaint.ts'
import { ItemsInParts } from '../../parts/itemsInParts.ts'
import { longLists, type LongListKind, type Options } from './options.ts'

/** The options of a select with hundreds of them: the selected one at first, and all others in parts after the page was shown. */
export class LongOptions implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #parts: ItemsInParts<string>
  readonly #kind: LongListKind
  #values: readonly string[] = []
  #state: 'unused' | 'used' | 'filling' = 'unused'

  constructor(host: ReactiveControllerHost, kind: LongListKind) {
    this.#host = host
    this.#kind = kind
    this.#parts = new ItemsInParts(host, { first: 50, later: 50 })
    host.addController(this)
  }

  /** The options that are there now. The selected one is among them, at the end as long as its place is not there. */
  of(selected: string): Options {
    if (this.#state === 'unused') this.#state = 'used'
    const shown = this.#parts.of(this.#values)
    const { textOf } = longLists[this.#kind]
    return (shown.includes(selected) ? shown : [...shown, selected]).map((value) => [value, textOf(value)])
  }

  hostUpdated(): void {
    if (this.#state !== 'used') return
    this.#state = 'filling'
    afterPaint(() => {
      this.#values = longLists[this.#kind].values()
      this.#host.requestUpdate()
    })
  }
}
