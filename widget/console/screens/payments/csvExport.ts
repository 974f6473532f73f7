import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { formatCount } from '../../format/money.ts'
import { isoDate } from '../../format/time.ts'
import { saveFile } from '../../parts/saveFile.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { readCsv } from './exportCsv.ts'
import { searchQuery, type Term } from './search.ts'
import { paymentsTexts } from './texts.ts'

type Host = ReactiveControllerHost & { readonly context: ConsoleContext }

/** The export of a search as a CSV file. It ends with the screen. */
export class CsvExport implements ReactiveController {
  /** Rows exported so far; null without an export. */
  rows: number | null = null
  readonly #host: Host
  #running: AbortController | undefined

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#running?.abort()
  }

  /** Saves the file, or stops an export that is running. @param only ids of payments; without them all of the search */
  async toggle(terms: readonly Term[], only?: ReadonlySet<string>): Promise<void> {
    if (this.#running) return this.#running.abort()
    const { api, mode, notify } = this.#host.context
    const { signal } = (this.#running = new AbortController())
    let count = 0
    const onRows = (rows: number): void => {
      count = rows
      this.#show(rows)
    }
    this.#show(0)
    try {
      const file = await readCsv(api, searchQuery(terms), { onRows, signal, ...(only && { only }) })
      saveFile(file, `payments-${mode}-${isoDate(new Date())}.csv`)
      notify(paymentsTexts.csv.done(formatCount(count)))
    } catch (error) {
      if (!signal.aborted) notify(errorText(error))
    }
    this.#running = undefined
    this.#show(null)
  }

  #show(rows: number | null): void {
    this.rows = rows
    this.#host.requestUpdate()
  }
}
