import { withLabel, make, makeButton, picture } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { TestCard } from '../card/testCards.ts'
import type { Actions } from '../views.ts'
import { promptScreen } from './prompt.ts'
import { isRefund, type Screen } from './screen.ts'

/** Duration of the tap animation. */
const presentMs = 200

/** Test cards to tap, and the option to key a card in. */
export const cardScreen = (flow: Flow, actions: Actions, cards: readonly TestCard[]): Screen => {
  let holding: ReturnType<typeof setTimeout> | undefined
  const card = (test: TestCard): HTMLElement => {
    const dots = make('span', 'dots', '•••• •••• •••• ')
    dots.setAttribute('aria-hidden', 'true')
    const button = makeButton(
      `card of-${test.id}`,
      () => {
        if (holding !== undefined) return
        button.classList.add('held')
        actions.cue('read')
        holding = setTimeout(() => actions.answer('tap', test), presentMs)
      },
      make(
        'span',
        'face',
        make('span', 'what', test.title),
        make('span', 'mark-of', picture(`mark-${test.mark}`)),
        make('span', 'chip'),
        make('span', 'ending', make('span', 'unseen', ' ending in '), dots, test.accountNumber.slice(-4)),
      ),
    )
    return button
  }
  const keyIn = makeButton('key quiet-key', () => actions.answer('keyIn'), 'Enter card manually')
  const wallet = withLabel(make('div', 'wallet', ...cards.map(card)), 'Test cards')
  wallet.setAttribute('role', 'group')
  return promptScreen({
    name: 'present',
    title: isRefund(flow) ? 'Tap the card to refund' : 'Tap a card',
    flow,
    actions,
    body: [wallet],
    foot: flow.payment.prompts.keyCard ? [keyIn] : [],
    // A tap that is still animated when the payment ends must not pay the next one.
    leave: () => clearTimeout(holding),
  })
}
