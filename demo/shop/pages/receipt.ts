import { customer } from '../customer.ts'
import { drawn, html, type Html } from '../html.ts'
import { printCents } from '../money.ts'
import type { Outcome, Payment } from '../payments.ts'
import { layout } from './layout.ts'
import { lines, totalsTable } from './summary.ts'

const check = drawn`<svg class="check" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m14.5 24.5 6.5 6.5 12.5-14"/></svg>`

/** As the gateway spells the networks, and as people do. */
const networks: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
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

const facts = ({ transaction, card }: Extract<Outcome, { result: 'approved' }>): Html => html`
  <dl class="facts">
    ${fact('Card', card && `${networks[card.network ?? ''] ?? 'Card'} ${card.accountNumber ?? ''}`)}
    ${fact('Transaction', transaction.transactionId)} ${fact('Approval code', transaction.authCode)}
    ${fact('Address check', resultOf(transaction.avs))} ${fact('Security code', resultOf(transaction.cvv))}
  </dl>
`

/** The page of an approved payment. */
export const receiptPage = (payment: Payment, outcome: Extract<Outcome, { result: 'approved' }>): string =>
  layout(
    'Payment approved',
    html`
      <section class="panel receipt">
        ${check}
        <h1>Payment approved</h1>
        <p class="amount">${printCents(payment.totals.total)}</p>
        <p>Thank you, ${customer.address.name}. Your pots leave the kiln tomorrow.</p>
        ${facts(outcome)}
        ${lines(
          payment.bag,
          ({ quantity }) => html`
            <span class="times">× ${quantity}</span>
          `,
        )}
        ${totalsTable(payment.totals)}
        <p><a class="quiet" href="/">Back to the shop</a></p>
      </section>
    `,
  )

export const missingPage = (): string =>
  layout(
    'Not found',
    html`
      <section class="panel receipt">
        <h1>Nothing here</h1>
        <p>This page is not there, or the shop was restarted since.</p>
        <p><a class="quiet" href="/">Back to the shop</a></p>
      </section>
    `,
  )
