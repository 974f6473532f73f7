import { html, nothing, type TemplateResult } from 'lit'
import { declineOf } from '#contract/transactions/responseCodes'
import { formatMoney } from '../../format/money.ts'
import { formatDate } from '../../format/time.ts'
import { sourceName } from '../../parts/source.ts'
import { label } from '../../parts/states.ts'
import { subscriptionLabel } from '../../parts/subscriptionStates.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { timeAgo } from '../../parts/time.ts'
import { paths } from '../../shell/routes.ts'
import { expiryText, fact, panel } from './facts.ts'
import type { Related } from './related.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.related

type Href = (path: string) => string

const look = (of: Readonly<Record<string, StateLabel>>, state: string): StateLabel =>
  of[state] ?? { text: state, tone: 'quiet', shape: 'ring' }

const terminalStates: Readonly<Record<string, StateLabel>> = {
  pending: { text: texts.terminal.states.pending, tone: 'quiet', shape: 'dots' },
  online: { text: texts.terminal.states.online, tone: 'good', shape: 'full' },
  busy: { text: texts.terminal.states.busy, tone: 'calm', shape: 'half' },
  offline: { text: texts.terminal.states.offline, tone: 'bad', shape: 'cross' },
}

const checkoutStates: Readonly<Record<string, StateLabel>> = {
  open: { text: texts.checkout.states.open, tone: 'calm', shape: 'ring' },
  processing: { text: texts.checkout.states.processing, tone: 'quiet', shape: 'dots' },
  completed: { text: texts.checkout.states.completed, tone: 'good', shape: 'full' },
  expired: { text: texts.checkout.states.expired, tone: 'quiet', shape: 'dash' },
  canceled: { text: texts.checkout.states.canceled, tone: 'quiet', shape: 'dash' },
}

const billStates: Readonly<Record<string, StateLabel>> = {
  open: { text: texts.subscription.bills.open, tone: 'warn', shape: 'mark' },
  paid: { text: texts.subscription.bills.paid, tone: 'good', shape: 'full' },
  unpaid: { text: texts.subscription.bills.unpaid, tone: 'bad', shape: 'cross' },
  dropped: { text: texts.subscription.bills.dropped, tone: 'quiet', shape: 'dash' },
}

/** The saved payment methods of a customer, in the panel of the customer. */
export const savedMethods = ({ wallet }: Related): unknown =>
  wallet === undefined
    ? nothing
    : html`
        <h3 class="label">${texts.wallet.title}</h3>
        ${
          wallet.length === 0
            ? html`
                <p class="small muted">${texts.wallet.none}</p>
              `
            : html`
                <ul class="lines">
                  ${wallet.map(
                    ({ network, accountNumber, expiry, default: isDefault }) => html`
                      <li>
                        <span>
                          ${network === 'unknown' ? texts.wallet.card : sourceName({ network, accountNumber, method: '' })}
                          ${
                            isDefault
                              ? html`
                                  <span class="muted">· ${texts.wallet.isDefault}</span>
                                `
                              : nothing
                          }
                        </span>
                        <span class="figure muted">${expiryText(expiry)}</span>
                      </li>
                    `,
                  )}
                </ul>
              `
        }
      `

/** The state of a subscription in a sentence, with its next bill. */
export const subscriptionText = ({ status, nextCharge, resumesAt }: NonNullable<Related['subscription']>): string => {
  const sentences = texts.subscription.sentences
  if (status === 'paused' && resumesAt) return sentences.pausedUntil(formatDate(new Date(resumesAt)))
  const next = (sentences.next as Readonly<Record<string, (date: string) => string>>)[status]
  if (nextCharge !== null && next) return next(formatDate(new Date(nextCharge)))
  return sentences.other[status] ?? ''
}

const subscriptionPanel = ({ subscription, bills }: Related, href: Href): unknown => {
  if (!subscription) return nothing
  const { status, label: plan, totalAmount, currency, charges, installments, startDate } = subscription
  return html`
    <section class="panel" aria-labelledby="subscription-title">
      <h2 id="subscription-title">${texts.subscription.title}</h2>
      <p>${subscriptionLabel(status)}</p>
      <p class="small">${subscriptionText(subscription)}</p>
      <dl class="facts">
        ${fact(texts.subscription.plan, plan)}
        ${fact(
          texts.subscription.price,
          html`
            <span class="figure">${formatMoney(totalAmount, currency)}</span>
          `,
        )}
        ${fact(texts.subscription.charges, installments > 0 ? texts.subscription.of(charges, installments) : charges)}
        ${fact(texts.subscription.started, formatDate(new Date(startDate)))}
      </dl>
      ${
        bills && bills.length > 0
          ? html`
              <h3 class="label">${texts.subscription.bills.title}</h3>
              <ul class="lines">
                ${bills.map(
                  ({ date, amount, currency, status, transactionId, responseCode, approved }) => html`
                    <li>
                      <span>
                        ${
                          transactionId
                            ? html`
                                <a href=${href(paths.payment(transactionId))}>
                                  ${formatDate(new Date(`${date}T12:00`))}
                                </a>
                              `
                            : formatDate(new Date(`${date}T12:00`))
                        }
                        ${label(look(billStates, status))}
                        ${
                          status !== 'paid' && responseCode !== null && !approved
                            ? html`
                                <span class="small muted">
                                  ${paymentTexts.meanings[declineOf(responseCode).code] ?? ''}
                                </span>
                              `
                            : nothing
                        }
                      </span>
                      <span class="figure">${formatMoney(amount, currency)}</span>
                    </li>
                  `,
                )}
              </ul>
            `
          : nothing
      }
    </section>
  `
}

const terminalPanel = ({ terminal }: Related): unknown =>
  terminal
    ? panel('terminal-title', texts.terminal.title, [
        fact(texts.terminal.name, terminal.nickname),
        fact(texts.terminal.state, label(look(terminalStates, terminal.status))),
        fact(texts.terminal.device, [terminal.make, terminal.model].filter(Boolean).join(' ')),
        fact(texts.terminal.serial, terminal.serialNumber),
      ])
    : nothing

const checkoutPanel = ({ checkout }: Related, href: Href): unknown =>
  checkout
    ? panel('checkout-title', texts.checkout.title, [
        fact(texts.checkout.state, label(look(checkoutStates, checkout.status))),
        fact(
          texts.checkout.total,
          html`
            <span class="figure">${formatMoney(checkout.total, checkout.currency)}</span>
          `,
        ),
        fact(texts.checkout.discount, checkout.discountCode),
        fact(texts.checkout.shipping, checkout.shippingOption),
        fact(texts.checkout.phone, checkout.phone),
        fact(texts.checkout.receipt, texts.checkout.receipts[checkout.receipt]),
        fact(texts.checkout.created, timeAgo(checkout.created)),
        fact(
          texts.checkout.id,
          html`
            <a href=${href(paths.checkout(checkout.id))}><code>${checkout.id}</code></a>
          `,
        ),
      ])
    : nothing

/** The subscription, the checkout and the terminal of a payment. */
export const relatedPanels = (related: Related, href: Href): TemplateResult => html`
  ${subscriptionPanel(related, href)} ${checkoutPanel(related, href)} ${terminalPanel(related)}
`
