import type { ListDisputesAnswer, ListTransactionsAnswer } from '../../../client/types.ts'
import { html, nothing, type TemplateResult } from 'lit'
import type { Api } from '../../api/api.ts'
import { formatMoney } from '../../format/money.ts'
import { formatDate } from '../../format/time.ts'
import { icons } from '../../parts/icons.ts'
import { timeAgo } from '../../parts/time.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { paths } from '../../shell/routes.ts'
import { todayTexts } from './texts.ts'

/** What a person has to look at. */
export type Attention = {
  readonly payments: ListTransactionsAnswer['transactions']
  readonly disputes: ListDisputesAnswer['disputes']
}

const shown = 5

export const readAttention = async ({ api, can }: ConsoleContext, signal: AbortSignal): Promise<Attention> => {
  const read = <T>(operation: string, path: string, query: Parameters<Api['get']>[1]): Promise<T | null> =>
    can(operation) ? api.get<T>(path, query, signal) : Promise.resolve(null)
  const [payments, disputes] = await Promise.all([
    read<ListTransactionsAnswer>('listTransactions', '/v1/transactions', { needsAttention: true, pageSize: shown + 1 }),
    read<ListDisputesAnswer>('listDisputes', '/v1/disputes', { stage: 'warning,open', pageSize: shown + 1 }),
  ])
  return { payments: payments?.transactions ?? [], disputes: disputes?.disputes ?? [] }
}

const texts = todayTexts.attention

const group = (title: string, rows: readonly TemplateResult[], all: string): unknown =>
  rows.length === 0
    ? nothing
    : html`
        <h3 class="label">${title}</h3>
        <ul class="attention">
          ${rows.slice(0, shown)}
        </ul>
        ${
          rows.length > shown
            ? html`
                <p class="small"><a href=${all}>${texts.all}</a></p>
              `
            : nothing
        }
      `

/** The list of what needs attention. */
export const attentionPanel = (
  { payments, disputes }: Attention,
  href: (path: string) => string,
): TemplateResult => html`
  <section class="panel" aria-labelledby="attention-title">
    <h2 id="attention-title">${texts.title}</h2>
    ${
      payments.length + disputes.length === 0
        ? html`
            <p class="calm-note">${icons.check}${texts.nothing}</p>
          `
        : nothing
    }
    ${group(
      texts.payments,
      payments.map(
        ({ transactionId, amount, currency, needsAttention }) => html`
          <li>
            <a href=${href(paths.payment(transactionId))}>${formatMoney(amount, currency)}</a>
            <span class="small muted">
              ${
                needsAttention
                  ? html`
                      ${texts.since} ${timeAgo(needsAttention.since)}
                    `
                  : nothing
              }
            </span>
          </li>
        `,
      ),
      href(paths.payments('is:attention')),
    )}
    ${group(
      texts.disputes,
      disputes.map(
        ({ transactionId, amount, currency, reason, evidenceDueBy }) => html`
          <li>
            <a href=${href(paths.payment(transactionId))}>${formatMoney(amount, currency)}</a>
            <span class="small">${reason.text}</span>
            ${
              evidenceDueBy
                ? html`
                    <span class="small muted">${texts.due} ${formatDate(new Date(evidenceDueBy))}</span>
                  `
                : nothing
            }
          </li>
        `,
      ),
      href(paths.payments('is:disputed')),
    )}
  </section>
`
