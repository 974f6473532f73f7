import { labelled, make, makeButton, picture } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import { type TestCard, testCards } from '../card/testCards.ts'
import type { Acts } from '../views.ts'
import { promptScreen } from './prompt.ts'
import { isRefund, type Screen } from './screen.ts'

/** How long a card is seen to be held to the reader. */
const presentMs = 200

/** A wallet of test cards in place of the shopper's own, and the way to key one in. */
export const cardScreen = (flow: Flow, acts: Acts): Screen => {
  let holding: ReturnType<typeof setTimeout> | undefined
  const card = (test: TestCard): HTMLElement => {
    const dots = make('span', 'dots', '•••• •••• •••• ')
    dots.setAttribute('aria-hidden', 'true')
    const button = makeButton(
      `card of-${test.id}`,
      () => {
        if (holding !== undefined) return
        button.classList.add('held')
        acts.cue('read')
        holding = setTimeout(() => acts.answer('tap', test), presentMs)
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
  const keyIn = makeButton('key quiet-key', () => acts.answer('keyIn'), 'Key in the card')
  const wallet = labelled(make('div', 'wallet', ...testCards.map(card)), 'Test cards')
  wallet.setAttribute('role', 'group')
  return promptScreen({
    name: 'present',
    title: isRefund(flow) ? 'Tap the card to refund' : 'Tap a card',
    flow,
    acts,
    body: [wallet],
    foot: flow.payment.prompts.keyCard ? [keyIn] : [],
    // A card that is held to the reader when the payment ends pays no other.
    leave: () => clearTimeout(holding),
  })
}
