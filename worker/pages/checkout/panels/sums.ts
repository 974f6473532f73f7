import type { Drawing } from '../viewModel.ts'

export interface Sum {
  readonly label: string
  readonly amount: string
  /** What it all comes to. */
  readonly total: boolean
}

/** The lines below the items, up to the total, and what is charged today where that is something else. */
export const sumsOf = ({ view: { invoice }, texts }: Drawing): Sum[] => {
  const labels = texts.invoice
  const { subtotal, tax, surcharge, discount, total, dueToday } = invoice
  const rows: [label: string, amount: string | null, total?: boolean][] = [
    [labels.subtotal, subtotal],
    [labels.tax, tax],
    [labels.surcharge, surcharge],
    [labels.discount, discount && `-${discount}`],
    [labels.total, total, true],
    [labels.dueToday, Number(dueToday) === Number(total) ? null : dueToday, true],
  ]
  return rows.flatMap(([label, amount, total = false]) => (amount === null ? [] : [{ label, amount, total }]))
}
