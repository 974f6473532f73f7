import type { CustomerPart, CustomerForm, CustomerParts } from './customerParts.ts'
import { customerStyles } from './customer.styles.ts'
import { showKnown } from './knownValues.ts'
import { Removal } from './removal.ts'

/**
 * Connects a form of the merchant's customer. This script is loaded only by such a form.
 *
 * @param parts of the checkout's script, so that this one does not contain them again
 */
export const connectCustomer = (form: CustomerForm, parts: CustomerParts): CustomerPart => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(customerStyles)
  document.adoptedStyleSheets.push(sheet)
  const removal = form.data.customer!.removal ? new Removal(form, parts) : null
  return {
    showKnown: () => showKnown(form),
    action: (method, name) => removal?.render(method, name),
  }
}
