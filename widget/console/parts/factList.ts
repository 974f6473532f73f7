import { html, type TemplateResult } from 'lit'

/** Names with their values, one row each. */
export const factList = (rows: readonly (readonly [name: string, value: unknown])[]): TemplateResult => html`
  <dl class="facts">
    ${rows.map(
      ([name, value]) => html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `,
    )}
  </dl>
`
