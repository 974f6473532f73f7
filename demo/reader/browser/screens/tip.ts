import { plus, printAmount } from '../payment/amounts.ts'
import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Acts } from '../views.ts'
import { promptScreen } from './prompt.ts'
import type { Screen } from './screen.ts'

/** Each tip with what it makes of the amount, so that nobody has to reckon. */
export const tipScreen = (flow: Flow, acts: Acts): Screen => {
  const { amount, prompts } = flow.payment
  const choice = (tip: string): HTMLElement => {
    const total = printAmount(plus(amount.value, tip, amount.exponent), amount)
    return makeButton(
      'key choice',
      () => {
        acts.cue('key')
        acts.answer('tip', tip)
      },
      make('strong', '', printAmount(tip, amount)),
      make('span', '', make('span', 'unseen', 'makes '), total),
    )
  }
  const none = makeButton(
    'key choice none',
    () => {
      acts.cue('key')
      acts.answer('tip', null)
    },
    make('strong', '', 'No tip'),
    make('span', '', make('span', 'unseen', 'makes '), printAmount(amount.value, amount)),
  )
  return promptScreen({
    name: 'tip',
    title: 'Add a tip?',
    flow,
    acts,
    body: [make('div', 'choices', ...(prompts.tipAmounts ?? []).map(choice), none)],
  })
}
