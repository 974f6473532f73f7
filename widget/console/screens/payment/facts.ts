import { html, nothing, type TemplateResult } from 'lit'

/** A row of a panel; nothing without a value. */
export const fact = (name: string, value: unknown): unknown =>
  value === '' || value === null || value === undefined
    ? nothing
    : html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `

export const panel = (id: string, title: string, rows: unknown): TemplateResult => html`
  <section class="panel" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    <dl class="facts">${rows}</dl>
  </section>
`

/** `1228` as `12/28`. */
export const expiryText = (expiry: string | null): string => expiry?.replace(/^(\d{2})(\d{2})$/, '$1/$2') ?? ''
