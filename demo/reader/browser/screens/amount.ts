import { make, makeButton, picture } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Actions } from '../views.ts'
import { promptScreen } from './prompt.ts'
import { isRefund, type Screen } from './screen.ts'

/** Amount confirmation. No cancels the payment, so there is no separate Cancel button. */
export const amountScreen = (flow: Flow, actions: Actions): Screen => {
  const yes = makeButton(
    'key yes',
    () => {
      actions.cue('key')
      actions.answer('confirm')
    },
    picture('yes'),
    'Yes',
  )
  const no = makeButton('key no', () => actions.answer('cancel'), picture('no'), 'No')
  const screen = promptScreen({
    name: 'confirm',
    title: isRefund(flow) ? 'Refund this amount?' : 'Pay this amount?',
    flow,
    actions,
    body: [
      make('div', 'yes-no', yes, no),
      make('p', 'lead', `Choosing No cancels the ${isRefund(flow) ? 'refund' : 'payment'}.`),
    ],
  })
  screen.element.querySelector('.foot')?.remove()
  return screen
}
