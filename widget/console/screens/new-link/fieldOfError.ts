/** Fields of the form by the members of the request that the gateway names in an error. */
const fields: readonly (readonly [member: RegExp, field: string])[] = [
  [/^items\[(\d+)\]\.price/, 'price-'],
  [/^items\[(\d+)\]\.name/, 'name-'],
  [/^items\[(\d+)\]\.quantity/, 'quantity-'],
  [/^(total|subtotal|items)$/, 'price-0'],
  [/^currency/, 'currency'],
  [/^tax/, 'tax'],
  [/^shipping/, 'shippingCost'],
  [/^discount/, 'discount'],
  [/^invoiceInfo\.dueDate/, 'dueDate'],
  [/^invoiceInfo\.number/, 'invoice'],
  [/^customerInfo\.email/, 'email'],
  [/^customerInfo\.name/, 'name'],
  [/^consents/, 'consent'],
  [/^submitButtonText/, 'button'],
  [/^thankYouUrl/, 'thankYou'],
  [/^appearance/, 'json'],
]

/** The field of the form that an error is about; undefined if it has none. */
export const fieldOfError = (member: string | null): string | undefined => {
  for (const [pattern, field] of fields) {
    const match = pattern.exec(member ?? '')
    if (match) return field.endsWith('-') ? `${field}${match[1]}` : field
  }
  return undefined
}
