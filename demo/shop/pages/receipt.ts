import type { Bank } from '../bank.ts'
import { customer } from '../customer.ts'
import { html, type Html } from '../html.ts'
import type { Card } from '../gateway.ts'
import type { Order } from '../links.ts'
import type { Payment } from '../payments.ts'
import type { TransactionResponse } from '../../../widget/client/index.ts'
import type { Notice } from '../notices.ts'
import { layout } from './layout.ts'
import { deliverTo, lines, totalsTable } from './summary.ts'

/** Display names of the card networks. */
const networks: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  ach: 'Bank account',
}

type Paid = {
  transaction: Pick<TransactionResponse, 'transactionId' | 'authCode' | 'avs' | 'cvv'>
  card: Card | undefined
}

const fact = (name: string, value: string | undefined | null): Html | false =>
  Boolean(value) &&
  html`
    <div>
      <dt>${name}</dt>
      <dd>${value ?? ''}</dd>
    </div>
  `

const resultOf = (result: { code: string; text: string } | null): string | undefined =>
  result ? `${result.text.replace(/\.$/, '')} (${result.code})` : undefined

const facts = ({ transaction, card }: Paid): Html => html`
  <dl class="facts">
    ${fact('Paid with', card && `${networks[card.network ?? ''] ?? 'Card'} ${(card.accountNumber ?? '').replace(/^\*+/, '•••• ')}`)}
    ${fact('Transaction', transaction.transactionId)} ${fact('Approval code', transaction.authCode)}
    ${fact('Address check', resultOf(transaction.avs))} ${fact('Security code', resultOf(transaction.cvv))}
  </dl>
`

/** The shop's confirmation of a paid order. It begins with what is delivered; the gateway's receipt begins with the payment. */
export const receiptPage = (payment: Pick<Payment, 'bag' | 'totals'>, paid: Paid, bank: Bank): string =>
  layout(
    'Order confirmed',
    html`
      <section class="panel order">
        <h1>Order confirmed</h1>
        <p>Thank you, ${customer.address.name}. Your order ships today.</p>
        ${deliverTo(customer.address)}
        ${lines(
          payment.bag,
          ({ quantity }) => html`
            <span class="times">× ${quantity}</span>
          `,
        )}
        ${totalsTable(payment.totals)}
        <h2>Payment</h2>
        ${facts(paid)}
        <p><a class="quiet" href="/">Back to the shop</a></p>
      </section>
    `,
    { bank },
  )

/** Shown for an order whose checkout is not paid. */
export const unpaidPage = ({ checkout }: Order, { title, text }: Notice, bank: Bank): string =>
  layout(
    title,
    html`
      <section class="panel message">
        <h1>${title}</h1>
        <p>${text}</p>
        <p><a class="quiet" href="${checkout.url}">Go to the checkout</a></p>
      </section>
    `,
    { bank },
  )

export const missingPage = (): string =>
  layout(
    'Page not found',
    html`
      <section class="panel message">
        <h1>Page not found</h1>
        <p>Check the address. Orders are lost when the demo restarts.</p>
        <p><a class="quiet" href="/">Back to the shop</a></p>
      </section>
    `,
  )
