import { html, nothing, type TemplateResult } from 'lit'
import { formatMoney } from '../../format/money.ts'
import { sourceName } from '../../parts/source.ts'
import { timeAgo } from '../../parts/time.ts'
import { paths } from '../../shell/routes.ts'
import { printSearch } from '../payments/search.ts'
import { expiryText, fact, panel } from './facts.ts'
import type { Transaction } from './payment.ts'
import type { Related } from './related.ts'
import { relatedPanels, savedMethods } from './relatedPanels.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.details

type Json = { readonly [name: string]: unknown }

/** Members of orders are the merchant's: only texts and numbers are shown. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const addressText = (value: unknown): string => {
  const address = membersOf(value)
  const city = [textOf(address['city']), textOf(address['state']), textOf(address['postalCode'])]
    .filter(Boolean)
    .join(' ')
  return [address['name'], address['line1'], address['line2'], city, address['country']]
    .map(textOf)
    .filter(Boolean)
    .join(', ')
}

const paidWith = (payment: Transaction, { terminal }: Related): TemplateResult =>
  panel('paid-title', texts.paidTitle, [
    fact(texts.source, sourceName({ ...payment.payment, method: payment.method })),
    fact(texts.expiry, expiryText(payment.payment.expiry)),
    fact(texts.address, payment.avs?.text),
    fact(texts.code, payment.cvv?.text),
    fact(texts.initiatedBy, payment.payment.initiatedBy === 'merchant' ? texts.byMerchant : texts.byCustomer),
    fact(texts.terminal, terminal ? terminal.nickname : payment.payment.terminal),
  ])

const customerPanel = (
  payment: Transaction,
  related: Related,
  order: Json,
  href: (path: string) => string,
): TemplateResult => {
  const { customer } = related
  const ownId = textOf(order['customerPublicIdentifier'])
  const id = payment.payment.customer ?? ownId
  const rows = [
    fact(texts.name, customer && [customer.firstName, customer.lastName].filter(Boolean).join(' ')),
    fact(texts.company, customer?.company),
    fact(texts.email, customer?.emailAddress || textOf(order['email'])),
    fact(texts.phone, customer?.phoneNumber),
    fact(texts.ownId, ownId || customer?.merchantIdentifier),
    fact(texts.customerId, payment.payment.customer),
    fact(texts.billTo, addressText(order['billTo'])),
    fact(texts.shipTo, addressText(order['shipTo'])),
  ]
  return html`
    <section class="panel" aria-labelledby="customer-title">
      <h2 id="customer-title">${texts.customerTitle}</h2>
      ${
        rows.every((each) => each === nothing)
          ? html`
              <p class="small muted">${texts.noCustomer}</p>
            `
          : html`
              <dl class="facts">${rows}</dl>
            `
      }
      ${savedMethods(related)}
      ${
        id
          ? html`
              <p class="small">
                <a href=${href(paths.payments(printSearch([{ key: 'customer', value: id }])))}>
                  ${texts.paymentsOfCustomer}
                </a>
              </p>
            `
          : nothing
      }
    </section>
  `
}

/** The name of an order as the list of payments has it: `Invoice:INV-7`. */
const referenceOf = (order: Json): string =>
  [textOf(order['referenceObject']), textOf(order['referenceObjectId'])].filter(Boolean).join(':')

const orderPanel = (payment: Transaction, order: Json, href: (path: string) => string): TemplateResult => {
  const reference = referenceOf(order)
  const lines = Array.isArray(order['lines']) ? order['lines'].map(membersOf) : []
  const metadata = Object.entries(membersOf(order['metadata']))
  const isEmpty = reference === '' && lines.length === 0 && metadata.length === 0
  return html`
    <section class="panel" aria-labelledby="order-title">
      <h2 id="order-title">${texts.orderTitle}</h2>
      ${
        isEmpty
          ? html`
              <p class="small muted">${texts.none}</p>
            `
          : nothing
      }
      ${
        lines.length > 0
          ? html`
              <ul class="lines">
                ${lines.map(
                  (line) => html`
                    <li>
                      <span>
                        ${textOf(line['description']) || textOf(line['productCode'])}
                        ${
                          textOf(line['quantity'])
                            ? html`
                                <span class="muted">× ${textOf(line['quantity'])}</span>
                              `
                            : nothing
                        }
                      </span>
                      <span class="figure">
                        ${typeof line['total'] === 'number' ? formatMoney(line['total'], payment.currency) : nothing}
                      </span>
                    </li>
                  `,
                )}
              </ul>
            `
          : nothing
      }
      <dl class="facts">
        ${fact(texts.reference, reference)} ${metadata.map(([name, value]) => fact(name, textOf(value)))}
      </dl>
      ${
        reference
          ? html`
              <p class="small">
                <a href=${href(paths.payments(printSearch([{ key: 'order', value: reference }])))}>
                  ${texts.paymentsOfOrder}
                </a>
              </p>
            `
          : nothing
      }
    </section>
  `
}

const references = (payment: Transaction): TemplateResult =>
  panel('references-title', texts.referencesTitle, [
    fact(texts.created, timeAgo(payment.created)),
    fact(
      texts.id,
      html`
        <code>${payment.originalTransactionId}</code>
      `,
    ),
    fact(
      texts.authCode,
      payment.authCode &&
        html`
          <code>${payment.authCode}</code>
        `,
    ),
    fact(
      texts.networkId,
      payment.payment.networkTransactionId &&
        html`
          <code>${payment.payment.networkTransactionId}</code>
        `,
    ),
    fact(texts.connection, payment.connection),
    fact(
      texts.batch,
      payment.batchId &&
        html`
          <code>${payment.batchId}</code>
        `,
    ),
  ])

/** Customer, order, card and references of a payment, and what belongs to it. */
export const details = (payment: Transaction, related: Related, href: (path: string) => string): TemplateResult => {
  const order = membersOf(payment.order)
  return html`
    ${paidWith(payment, related)} ${customerPanel(payment, related, order, href)} ${relatedPanels(related, href)}
    ${orderPanel(payment, order, href)} ${references(payment)}
  `
}
