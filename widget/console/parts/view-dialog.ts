import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { fieldErrors } from './fieldErrors.ts'
import type { ConsoleContext } from '../shell/context.ts'
import { errorText } from '../shell/errorText.ts'
import { errorNotice } from './errorNotice.ts'
import { icons } from './icons.ts'
import { changeView, saveView, viewOfName, type NewView, type SavedView } from './savedViews.ts'
import { savedViewsTexts } from './savedViewsTexts.ts'

const texts = savedViewsTexts.dialog

/**
 * Saves a search under a name, or renames a saved view.
 *
 * @fires done - it was saved
 * @fires cancel - the person left it
 */
export class ViewDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    search: { attribute: false },
    view: { attribute: false },
    nameError: { state: true },
    sameName: { state: true },
    error: { state: true },
    isSending: { state: true },
  }

  declare context: ConsoleContext
  /** The search to save. */
  declare search: Pick<NewView, 'list' | 'query'>
  /** The view to rename; null for a new one. */
  declare view: SavedView | null
  declare nameError: string
  /** The view that has the entered name. */
  declare sameName: string | null
  declare error: string
  declare isSending: boolean

  constructor() {
    super()
    this.view = null
    this.nameError = ''
    this.sameName = null
    this.error = ''
    this.isSending = false
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
    this.#input.select()
  }

  get #input(): HTMLInputElement {
    return this.querySelector<HTMLInputElement>('#view-name')!
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault()
    const name = this.#input.value.trim()
    if (name === '') return this.#reject(texts.nameMissing)
    const { api } = this.context
    const shared = this.querySelector<HTMLInputElement>('#view-shared')?.checked ?? false
    void this.#send(
      () => (this.view ? changeView(api, this.view.id, { name }) : saveView(api, { ...this.search, name, shared })),
      this.view ? savedViewsTexts.renamed : savedViewsTexts.saved,
    )
  }

  readonly #replace = (): void => {
    const id = this.sameName!
    void this.#send(() => changeView(this.context.api, id, { query: this.search.query }), savedViewsTexts.saved)
  }

  async #send(request: () => Promise<SavedView>, done: (name: string) => string): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    this.error = ''
    this.nameError = ''
    try {
      const { name } = await request()
      this.context.notify(done(name))
      this.querySelector('dialog')?.close()
      this.dispatchEvent(new Event('done'))
    } catch (error) {
      this.isSending = false
      this.sameName = viewOfName(error)
      if (this.sameName) this.#reject(this.view ? texts.nameTakenOther : texts.nameTaken)
      else if (fieldErrors(error).has('name')) this.#reject(texts.nameMissing)
      else this.error = errorText(error)
    }
    this.isSending = false
  }

  #reject(problem: string): void {
    this.nameError = problem
    void this.updateComplete.then(() => this.#input.focus())
  }

  readonly #cancel = (event: Event): void => {
    event.preventDefault()
    if (this.isSending) return
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new Event('cancel'))
  }

  #share(): unknown {
    // Viewers keep views for themselves; the gateway decides.
    if (this.view || this.context.session.member.role === 'viewer') return nothing
    return html`
      <div class="field">
        <label class="check">
          <input type="checkbox" id="view-shared" aria-describedby="view-shared-message" ?disabled=${this.isSending} />
          ${texts.share}
        </label>
        <p class="message" id="view-shared-message">${texts.shareHelp}</p>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { view, isSending, nameError, sameName } = this
    return html`
      <dialog class="dialog" aria-labelledby="view-title" @cancel=${this.#cancel}>
        <div class="dialog-head">
          <h2 id="view-title">${view ? texts.renameTitle(view.name) : texts.saveTitle}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#cancel}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          <div class="field">
            <label for="view-name">${texts.name}</label>
            <input
              class="input"
              id="view-name"
              autocomplete="off"
              maxlength="100"
              aria-describedby="view-name-message"
              aria-invalid=${nameError !== ''}
              ?disabled=${isSending}
              value=${view?.name ?? ''}
              @input=${() => {
                this.nameError = ''
                this.sameName = null
              }}
            />
            <p class="message ${nameError ? 'bad' : ''}" id="view-name-message">${nameError || texts.nameHelp}</p>
          </div>
          ${this.#share()} ${errorNotice(this.error)}
          <div class="dialog-actions">
            <button type="button" class="button" ?disabled=${isSending} @click=${this.#cancel}>${texts.cancel}</button>
            ${
              sameName && !view
                ? html`
                    <button type="button" class="button" @click=${this.#replace}>${texts.replace}</button>
                  `
                : nothing
            }
            <button class="button primary" aria-disabled=${isSending}>
              ${isSending ? texts.sending : texts.submit}
            </button>
          </div>
        </form>
      </dialog>
    `
  }
}

customElements.define('view-dialog', ViewDialog)

declare global {
  interface HTMLElementTagNameMap {
    'view-dialog': ViewDialog
  }
}
