import type { HTMLAttributes } from 'svelte/elements'
import type { SluiceCard, SluiceCardEventMap, SluiceCheckout, SluiceCheckoutEventMap } from './element.ts'
import type { CardEventName, CardPropsWithoutFalse, CheckoutEventName, CheckoutProps } from './elementProps.ts'

/** `onready` listens to `ready`. */
type Listeners<Events, Names extends keyof Events & string> = {
  [Name in Names as `on${Name}`]?: ((event: Events[Name]) => void) | null
}

/** The attributes of an element, whose own events have other classes than those of the same name in the DOM. */
type Attributes<Element extends EventTarget, Props, Listeners> = Props &
  Listeners &
  Omit<HTMLAttributes<Element>, keyof Props | keyof Listeners>

type CardListeners = Listeners<SluiceCardEventMap, CardEventName>
type CheckoutListeners = Listeners<SluiceCheckoutEventMap, CheckoutEventName>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'sluice-card': Attributes<SluiceCard, CardPropsWithoutFalse, CardListeners>
    'sluice-checkout': Attributes<SluiceCheckout, CheckoutProps, CheckoutListeners>
  }
}
