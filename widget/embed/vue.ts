import type { HTMLAttributes, PublicProps } from 'vue'
import type { SluiceCard, SluiceCardEventMap, SluiceCheckout, SluiceCheckoutEventMap } from './element.ts'
import type { CardEventName, CardPropsWithoutFalse, CheckoutEventName, CheckoutProps } from './elementProps.ts'

/** vue-tsc reads `publishable-key` in a template as the prop `publishableKey`. */
type CamelCase<Name> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name
type InCamelCase<Props> = { [Name in keyof Props as CamelCase<Name> & string]: Props[Name] }

/** `@ready` is the prop `onReady`. */
type Listeners<Events, Names extends keyof Events & string> = {
  [Name in Names as `on${Capitalize<Name>}`]?: (event: Events[Name]) => void
}

/** An element as a component: the type of `ref`, with the props of its template. */
type ElementComponent<Element, Props, Listeners> = new () => Element & {
  $props: Props & Listeners & Omit<HTMLAttributes, keyof Listeners> & PublicProps
}

type CardListeners = Listeners<SluiceCardEventMap, CardEventName>
type CheckoutListeners = Listeners<SluiceCheckoutEventMap, CheckoutEventName>

declare module 'vue' {
  interface GlobalComponents {
    'sluice-card': ElementComponent<SluiceCard, InCamelCase<CardPropsWithoutFalse>, CardListeners>
    'sluice-checkout': ElementComponent<SluiceCheckout, InCamelCase<CheckoutProps>, CheckoutListeners>
  }
}
