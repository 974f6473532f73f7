import { html, type TemplateResult } from 'lit'

export type ViewTab = { readonly text: string; readonly href: string; readonly isCurrent: boolean }

/** Links to the views of a list, as a row of tabs. @param label the name of the row, for screen readers */
export const viewTabs = (label: string, tabs: readonly ViewTab[]): TemplateResult => html`
  <nav class="views" aria-label=${label}>
    ${tabs.map(
      ({ text, href, isCurrent }) => html`
        <a href=${href} aria-current=${isCurrent}>${text}</a>
      `,
    )}
  </nav>
`
