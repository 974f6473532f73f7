import { type Html, type HtmlValue, html } from '../../html.ts'
import type { ViewModel } from '../viewModel.ts'
import { fill } from '../fill.ts'

/** "Your statement will say …"; null without such a text, and for a subscription, whose payments do not carry it. */
export const statementSentence = ({ view, texts, bidi }: ViewModel): HtmlValue => {
  const { statementDescriptor } = view.appearance
  return statementDescriptor === undefined || view.terms
    ? null
    : fill(texts.statement, { text: bidi.code(statementDescriptor) })
}

/** The sentence below the form. */
export const statementNotice = (model: ViewModel): Html | null => {
  const sentence = statementSentence(model)
  return sentence === null
    ? null
    : html`
        <p class="statement">${sentence}</p>
      `
}
