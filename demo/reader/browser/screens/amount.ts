import { make, makeButton, picture } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Acts } from '../views.ts'
import { promptScreen } from './prompt.ts'
import { isRefund, type Screen } from './screen.ts'

/** Is this right? No is the way out, so there is no other beside it. */
export const amountScreen = (flow: Flow, acts: Acts): Screen => {
  const yes = makeButton(
    'key yes',
    () => {
      acts.cue('key')
      acts.answer('confirm')
    },
    picture('yes'),
    'Yes',
  )
  const no = makeButton('key no', () => acts.answer('cancel'), picture('no'), 'No')
  const screen = promptScreen({
    name: 'confirm',
    title: isRefund(flow) ? 'Refund this amount?' : 'Pay this amount?',
    flow,
    acts,
    body: [
      make('div', 'yes-no', yes, no),
      make('p', 'lead', `No cancels the ${isRefund(flow) ? 'refund' : 'payment'}.`),
    ],
  })
  screen.element.querySelector('.foot')?.remove()
  return screen
}
