import { addAmounts, formatAmount } from '../payment/amounts.ts'
import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Actions } from '../views.ts'
import { promptScreen } from './prompt.ts'
import type { Screen } from './screen.ts'

/** Tip choices, each with the resulting total. */
export const tipScreen = (flow: Flow, actions: Actions): Screen => {
  const { amount, prompts } = flow.payment
  const choice = (tip: string): HTMLElement => {
    const total = formatAmount(addAmounts(amount.value, tip, amount.exponent), amount)
    return makeButton(
      'key choice',
      () => {
        actions.cue('key')
        actions.answer('tip', tip)
      },
      make('strong', '', formatAmount(tip, amount)),
      make('span', '', make('span', 'unseen', 'total '), total),
    )
  }
  const none = makeButton(
    'key choice none',
    () => {
      actions.cue('key')
      actions.answer('tip', null)
    },
    make('strong', '', 'No tip'),
    make('span', '', make('span', 'unseen', 'total '), formatAmount(amount.value, amount)),
  )
  return promptScreen({
    name: 'tip',
    title: 'Add a tip?',
    flow,
    actions,
    body: [make('div', 'choices', ...(prompts.tipAmounts ?? []).map(choice), none)],
  })
}
