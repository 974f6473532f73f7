import type { Flow, Step } from './payment/flow.ts'
import { amountScreen } from './screens/amount.ts'
import {
  connectingScreen,
  elsewhereScreen,
  idleScreen,
  pairedScreen,
  refusedScreen,
  unableScreen,
} from './screens/status.ts'
import { cardScreen } from './screens/card.ts'
import { codeScreen } from './screens/code.ts'
import { endedScreen } from './screens/result.ts'
import { codeScreen as securityCodeScreen, expiryScreen, numberScreen, postalCodeScreen } from './screens/entries.ts'
import { cancelingScreen, processingScreen } from './screens/progress.ts'
import type { Screen } from './screens/screen.ts'
import { signatureScreen } from './screens/signature.ts'
import { tipScreen } from './screens/tip.ts'
import type { Acts, Light, View, ViewName, ViewOf } from './views.ts'

const prompts: Record<Step, (flow: Flow, acts: Acts) => Screen> = {
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

interface Surroundings {
  readonly gateway: string
  readonly deviceId: string
  readonly acts: Acts
}

type Draw<N extends ViewName> = (view: ViewOf<N>, light: Light, around: Surroundings) => Screen

const screens: { [N in ViewName]: Draw<N> } = {
  unable: unableScreen,
  connecting: (_, light) => connectingScreen(light),
  code: (view, _, around) => codeScreen(view, around),
  paired: pairedScreen,
  idle: idleScreen,
  prompt: ({ step, flow }, _, { acts }) => prompts[step](flow, acts),
  ended: (view, _, { acts }) => endedScreen(view, acts),
  refused: (view, _, { acts }) => refusedScreen(view, acts),
  elsewhere: (view, _, { acts }) => elsewhereScreen(view, acts),
}

/** What makes a screen another one. What is half typed on one stays while this is the same. */
const keyOf = (view: View, light: Light): string => {
  if (view.name === 'prompt') {
    const { payment, notice } = view.flow
    const step = view.step === 'ready' ? 'processing' : view.step
    return [step, payment.session, notice].join()
  }
  if (view.name === 'idle' || view.name === 'connecting') return [view.name, light].join()
  return view.name === 'code' ? view.code : view.name
}

/** Shows one screen after the other in a place of the page. */
export const openDisplay = (place: HTMLElement, around: Surroundings) => {
  let shown: { key: string; screen: Screen } | undefined
  return (view: View, light: Light): void => {
    const key = keyOf(view, light)
    if (shown?.key === key) return
    shown?.screen.leave?.()
    const screen = (screens[view.name] as Draw<ViewName>)(view as never, light, around)
    shown = { key, screen }
    place.replaceChildren(screen.element)
    screen.start.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
}
