import { html, nothing, type TemplateResult } from 'lit'
import type { AuditEntry, ListAuditEntriesAnswer } from '../../../client/types.ts'
import type { Query } from '../../api/api.ts'
import { localMidnight } from '../../format/time.ts'
import { icons } from '../../parts/icons.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import '../../parts/saved-views.ts'
import type { ViewedSearch } from '../../parts/saved-views.ts'
import { queryIn } from '../../parts/savedViews.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import { paths } from '../../shell/routes.ts'
import { groups } from './actions.ts'
import { changesOf, subjectOf } from './subject.ts'
import { auditTexts } from './texts.ts'

/** The filters of the address. Dates are of the local calendar, YYYY-MM-DD. */
type Filters = { readonly action: string; readonly actor: string; readonly from: string; readonly to: string }

const { columns, filters: filterTexts } = auditTexts

/** Who made the change, in words. */
const actorName = ({ kind, id, name }: AuditEntry['actor']): string => {
  if (kind === 'system') {
    const part = name ?? id
    return auditTexts.parts[part] ?? part.charAt(0).toUpperCase() + part.slice(1)
  }
  return name ?? (kind === 'key' ? auditTexts.unnamedKey : id)
}

/** Who did what, when, on what. */
export class AuditScreen extends PagedScreen<AuditEntry> {
  protected override readonly texts = auditTexts
  protected override readonly path = '/v1/audit'

  get #filters(): Filters {
    const { query } = this.route
    const of = (name: string): string => query.get(name) ?? ''
    return { action: of('action'), actor: of('actor'), from: of('from'), to: of('to') }
  }

  protected override filters(): Query {
    const { action, actor, from, to } = this.#filters
    return {
      action,
      actor,
      from: localMidnight(from)?.toISOString(),
      // The end is exclusive.
      to: localMidnight(to, 1)?.toISOString(),
    }
  }

  protected override rowsIn(body: unknown): readonly AuditEntry[] {
    return (body as ListAuditEntriesAnswer).entries
  }

  #addressWith(change: Partial<Filters>): string {
    return paths.audit({ ...this.#filters, ...change })
  }

  #set(change: Partial<Filters>): void {
    this.context.navigate(this.#addressWith(change))
  }

  #dateField(name: 'from' | 'to'): TemplateResult {
    return html`
      <div class="field">
        <label for="audit-${name}">${filterTexts[name]}</label>
        <input
          class="input figure"
          id="audit-${name}"
          type="date"
          .value=${this.#filters[name]}
          @change=${(event: Event) => this.#set({ [name]: (event.target as HTMLInputElement).value })}
        />
      </div>
    `
  }

  #actorChip(): unknown {
    const { actor } = this.#filters
    if (actor === '') return nothing
    const known = this.rows?.find((row) => row.actor.id === actor)
    const name = known ? actorName(known.actor) : actor
    return html`
      <span class="chip">
        <span>${filterTexts.by(name)}</span>
        <button type="button" @click=${() => this.#set({ actor: '' })}>
          ${icons.close}
          <span class="hidden">${filterTexts.removeBy(name)}</span>
        </button>
      </span>
    `
  }

  protected override renderViews(): TemplateResult {
    const { action } = this.#filters
    const isKnown = groups.some(([, value]) => value === action)
    return html`
      <div class="audit-filters" role="group" aria-label=${filterTexts.label}>
        <div class="field">
          <label for="audit-action">${filterTexts.what}</label>
          <select
            class="input"
            id="audit-action"
            @change=${(event: Event) => this.#set({ action: (event.target as HTMLSelectElement).value })}
          >
            ${groups.map(
              ([name, value]) => html`
                <option value=${value} .selected=${value === action}>${auditTexts.groups[name]}</option>
              `,
            )}
            ${
              isKnown
                ? nothing
                : html`
                    <option value=${action} .selected=${true}>${auditTexts.groups['other']}</option>
                  `
            }
          </select>
        </div>
        ${this.#dateField('from')} ${this.#dateField('to')} ${this.#actorChip()}
      </div>
      <saved-views
        .context=${this.context}
        .search=${
          {
            list: 'audit',
            path: paths.audit(),
            query: queryIn(this.#addressWith({})),
            presets: [{ text: auditTexts.all, query: '' }],
          } satisfies ViewedSearch
        }
      ></saved-views>
    `
  }

  #details(entry: AuditEntry): TemplateResult {
    const { changes, facts } = changesOf(entry)
    return html`
      <details>
        <summary>${changes.length > 0 ? auditTexts.changes(changes.length) : auditTexts.details}</summary>
        <dl class="facts">
          ${changes.map(
            ({ name, old, value }) => html`
              <div>
                <dt>${name}</dt>
                <dd>${auditTexts.change(old, value)}</dd>
              </div>
            `,
          )}
          ${[...facts, ...(entry.requestId ? [[auditTexts.request, entry.requestId] as const] : [])].map(
            ([name, value]) => html`
              <div>
                <dt>${name}</dt>
                <dd><code>${value}</code></dd>
              </div>
            `,
          )}
        </dl>
      </details>
    `
  }

  #what({ action }: AuditEntry): unknown {
    const text = auditTexts.actions[action] ?? action
    return action === 'passkey.rejected' ? label({ text, tone: 'bad', shape: 'mark' }) : text
  }

  #row(entry: AuditEntry): TemplateResult {
    const { actor, at } = entry
    const name = actorName(actor)
    const { text, href } = subjectOf(entry, this.context.mode)
    return html`
      <tr role="row">
        <td role="cell">
          <a
            class="row-title"
            href=${this.context.href(this.#addressWith({ actor: actor.id }))}
            title=${filterTexts.of(name)}
          >
            ${name}
          </a>
          <span class="small muted">${auditTexts.kinds[actor.kind] ?? actor.kind}</span>
        </td>
        <td role="cell">${this.#what(entry)} ${this.#details(entry)}</td>
        <td role="cell" data-label=${columns.on}>
          <span>
            ${
              href
                ? html`
                    <a href=${href}>${text}</a>
                  `
                : text
            }
          </span>
        </td>
        <td role="cell" class="when" data-label=${columns.when}><span>${timeAgo(at)}</span></td>
      </tr>
    `
  }

  protected override renderRows(rows: readonly AuditEntry[]): TemplateResult {
    return html`
      <table class="rows entries list audit" role="table" aria-label=${auditTexts.title}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${columns.who}</th>
            <th role="columnheader" scope="col">${columns.what}</th>
            <th role="columnheader" scope="col">${columns.on}</th>
            <th role="columnheader" scope="col">${columns.when}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">${rows.map((entry) => this.#row(entry))}</tbody>
      </table>
    `
  }
}

customElements.define('audit-screen', AuditScreen)

export const createScreen = (): AuditScreen => new AuditScreen()
