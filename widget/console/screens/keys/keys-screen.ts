import { html, nothing, type TemplateResult } from 'lit'
import type { ApiKey, IssueApiKeyAnswer, ListApiKeysAnswer } from '../../../client/types.ts'
import type { Query } from '../../api/api.ts'
import { shortTime } from '../../format/time.ts'
import { icons } from '../../parts/icons.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import '../../parts/secret-dialog.ts'
import type { Secret } from '../../parts/secret-dialog.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import './key-dialog.ts'
import './rotate-dialog.ts'
import { scopeSentence } from './scopeWords.ts'
import { keysTexts } from './texts.ts'

type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

const stateOf = ({ revoked, expires }: ApiKey, now: Date): KeyState => {
  if (revoked) return 'revoked'
  if (!expires) return 'active'
  return new Date(expires) > now ? 'expiring' : 'expired'
}

const { states } = keysTexts

const looks: Readonly<Record<KeyState, StateLabel>> = {
  active: { text: states.active, tone: 'good', shape: 'full' },
  expiring: { text: keysTexts.expires, tone: 'warn', shape: 'half' },
  expired: { text: states.expired, tone: 'quiet', shape: 'dash' },
  revoked: { text: states.revoked, tone: 'quiet', shape: 'cross' },
}

const stateLabel = (key: ApiKey): TemplateResult => {
  const state = stateOf(key, new Date())
  const { text, ...look } = looks[state]
  return label({ text: state === 'expiring' ? `${text} ${shortTime(new Date(key.expires!))}` : text, ...look })
}

/** What a key may do, in words. */
const mayDo = ({ kind, scopes, allowedOrigins }: ApiKey): string => {
  if (kind === 'secret') return keysTexts.everything
  if (kind !== 'publishable') return scopeSentence(scopes)
  return [keysTexts.browsers, allowedOrigins ? keysTexts.origins(allowedOrigins.join(', ')) : '']
    .filter(Boolean)
    .join('. ')
}

const nameOf = ({ name }: ApiKey): string => name ?? keysTexts.unnamed

/** The API keys of the mode. A new key is shown once, and kept nowhere. */
export class KeysScreen extends PagedScreen<ApiKey> {
  static override properties = {
    ...PagedScreen.properties,
    dialog: { state: true },
    rotated: { state: true },
    question: { state: true },
    secret: { state: true },
  }

  /** Whether the dialog of a new key is open. */
  declare dialog: boolean
  /** The key that is being rotated. */
  declare rotated: ApiKey | null
  declare question: Question | null
  /** A new key, while it is shown. */
  declare secret: Secret | null

  protected override readonly texts = keysTexts
  protected override readonly path = '/v1/apikeys'

  constructor() {
    super()
    this.dialog = false
    this.rotated = null
    this.question = null
    this.secret = null
  }

