import { fieldsStyles } from '../fields/fields.styles.ts'
import { formStyles } from './form/form.styles.ts'
import { pageStyles } from './page/page.styles.ts'

/** What the shopper's own settings change: after everything else. */
const preferences = `
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; }
}
`

/** The whole style sheet of the checkout page, but for the colours: those are the merchant's, and printed with each page. */
export const checkoutStyles = [pageStyles, fieldsStyles, formStyles, preferences].join('\n')
