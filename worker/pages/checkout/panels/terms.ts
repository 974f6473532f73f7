import { type Html, html } from '../../html.ts'
import { type ViewModel, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import type { LegalText } from './legal.ts'

/** The text for a cycle of one unit. */
const PER = { day: 'perDay', week: 'perWeek', month: 'perMonth', year: 'perYear' } as const

/** The terms of a subscription: price, cycle, first payment, number of payments, stored payment method, legal text. */
export const terms = (model: ViewModel, legal: LegalText | null): Html | null => {
  const { view, texts, formats } = model
  if (view.terms === null) return null
  const { unit, interval, total, first, installments } = view.terms
  const price = fill(interval === 1 ? texts.terms[PER[unit]] : texts.terms.every, {
    amount: money(model, total),
    period: formats.period(interval, unit),
  })
  const begins = first === null ? texts.terms.firstToday : fill(texts.terms.first, { date: formats.date(first) })
  const ends = installments > 0 ? fill(texts.terms.installments, { count: formats.count(installments) }) : null
  return html`
    <div class="terms" id="terms">
      <p class="price">${price}</p>
      <p>${begins}</p>
      ${
        ends &&
        html`
          <p>${ends}</p>
        `
      }
      <p>${texts.terms.stored}</p>
      ${
        legal &&
        html`
          <p class="legal" lang="${legal.locale}" dir="auto">${legal.text}</p>
        `
      }
    </div>
  `
}
