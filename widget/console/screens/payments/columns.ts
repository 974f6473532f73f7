import { html, nothing, type TemplateResult } from 'lit'
import { formatMoney } from '../../format/money.ts'
import { sourceName } from '../../parts/source.ts'
import { label, stateLabel } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import type { PaymentRow } from './list.ts'
import { paymentsTexts } from './texts.ts'

export type Column = Exclude<keyof typeof paymentsTexts.columns, 'open'>

export const allColumns = Object.keys(paymentsTexts.columns).filter((name) => name !== 'open') as Column[]
const initialColumns: readonly Column[] = ['amount', 'status', 'source', 'order', 'customer', 'created']
const storageKey = 'console-columns'

/** The columns that this browser shows. The amount, which links to the payment, is always among them. */
export const readColumns = (): Column[] => {
  const stored = localStorage.getItem(storageKey)?.split(' ')
  return allColumns.filter((column) => column === 'amount' || (stored ?? initialColumns).includes(column))
}

export const storeColumns = (columns: readonly Column[]): void => localStorage.setItem(storageKey, columns.join(' '))

/** The least width of a column in rem, and its share of the space that is left. */
const widths: Readonly<Record<Column, readonly [rem: number, share: number]>> = {
  amount: [6.5, 0.4],
  status: [8, 1.4],
  source: [11.5, 1],
  order: [5.5, 1],
  customer: [6, 1.4],
  created: [6.5, 1],
  captured: [6.5, 1],
  credited: [6.5, 1],
  authCode: [6.5, 1],
  batch: [7, 1],
  id: [8.5, 1],
}
const selectionWidth = 2.75

/** The CSS of a table with these columns. They do not depend on the rows, so further rows move nothing. */
export const tableStyle = (columns: readonly Column[]): string => {
  const shown = columns.map((column) => widths[column])
  const tracks = shown.map(([rem, share]) => `minmax(${rem}rem, ${share}fr)`)
  const rem = shown.reduce((sum, [width]) => sum + width, selectionWidth)
  return `--columns: ${selectionWidth}rem ${tracks.join(' ')}; --width: ${rem}rem`
}

const signs = (row: PaymentRow): TemplateResult => html`
  ${row.type === 'credit' ? label({ text: paymentsTexts.payout, tone: 'quiet', shape: 'back' }) : nothing}
  ${row.disputes.length > 0 ? label({ text: paymentsTexts.disputed, tone: 'warn', shape: 'mark' }) : nothing}
  ${row.needsAttention ? label({ text: paymentsTexts.attention, tone: 'warn', shape: 'mark' }) : nothing}
`

/** The cells by column. */
export const cells: Readonly<Record<Column, (row: PaymentRow, href: string) => unknown>> = {
  amount: (row, href) => html`
    <a class="row-link" href=${href}>
      <span class="hidden">${paymentsTexts.openPayment}</span>
      ${formatMoney(row.type === 'credit' ? -row.amount : row.amount, row.currency)}
    </a>
  `,
  status: (row) => html`
    ${stateLabel(row.status)} ${signs(row)}
  `,
  source: (row) => sourceName(row),
  // Without an object the API's name of an order starts with a colon.
  order: (row) => row.reference?.replace(/^:/, '') ?? '',
  customer: (row) => row.customerPublicIdentifier ?? row.customer ?? '',
  created: (row) => timeAgo(row.created),
  captured: (row) => formatMoney(row.amountCaptured, row.currency),
  credited: (row) => (row.amountCredited > 0 ? formatMoney(row.amountCredited, row.currency) : ''),
  authCode: (row) => row.authCode ?? '',
  batch: (row) => row.batchId ?? '',
  id: (row) => row.transactionId,
}
