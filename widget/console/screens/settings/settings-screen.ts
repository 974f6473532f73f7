import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { GetAccountAnswer, GetQuotasAnswer } from '../../../client/types.ts'
import { afterPaint } from '../../parts/afterPaint.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { ItemsInParts } from '../../parts/itemsInParts.ts'
import { Screen } from '../../shell/screen.ts'
import { rowSkeleton } from '../../shell/skeleton.ts'
import { groups, type Group } from './groups.ts'
import { limitsPanel } from './limitsPanel.ts'
import './settings-group.ts'
import type { Account } from './settings-group.ts'
import { settingsTexts as texts } from './texts.ts'

/** The account's settings in the mode of the page. */
export class SettingsScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    account: { state: true },
    quotas: { state: true },
    failure: { state: true },
  }

  /** Undefined until it is read. */
  declare account: Account | undefined
  declare quotas: GetQuotasAnswer['quotas']
  declare failure: unknown

  /** Whether all groups have been shown. */
  #hasAllGroups = false
  readonly #parts = new ItemsInParts<Group>(this, { first: 1, later: 1 })
  readonly #stopped = new AbortController()

  constructor() {
    super()
    this.account = undefined
    this.quotas = []
    this.failure = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopped.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A link to a group changes the address, and not what is shown.
    if (!changed.has('route') || this.account) return
    this.context.setTitle(texts.title)
    void this.#load()
  }

  protected override updated(): void {
    if (!this.account || this.#hasAllGroups) return
    this.#hasAllGroups = !this.#parts.isFilling
    // The last group renders itself after this screen.
    if (this.#hasAllGroups && location.hash !== '')
      afterPaint(() => document.getElementById(location.hash.slice(1))?.scrollIntoView())
  }

  readonly #load = async (): Promise<void> => {
    this.failure = null
    const { api } = this.context
    const { signal } = this.#stopped
    try {
      const [{ account }, { quotas }] = await Promise.all([
        api.get<GetAccountAnswer>('/v1/account', {}, signal),
        api.get<GetQuotasAnswer>('/v1/account/quotas', {}, signal),
      ])
      this.quotas = quotas
      this.account = account
    } catch (error) {
      if (!signal.aborted) this.failure = error
    }
  }

  readonly #saved = ({ detail }: CustomEvent<Account>): void => {
    const isRenamed = detail.name !== this.account?.name
    this.account = detail
    // The bar has the account's name.
    if (isRenamed) void this.context.refreshSession()
  }

  #groups(account: Account): TemplateResult {
    const { context } = this
    return html`
      <nav class="views" aria-label=${texts.index}>
        ${[...groups.map(({ name }) => name), 'limits' as const].map(
          (name) => html`
            <a href="#${name}">${texts.groups[name].title}</a>
          `,
        )}
      </nav>
      <div class="settings">
        ${this.#parts.of(groups).map(
          (group) => html`
            <settings-group
              .context=${context}
              .group=${group}
              .account=${account}
              @saved=${this.#saved}
            ></settings-group>
          `,
        )}
        ${
          this.#parts.isFilling
            ? nothing
            : html`
                ${limitsPanel(this.quotas, account.rateTier, context.mode)}
                <p class="small muted">${texts.otherSettings}</p>
              `
        }
      </div>
    `
  }

  #skeleton(): TemplateResult {
    return html`
      <p class="hidden" role="status">${texts.loading}</p>
      <div class="settings">
        <div class="panel settings-group">${rowSkeleton(6)}</div>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { account, failure } = this
    return html`
      <div class="page-head"><h1>${texts.title}</h1></div>
      ${failure ? errorPanel(failure, () => void this.#load()) : nothing}
      ${account ? this.#groups(account) : failure ? nothing : this.#skeleton()}
    `
  }
}

customElements.define('settings-screen', SettingsScreen)

export const createScreen = (): SettingsScreen => new SettingsScreen()
