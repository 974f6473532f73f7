import type {
  Connection,
  ListAllCustomerSubscriptionsAnswer,
  ListConnectionsAnswer,
  ListDisputesAnswer,
  ListTerminalsAnswer,
  ListTransactionsAnswer,
  ListWebhooksAnswer,
  SubscriptionWithCustomer,
  Terminal,
  Webhook,
} from '../../../client/types.ts'
import { html, nothing, type TemplateResult } from 'lit'
import type { Api } from '../../api/api.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import { formatDate } from '../../format/time.ts'
import { customerName } from '../../parts/customerName.ts'
import { icons } from '../../parts/icons.ts'
import { timeAgo } from '../../parts/time.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { paths } from '../../shell/routes.ts'
import { todayTexts } from './texts.ts'

/** What a person has to look at. */
export type Attention = {
  readonly payments: ListTransactionsAnswer['transactions']
  readonly disputes: ListDisputesAnswer['disputes']
  /** Subscriptions whose last bill was declined and is retried. */
  readonly subscriptions: readonly SubscriptionWithCustomer[]
  /** Webhooks that fail, and those that the gateway turned off. */
  readonly webhooks: readonly Webhook[]
  /** Connections whose last call failed. */
  readonly connections: readonly Connection[]
  readonly offlineTerminals: readonly Terminal[]
}

const shown = 5
/** Accounts have few webhooks and connections: one page has all. */
const wholePage = { pageSize: 100 }
/** Each terminal is asked for its status. */
const mostTerminals = 20

export const readAttention = async ({ api, can }: ConsoleContext, signal: AbortSignal): Promise<Attention> => {
  const read = <T>(operation: string, path: string, query: Parameters<Api['get']>[1]): Promise<T | null> =>
    can(operation) ? api.get<T>(path, query, signal) : Promise.resolve(null)
  const [payments, disputes, subscriptions, webhooks, connections, terminals] = await Promise.all([
    read<ListTransactionsAnswer>('listTransactions', '/v1/transactions', { needsAttention: true, pageSize: shown + 1 }),
    read<ListDisputesAnswer>('listDisputes', '/v1/disputes', { stage: 'warning,open', pageSize: shown + 1 }),
    read<ListAllCustomerSubscriptionsAnswer>('listAllCustomerSubscriptions', '/v1/customersubscriptions', {
      status: 'past_due',
      pageSize: shown + 1,
    }),
    read<ListWebhooksAnswer>('listWebhooks', '/v1/webhook', wholePage),
    read<ListConnectionsAnswer>('listConnections', '/v1/connections', wholePage),
    read<ListTerminalsAnswer>('listTerminals', '/v1/terminals', { pageSize: mostTerminals }),
  ])
  return {
    payments: payments?.transactions ?? [],
    disputes: disputes?.disputes ?? [],
    subscriptions: subscriptions?.customerSubscriptions ?? [],
    webhooks: (webhooks?.webhooks ?? []).filter(({ enabled, failingSince, disabledReason }) =>
      enabled ? failingSince !== null : disabledReason !== null,
    ),
    connections: (connections?.connections ?? []).filter(({ status }) => status === 'failing'),
    offlineTerminals: (terminals?.terminals ?? []).filter(({ status }) => status === 'offline'),
  }
}

const texts = todayTexts.attention

const pastDue = paths.subscriptions('past_due')

/** One more than are shown is read, so that it is known whether there are more. */
const pastDueTitle = (count: number): string =>
  count > shown
    ? texts.subscriptions(texts.moreThan(formatCount(shown)), false)
    : texts.subscriptions(formatCount(count), count === 1)

/** @param all the address of all of them; null if no page has them */
const group = (title: unknown, rows: readonly TemplateResult[], all: string | null): unknown =>
  rows.length === 0
    ? nothing
    : html`
        <h3 class="label">${title}</h3>
        <ul class="attention">
          ${all === null ? rows : rows.slice(0, shown)}
        </ul>
        ${
          all !== null && rows.length > shown
            ? html`
                <p class="small"><a href=${all}>${texts.all}</a></p>
              `
            : nothing
        }
      `

/** The list of what needs attention. */
export const attentionPanel = (
  { payments, disputes, subscriptions, webhooks, connections, offlineTerminals }: Attention,
  href: (path: string) => string,
): TemplateResult => html`
  <section class="panel" aria-labelledby="attention-title">
    <h2 id="attention-title">${texts.title}</h2>
    ${
      [payments, disputes, subscriptions, webhooks, connections, offlineTerminals].every(({ length }) => length === 0)
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
      href(paths.disputes()),
    )}
    ${group(
      html`
        <a href=${href(pastDue)}>${pastDueTitle(subscriptions.length)}</a>
      `,
      subscriptions.map(
        ({ customerId, customer, totalAmount, currency, label, nextCharge }) => html`
          <li>
            <a href=${href(paths.payments(`customer:${customerId}`))}>${formatMoney(totalAmount, currency)}</a>
            <span class="small">${customerName(customer)} · ${label}</span>
            ${
              nextCharge
                ? html`
                    <span class="small muted">${texts.retry} ${formatDate(new Date(nextCharge))}</span>
                  `
                : nothing
            }
          </li>
        `,
      ),
      href(pastDue),
    )}
    ${group(
      texts.webhooks,
      webhooks.map(
        ({ id, url, failingSince, disabledReason }) => html`
          <li>
            <a class="address" href=${href(paths.webhook(id))}>${url}</a>
            <span class="small muted">
              ${
                failingSince
                  ? html`
                      ${texts.failing} ${timeAgo(failingSince)}
                    `
                  : (disabledReason?.text ?? nothing)
              }
            </span>
          </li>
        `,
      ),
      href(paths.webhooks),
    )}
    ${group(
      texts.connections,
      connections.map(
        ({ label, lastFailure }) => html`
          <li>
            <a href=${href(paths.connections)}>${label}</a>
            <span class="small muted">
              ${
                lastFailure
                  ? html`
                      ${texts.lastFailure} ${timeAgo(lastFailure)}
                    `
                  : nothing
              }
            </span>
          </li>
        `,
      ),
      href(paths.connections),
    )}
    ${group(
      texts.terminals,
      offlineTerminals.map(
        ({ nickname }) => html`
          <li>${nickname}</li>
        `,
      ),
      null,
    )}
  </section>
`
