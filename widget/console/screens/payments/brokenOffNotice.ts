import { html, type TemplateResult } from 'lit'
import { formatCount } from '../../format/money.ts'
import { icons } from '../../parts/icons.ts'
import { canContinue, isOpen, type Plan } from './bulkRefund.ts'
import { paymentsTexts } from './texts.ts'

const texts = paymentsTexts.bulk

/** Refunds that were broken off, such as by a closed tab. */
export const brokenOffNotice = (
  plan: Plan,
  { open, discard }: { readonly open: () => void; readonly discard: () => void },
): TemplateResult => {
  const left = plan.items.filter(isOpen).length
  return html`
    <div class="notice warn">
      ${icons.alert}
      <p>${texts.broken(formatCount(left), formatCount(plan.items.length))} ${canContinue(plan) ? '' : texts.old}</p>
      <button class="button" aria-haspopup="dialog" @click=${open}>
        ${canContinue(plan) ? texts.continue : texts.show}
      </button>
      <button class="button" @click=${discard}>${texts.discard}</button>
    </div>
  `
}
