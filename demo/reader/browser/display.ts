import type { Flow, Step } from './payment/flow.ts'
import { amountScreen } from './screens/amount.ts'
import {
  connectingScreen,
  replacedScreen,
  idleScreen,
  pairedScreen,
  unrecognizedScreen,
  unsupportedScreen,
} from './screens/status.ts'
import type { TestCard } from './card/testCards.ts'
import { cardScreen } from './screens/card.ts'
import { codeScreen } from './screens/code.ts'
import { resultScreen } from './screens/result.ts'
import { codeScreen as securityCodeScreen, expiryScreen, numberScreen, postalCodeScreen } from './screens/entries.ts'
import { cancelingScreen, processingScreen } from './screens/progress.ts'
import type { Screen } from './screens/screen.ts'
import { signatureScreen } from './screens/signature.ts'
import { tipScreen } from './screens/tip.ts'
import type { Actions, ConnectionStatus, View, ViewName, ViewOf } from './views.ts'

const prompts: Record<Step, (flow: Flow, actions: Actions, cards: readonly TestCard[]) => Screen> = {
  tip: tipScreen,
  card: cardScreen,
  number: numberScreen,
  expiry: expiryScreen,
  code: securityCodeScreen,
  postalCode: postalCodeScreen,
  amount: amountScreen,
  signature: signatureScreen,
  ready: processingScreen,
  processing: processingScreen,
  canceling: cancelingScreen,
}

interface DisplayContext {
  readonly gateway: string
  readonly deviceId: string
  readonly actions: Actions
  readonly cards: readonly TestCard[]
}

type RenderScreen<N extends ViewName> = (view: ViewOf<N>, light: ConnectionStatus, around: DisplayContext) => Screen

const screens: { [N in ViewName]: RenderScreen<N> } = {
  unsupported: unsupportedScreen,
  connecting: (_, light) => connectingScreen(light),
  code: (view, _, around) => codeScreen(view, around),
  paired: pairedScreen,
  idle: idleScreen,
  prompt: ({ step, flow }, _, { actions, cards }) => prompts[step](flow, actions, cards),
  ended: (view, _, { actions }) => resultScreen(view, actions),
  unrecognized: (view, _, { actions }) => unrecognizedScreen(view, actions),
  replaced: (view, _, { actions }) => replacedScreen(view, actions),
}

/** A screen is replaced only when its key changes, so that half-typed input stays. */
const screenKey = (view: View, light: ConnectionStatus): string => {
  if (view.name === 'prompt') {
    const { payment, notice } = view.flow
    const step = view.step === 'ready' ? 'processing' : view.step
    return [step, payment.session, notice].join()
  }
  if (view.name === 'idle' || view.name === 'connecting') return [view.name, light].join()
  return view.name === 'code' ? view.code : view.name
}

/** Renders the current screen into an element of the page. */
export const createDisplay = (container: HTMLElement, around: DisplayContext) => {
  let shown: { key: string; screen: Screen } | undefined
  return (view: View, light: ConnectionStatus): void => {
    const key = screenKey(view, light)
    if (shown?.key === key) return
    shown?.screen.leave?.()
    const screen = (screens[view.name] as RenderScreen<ViewName>)(view as never, light, around)
    shown = { key, screen }
    container.replaceChildren(screen.element)
    screen.start.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
}
