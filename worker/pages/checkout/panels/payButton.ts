import { joinPlainText } from '../bidi.ts'
import { fill } from '../fill.ts'
import { type ViewModel, asPlainText, money } from '../viewModel.ts'

/** The text of the pay button: the merchant's, else the default with the amount due today. */
export const payButtonText = (model: ViewModel): string => {
  const { view, texts } = model
  const { dueToday } = view.invoice
  if (view.submitButtonText !== null) return view.submitButtonText
  return view.terms && Number(dueToday) === 0
    ? texts.button.agree
    : joinPlainText(fill(texts.button.pay, { amount: money(asPlainText(model), dueToday) }))
}
