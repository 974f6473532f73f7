import { html, type TemplateResult } from 'lit'
import { quotas, type QuotaName } from '#contract/quotas'
import type { GetQuotasAnswer } from '../../../client/types.ts'
import { formatCount } from '../../format/money.ts'
import { formatLocale } from '../../format/locale.ts'
import type { Mode } from '../../api/session.ts'
import { settingsTexts } from './texts.ts'

type QuotaRow = GetQuotasAnswer['quotas'][number]

/** A count; bytes in megabytes. */
const amount = (name: string, value: number): string =>
  name === 'bytes'
    ? new Intl.NumberFormat(formatLocale(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
        value / 1_000_000,
      )
    : formatCount(value)

/** What the account keeps in this mode, and may keep. Only the operator of the gateway changes it. */
export const limitsPanel = (rows: readonly QuotaRow[], rateTier: string, mode: Mode): TemplateResult => {
  const { columns, none, rateTier: rateText } = settingsTexts.limits
  const { title, intro } = settingsTexts.groups.limits
  return html`
    <section class="panel settings-group" id="limits" data-scope=${mode} aria-labelledby="limits-title">
      <div class="section-head">
        <h2 id="limits-title">${title}</h2>
        <p class="scope">${settingsTexts.scopes[mode]}</p>
      </div>
      <p class="small muted">${intro}</p>
      <dl class="facts">
        <div>
          <dt>${rateText}</dt>
          <dd>${rateTier}</dd>
        </div>
      </dl>
      <table class="rows figure">
        <thead>
          <tr>
            <th scope="col">${columns.name}</th>
            <th scope="col" class="captured">${columns.used}</th>
            <th scope="col" class="captured">${columns.limit}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, used, limit }) => html`
              <tr>
                <th scope="row">${quotas[name as QuotaName]?.text ?? name}</th>
                <td class="captured">${amount(name, used)}</td>
                <td class="captured">${limit === null ? none : amount(name, limit)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `
}
