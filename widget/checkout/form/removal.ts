import type { TemplateResult } from 'lit'
import type { SavedMethod } from '#contract/checkouts/form'
import type { RemoveBody, Removed } from '#contract/checkouts/page'
import type { FormField } from '../../fields/formField.ts'
import type { CustomerForm, CustomerParts } from './customerParts.ts'

/** Removes saved payment methods, after a question in their row. */
export class Removal {
  readonly #form: CustomerForm
  readonly #parts: CustomerParts
  /** Announces what was removed. */
  readonly #status = document.createElement('p')
  /** The payment method that the question is about, or empty. */
  #asked = ''
  #isRemoving = false

  constructor(form: CustomerForm, parts: CustomerParts) {
    this.#form = form
    this.#parts = parts
    this.#status.className = 'hidden'
    this.#status.setAttribute('role', 'status')
    form.append(this.#status)
  }

  /** The button of a row, or the question. @param name of the payment method */
  render({ wallet }: SavedMethod, name: string): TemplateResult {
    const { html, interpolate } = this.#parts
    const { paying, texts } = this.#form
    const { remove, ask, keep } = texts.checkout.customer
    if (wallet !== this.#asked)
      return html`
        <div class="action" data-wallet=${wallet}>
          <button type="button" aria-label="${remove}: ${name}" ?disabled=${paying} @click=${() => this.#ask(wallet)}>
            ${remove}
          </button>
        </div>
      `
    const question = interpolate(ask, { method: name })
    return html`
      <div class="action asking" role="group" aria-label=${question} data-wallet=${wallet} @keydown=${this.#onKeydown}>
        <span>${question}</span>
        <button type="button" ?disabled=${paying} @click=${() => this.#remove(wallet, name)}>${remove}</button>
        <button type="button" class="keep" @click=${() => this.#keep()}>${keep}</button>
      </div>
    `
  }

  async #show(wallet: string): Promise<void> {
    this.#asked = wallet
    this.#form.requestUpdate()
    await this.#form.updateComplete
    await this.#options?.updateComplete
  }

  get #options() {
    return this.#form.querySelector('sluice-options')
  }

  /** The button that does no harm has the focus. */
  async #ask(wallet: string): Promise<void> {
    await this.#show(wallet)
    this.#form.querySelector<HTMLElement>('.keep')?.focus()
  }

  async #keep(): Promise<void> {
    const wallet = this.#asked
    await this.#show('')
    this.#form.querySelector<HTMLElement>(`[data-wallet="${wallet}"] button`)?.focus()
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    void this.#keep()
  }

  async #remove(wallet: string, name: string): Promise<void> {
    if (this.#isRemoving) return
    this.#isRemoving = true
    const form = this.#form
    const { customer, failures } = form.texts.checkout
    const body: RemoveBody = { nonce: form.data.nonce, wallet }
    const response = await this.#parts.requestCheckout(form.data.id, 'remove', body)
    this.#isRemoving = false
    if (response.kind !== 'state') {
      await this.#keep()
      const { status } = response.kind === 'rejected' ? response : { status: 0 }
      form.failure = status === 409 ? customer.inUse : failures[status === 429 ? 'rateLimited' : 'unavailable']
      return
    }
    await this.#showLeft((response.state as unknown as Removed).saved)
    this.#status.textContent = this.#parts.interpolate(customer.removed, { method: name })
  }

  /** Offers what is left, and focuses the chosen payment method, or the first field of a new one. */
  async #showLeft(saved: readonly SavedMethod[]): Promise<void> {
    const form = this.#form
    form.failure = ''
    form.data = { ...form.data, saved }
    form.savedMethod = saved.find(({ wallet }) => wallet === form.savedMethod?.wallet) ?? saved[0]
    await this.#show('')
    if (saved.length > 0) return this.#options?.focus()
    const fields = [...form.querySelectorAll<FormField>('sluice-card-form sluice-field, #bank-panel sluice-field')]
    fields.find((field) => !field.closest('[hidden], [data-known]'))?.focus()
  }
}
