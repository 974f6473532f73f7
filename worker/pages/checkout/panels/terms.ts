import { type Html, type HtmlValue, html } from '../../html.ts'
import { type ViewModel, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import type { LegalTexts } from './legal.ts'

type Terms = NonNullable<ViewModel['view']['terms']>

/** The text for a cycle of one unit. */
const PER = { day: 'perDay', week: 'perWeek', month: 'perMonth', year: 'perYear' } as const

/** Price and cycle of a subscription, such as "$9.00 per month". */
const cyclePrice = (model: ViewModel, { unit, interval, total }: Terms): HtmlValue[] => {
  const { texts, formats } = model
  return fill(interval === 1 ? texts.terms[PER[unit]] : texts.terms.every, {
    amount: money(model, total),
    period: formats.period(interval, unit),
  })
}

/** The charges after today's: "Then $9.00 per month from December 15, 2026". Null without a subscription. */
export const laterCharges = (model: ViewModel): HtmlValue => {
  const { view, texts, formats } = model
  if (view.terms === null) return null
  const price = cyclePrice(model, view.terms)
  const { first } = view.terms
  return first === null ? price : fill<HtmlValue>(texts.terms.then, { price, date: formats.date(first) })
}

/** The terms of a subscription: price, cycle, first payment, number of payments, stored payment method, legal text. */
export const terms = (model: ViewModel, legal: LegalTexts['subscription']): Html | null => {
  const { view, texts, formats } = model
  if (view.terms === null) return null
  const { first, installments } = view.terms
  const begins = first === null ? texts.terms.firstToday : fill(texts.terms.first, { date: formats.date(first) })
  const ends = installments > 0 ? fill(texts.terms.installments, { count: formats.count(installments) }) : null
  return html`
    <div class="terms" id="terms">
      <p class="price">${cyclePrice(model, view.terms)}</p>
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
          <div class="legal">${legal}</div>
        `
      }
    </div>
  `
}
