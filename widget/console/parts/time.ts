import { html, LitElement, type TemplateResult } from 'lit'
import { exactTime, relativeTime } from '../format/time.ts'

const shown = new Set<ConsoleTime>()
let timer: ReturnType<typeof setInterval> | undefined

/** All relative times share a timer, and are updated each half minute. */
const watch = (element: ConsoleTime): void => {
  shown.add(element)
  timer ??= setInterval(() => {
    for (const each of shown) each.requestUpdate()
  }, 30_000)
}

const unwatch = (element: ConsoleTime): void => {
  shown.delete(element)
  if (shown.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** A relative time, with the exact one on hover. */
export class ConsoleTime extends LitElement {
  static override properties = { at: { attribute: false } }

  /** RFC 3339. */
  declare at: string

  constructor() {
    super()
    this.at = ''
  }

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    watch(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    unwatch(this)
  }

  protected override render(): TemplateResult {
    const at = new Date(this.at)
    return html`
      <time datetime=${this.at} title=${exactTime(at)}>${relativeTime(at, new Date())}</time>
    `
  }
}

customElements.define('console-time', ConsoleTime)

declare global {
  interface HTMLElementTagNameMap {
    'console-time': ConsoleTime
  }
}

export const timeAgo = (at: string): TemplateResult => html`
  <console-time .at=${at}></console-time>
`
