import type { ViewModel } from '../viewModel.ts'

export interface Sum {
  readonly label: string
  readonly amount: string
  /** Whether it is the invoice's total. */
  readonly total: boolean
}

/** The sums below the items, up to the total and, if it differs, the amount due today. */
export const invoiceSums = ({ view: { invoice }, texts }: ViewModel): Sum[] => {
  const labels = texts.invoice
  const { subtotal, tax, surcharge, shipping, discount, total, dueToday } = invoice
  const rows: [label: string, amount: string | null, total?: boolean][] = [
    [labels.subtotal, subtotal],
    [labels.tax, tax],
    [labels.surcharge, surcharge],
    [labels.shipping, shipping],
    [labels.discount, discount && `-${discount}`],
    [labels.total, total, true],
    [labels.dueToday, Number(dueToday) === Number(total) ? null : dueToday, true],
  ]
  return rows.flatMap(([label, amount, total = false]) => (amount === null ? [] : [{ label, amount, total }]))
}
