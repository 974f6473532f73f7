import { make, makeButton, picture } from '../dom.ts'
import { resultText } from '../payment/resultTexts.ts'
import type { Actions, ViewOf } from '../views.ts'
import { statusScreen, makeTitle, type Screen } from './screen.ts'

/** The result of a payment, until it is dismissed. */
export const resultScreen = ({ flow, result }: ViewOf<'ended'>, actions: Actions): Screen => {
  const { mood, title, amount, lines } = resultText(flow, result)
  const done = makeButton('key quiet-key', actions.dismiss, 'Done')
  const screen = statusScreen(`ended ${mood}`, makeTitle(title), {
    before: [make('div', 'emblem', picture(mood))],
    after: [
      ...(amount ? [make('p', 'amount', amount)] : []),
      ...lines.map((line) => make('p', 'lead', line)),
      make('div', 'foot', done),
    ],
  })
  screen.element.addEventListener('click', actions.dismiss)
  return screen
}
