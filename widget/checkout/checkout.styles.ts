import { fieldsStyles } from '../fields/fields.styles.ts'
import { formStyles } from './form/form.styles.ts'
import { pageStyles } from './page/page.styles.ts'

/** User preferences, after all other styles. */
const preferences = `
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; }
}
`

/** The checkout page's style sheet without colours, which are the merchant's and printed into each page. */
export const checkoutStyles = [pageStyles, fieldsStyles, formStyles, preferences].join('\n')
