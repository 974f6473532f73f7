import type { LitElement } from 'lit'
import type { SluiceField } from '../../fields/field/field.ts'
import type { CustomerForm } from './customerParts.ts'
import { nameOf } from './nameOf.ts'

/** The fields that the customer's name fills in: recipient, cardholder and account holder. */
const NAMES = [
  '[data-path="answers.shipTo.name"]',
  'sluice-field:has(> .control > #cc-name)',
  '[data-path="payment.check.name"]',
]

const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text: string) =>
  Object.assign(document.createElement(tag), { className, textContent: text })

/**
 * Shows a masked value in place of a field until the shopper chooses to change it. A field that shows one is not sent, and the gateway uses
 * the stored value. The masked value comes back if the shopper leaves the field empty, so an empty field never stands for a hidden value.
 */
const showMasked = (field: SluiceField, masked: string, { texts }: Pick<CustomerForm, 'texts'>): void => {
  const { known, change } = texts.checkout.customer
  const box = make('div', 'control known', '')
  const value = make('bdi', '', masked)
  const button = Object.assign(make('button', '', change), { type: 'button' })
  button.setAttribute('aria-label', `${change}: ${nameOf(field, texts.card.optional)}, ${masked}`)
  const note = make('p', 'message help note', known)
  box.append(value, button)

  const show = (): void => {
    field.dataset['known'] = ''
    field.append(box, note)
  }
  button.addEventListener('click', () => {
    delete field.dataset['known']
    box.remove()
    note.remove()
    field.focus()
  })
  field.addEventListener('focusout', ({ relatedTarget }) => {
    const isLeft = !field.contains(relatedTarget as Node | null)
    if (isLeft && field.value.trim() === '' && !box.isConnected) {
      field.clear()
      show()
    }
  })
  show()
}

/** Masks the fields of what the gateway knows of the customer. */
export const showKnown = async (form: CustomerForm): Promise<void> => {
  const { email, name } = form.data.customer!.known
  await form.updateComplete
  // Fields inside of other elements are rendered after them.
  for (const selector of ['sluice-card-form, sluice-address', 'sluice-field'])
    await Promise.all([...form.querySelectorAll<LitElement>(selector)].map((element) => element.updateComplete))
  const masked = [
    ...(email ? [['[data-path="answers.email"]', email]] : []),
    ...(name ? NAMES.map((at) => [at, name]) : []),
  ]
  for (const [selector, text] of masked) {
    const field = form.querySelector<SluiceField>(selector!)
    if (field) showMasked(field, text!, form)
  }
  const lock = (): void => {
    for (const button of form.querySelectorAll<HTMLButtonElement>('.known button')) button.disabled = form.paying
  }
  form.addEventListener('paying', lock)
}
