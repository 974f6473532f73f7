import type { ViewModel } from '../viewModel.ts'

export interface Sum {
  readonly label: string
  readonly amount: string
  /** Whether it is the invoice's total. */
  readonly total: boolean
}

/** The amount above the bill: what was paid, what a subscription charges today, or the total. */
export const headline = ({ view: { invoice, receipt, terms }, texts }: ViewModel): Omit<Sum, 'total'> => {
  if (receipt) return { label: texts.receipt.amount, amount: receipt.amount }
  return terms
    ? { label: texts.invoice.dueToday, amount: invoice.dueToday }
    : { label: texts.invoice.total, amount: invoice.total }
}

/** The sums below the items, up to the total and, if it differs, the amount paid or due today. */
export const invoiceSums = ({ view: { invoice, receipt }, texts }: ViewModel): Sum[] => {
  const labels = texts.invoice
  const { subtotal, tax, surcharge, shipping, discount, total, dueToday } = invoice
  const rows: [label: string, amount: string | null, total?: boolean][] = [
    [labels.subtotal, subtotal],
    [labels.tax, tax],
    [labels.surcharge, surcharge],
    [labels.shipping, shipping],
    [labels.discount, discount && `-${discount}`],
    [labels.total, total, true],
    [receipt ? texts.receipt.amount : labels.dueToday, Number(dueToday) === Number(total) ? null : dueToday, true],
  ]
  return rows.flatMap(([label, amount, total = false]) => (amount === null ? [] : [{ label, amount, total }]))
}
