import { html, nothing, type TemplateResult } from 'lit'
import { formatCount } from '../../format/money.ts'
import { icons } from '../../parts/icons.ts'
import { sumText } from './bulkRefund.ts'
import type { PaymentRow } from './list.ts'
import { paymentsTexts } from './texts.ts'

const texts = paymentsTexts.selection

/** How many payments are selected, their sum, and what can be done with all of them. @param refund null for a member who may not */
export const selectionBar = (
  rows: readonly PaymentRow[],
  actions: { readonly refund: (() => void) | null; readonly exportRows: () => void; readonly clear: () => void },
): TemplateResult => html`
  <section class="selection" aria-label=${texts.label}>
    <p class="figure" role="status">
      <strong>${texts.count(formatCount(rows.length))}</strong>
      <span class="muted">${sumText(rows)}</span>
    </p>
    ${
      actions.refund
        ? html`
            <button class="button" aria-haspopup="dialog" @click=${actions.refund}>${texts.refund}</button>
          `
        : nothing
    }
    <button class="button" @click=${actions.exportRows}>${texts.export}</button>
    <button class="icon-button" @click=${actions.clear}>
      ${icons.close}
      <span class="hidden">${texts.clear}</span>
    </button>
  </section>
`

/** The selection after a row was switched; with `isRange` all rows between it and the last one are as the row. */
export const withToggled = (
  rows: readonly PaymentRow[],
  selected: ReadonlySet<string>,
  id: string,
  { isRange, last }: { readonly isRange: boolean; readonly last: string },
): ReadonlySet<string> => {
  const ids = rows.map(({ transactionId }) => transactionId)
  const [one, other] = [ids.indexOf(last), ids.indexOf(id)]
  const range = isRange && one >= 0 ? ids.slice(Math.min(one, other), Math.max(one, other) + 1) : [id]
  return selected.has(id)
    ? new Set([...selected].filter((each) => !range.includes(each)))
    : new Set([...selected, ...range])
}
