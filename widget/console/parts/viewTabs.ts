import { html, type TemplateResult } from 'lit'
import type { Route } from '../shell/routes.ts'

/** The value of a list's filter in the address; empty without one. */
export const filterIn = ({ query }: Route, name: string): string => query.get(name) ?? ''

/** The views of a list: each has a text, and is one value of the filter in the address. */
type Views<View extends string> = {
  /** The texts of the tabs, and the name of their row for screen readers. */
  readonly texts: Readonly<Record<NoInfer<View> | 'label', string>>
  readonly values: Readonly<Record<View, string>>
  /** The value that the address has. */
  readonly current: string
  readonly hrefOf: (value: string) => string
}

/** Links to the views of a list, as a row of tabs. */
export const viewTabs = <View extends string>({ texts, values, current, hrefOf }: Views<View>): TemplateResult => html`
  <nav class="views" aria-label=${texts.label}>
    ${Object.entries<string>(values).map(
      ([view, value]) => html`
        <a href=${hrefOf(value)} aria-current=${value === current}>${texts[view as View]}</a>
      `,
    )}
  </nav>
`