  /** The browser's button back must not find a key. */
  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.secret = null
    this.dialog = false
    this.rotated = null
    this.question = null
  }

  protected override filters(): Query {
    return {}
  }

  protected override rowsIn(body: unknown): readonly ApiKey[] {
    return (body as ListApiKeysAnswer).apiKeys
  }

  #showSecret({ key, warning }: Pick<IssueApiKeyAnswer, 'key' | 'warning'>): void {
    this.dialog = false
    this.rotated = null
    const { created, label: keyLabel, note } = keysTexts.secret
    this.secret = { title: created, value: key, label: keyLabel, note, warning }
    void this.reload()
  }

  #askToRevoke(key: ApiKey): void {
    const { title, ...texts } = keysTexts.revokeQuestion
    this.question = {
      ...texts,
      title: title(nameOf(key)),
      run: async () => {
        await this.context.api.send('DELETE', `/v1/apikeys/${encodeURIComponent(key.id)}`)
        this.context.notify(keysTexts.revoked)
        void this.reload()
      },
    }
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete
    const target = this.querySelector<HTMLElement>(selector) ?? this.querySelector<HTMLElement>('h1')
    target?.focus()
  }

  protected override renderActions(): unknown {
    return this.context.can('issueApiKey')
      ? html`
          <button
            class="button primary"
            data-action="create"
            aria-haspopup="dialog"
            @click=${() => {
              this.dialog = true
            }}
          >
            ${icons.plus}
            <span>${keysTexts.create}</span>
          </button>
        `
      : nothing
  }

  #button(operation: string, text: string, key: ApiKey, run: () => void): unknown {
    return this.context.can(operation)
      ? html`
          <button
            class="button plain"
            data-action="${operation}-${key.id}"
            aria-haspopup="dialog"
            aria-label=${keysTexts.of(text, nameOf(key))}
            @click=${run}
          >
            ${text}
          </button>
        `
      : nothing
  }

  #actions(key: ApiKey): unknown {
    const state = stateOf(key, new Date())
    return [
      state === 'active'
        ? this.#button('rotateApiKey', keysTexts.rotate, key, () => {
            this.rotated = key
          })
        : nothing,
      state === 'active' || state === 'expiring'
        ? this.#button('revokeApiKey', keysTexts.revoke, key, () => this.#askToRevoke(key))
        : nothing,
    ]
  }

  protected override renderRows(rows: readonly ApiKey[]): TemplateResult {
    const { columns } = keysTexts
    return html`
      <table class="rows entries" role="table" aria-label=${keysTexts.title}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${columns.name}</th>
            <th role="columnheader" scope="col">${columns.scopes}</th>
            <th role="columnheader" scope="col">${columns.state}</th>
            <th role="columnheader" scope="col">${columns.lastUsed}</th>
            <th role="columnheader" scope="col">${columns.created}</th>
            <th role="columnheader" scope="col"><span class="hidden">${columns.actions}</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.map(
            (key) => html`
              <tr role="row">
                <td role="cell">
                  <span class="row-title">${nameOf(key)}</span>
                  <span class="small muted">
                    ${keysTexts.kinds[key.kind] ?? key.kind}, ${keysTexts.modes[key.mode] ?? key.mode}
                  </span>
                  <span class="small hint"><code>${key.hint}</code></span>
                </td>
                <td role="cell" data-label=${columns.scopes}><span>${mayDo(key)}</span></td>
                <td role="cell" data-label=${columns.state}>${stateLabel(key)}</td>
                <td role="cell" class="when" data-label=${columns.lastUsed}>
                  <span>${key.lastUsed ? timeAgo(key.lastUsed) : keysTexts.neverUsed}</span>
                </td>
                <td role="cell" class="when" data-label=${columns.created}><span>${timeAgo(key.created)}</span></td>
                <td role="cell" class="actions">${this.#actions(key)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `
  }

  protected override render(): TemplateResult {
    const { dialog, rotated, question, secret, context } = this
    return html`
      ${super.render()}
      ${
        dialog
          ? html`
              <key-dialog
                .context=${context}
                @done=${(event: CustomEvent<IssueApiKeyAnswer>) => this.#showSecret(event.detail)}
                @cancel=${() => {
                  this.dialog = false
                  void this.#focus('[data-action=create]')
                }}
              ></key-dialog>
            `
          : nothing
      }
      ${
        rotated
          ? html`
              <rotate-dialog
                .context=${context}
                .apiKey=${rotated}
                @done=${(event: CustomEvent<IssueApiKeyAnswer>) => this.#showSecret(event.detail)}
                @cancel=${() => {
                  this.rotated = null
                  void this.#focus(`[data-action="rotateApiKey-${rotated.id}"]`)
                }}
              ></rotate-dialog>
            `
          : nothing
      }
      ${
        question
          ? html`
              <question-dialog
                .question=${question}
                @done=${() => {
                  this.question = null
                  void this.#focus('h1')
                }}
                @cancel=${() => {
                  this.question = null
                  void this.#focus('h1')
                }}
              ></question-dialog>
            `
          : nothing
      }
      ${
        secret
          ? html`
              <secret-dialog
                .secret=${secret}
                @done=${() => {
                  this.secret = null
                  void this.#focus('[data-action=create]')
                }}
              ></secret-dialog>
            `
          : nothing
      }
    `
  }
}

customElements.define('keys-screen', KeysScreen)

export const createScreen = (): KeysScreen => new KeysScreen()
