import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Api } from '../api/api.ts'
import { icons } from '../parts/icons.ts'
import { errorText } from '../shell/errorText.ts'
import { signInFrame } from '../shell/signInFrame.ts'
import { shellTexts } from '../shell/texts.ts'
import { joiningTexts } from './texts.ts'

const texts = joiningTexts.access

/** A membership of the person: shard and id, the account's name, and the role in it. */
type Membership = { readonly member: string; readonly account: string | null; readonly role: string }

/**
 * The page `/session/access`, which Cloudflare Access opens only to people whom it has let through. A person of one account is signed in
 * right away; others choose.
 *
 * @fires joined - once the person is signed in
 */
export class ConsoleAccess extends LitElement {
  static override properties = {
    api: { attribute: false },
    members: { state: true },
    error: { state: true },
    isWaiting: { state: true },
  }

  declare api: Api
  /** Undefined until they are read. */
  declare members: readonly Membership[] | undefined
  declare error: unknown
  declare isWaiting: boolean

  constructor() {
    super()
    this.members = undefined
    this.error = null
    this.isWaiting = true
  }

  protected override createRenderRoot() {
    return this
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) void this.#run(() => this.#open())
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.isWaiting = true
    this.error = null
    try {
      await work()
    } catch (error) {
      this.error = error
    } finally {
      this.isWaiting = false
    }
  }

  async #open(): Promise<void> {
    const { members } = await this.api.json<{ members: readonly Membership[] }>('POST', '/session/access/options')
    const [only, ...others] = members
    if (only && others.length === 0) await this.#signIn(only)
    else this.members = members
  }

  async #signIn({ member }: Membership): Promise<void> {
    await this.api.json('POST', '/session/access', { body: { member } })
    this.dispatchEvent(new Event('joined'))
  }

  get #choices(): unknown {
    return this.members?.map(
      (membership) => html`
        <button
          class="button wide membership"
          ?disabled=${this.isWaiting}
          @click=${() => void this.#run(() => this.#signIn(membership))}
        >
          <span>${membership.account ?? shellTexts.product}</span>
          <span class="small muted">${shellTexts.account.roles[membership.role] ?? membership.role}</span>
        </button>
      `,
    )
  }

  protected override render(): TemplateResult {
    const content = html`
      <h1 tabindex="-1">${texts.title}</h1>
      ${
        this.error
          ? html`
              <div class="notice" role="alert">
                ${icons.alert}
                <p>${errorText(this.error)}</p>
              </div>
            `
          : html`
              <p class="muted" role="status">${this.members ? texts.choose : texts.waiting}</p>
            `
      }
      ${this.#choices}
      ${
        this.isWaiting
          ? nothing
          : html`
              <a class="small" href="/">${texts.passkey}</a>
            `
      }
    `
    return signInFrame(content, this.isWaiting)
  }
}

customElements.define('console-access', ConsoleAccess)

declare global {
  interface HTMLElementTagNameMap {
    'console-access': ConsoleAccess
  }
}
