import { make, makeButton, picture } from '../dom.ts'
import { endingOf } from '../payment/resultTexts.ts'
import type { Acts, ViewOf } from '../views.ts'
import { calmScreen, makeTitle, type Screen } from './screen.ts'

/** How the payment ended, until somebody has seen it. */
export const endedScreen = ({ flow, result }: ViewOf<'ended'>, acts: Acts): Screen => {
  const { mood, title, amount, lines } = endingOf(flow, result)
  const done = makeButton('key quiet-key', acts.dismiss, 'Done')
  const screen = calmScreen(`ended ${mood}`, makeTitle(title), {
    before: [make('div', 'emblem', picture(mood))],
    after: [
      ...(amount ? [make('p', 'amount', amount)] : []),
      ...lines.map((line) => make('p', 'lead', line)),
      make('div', 'foot', done),
    ],
  })
  screen.element.addEventListener('click', acts.dismiss)
  return screen
}
