import type { ClassAttributes, HTMLAttributes } from 'react'
import type {
  SluiceCancelEvent,
  SluiceCard,
  SluiceCheckout,
  SluiceCloseEvent,
  SluiceCompleteEvent,
  SluiceDeclineEvent,
  SluiceErrorEvent,
  SluiceReadyEvent,
} from './element.ts'
import type { CardProps, CheckoutProps } from './elementProps.ts'

/**
 * The props of `<sluice-card>` in React 19. React sets `appearance`, `texts`, `required`, `disabled` and `name` as properties and all others
 * as attributes. React's `onChange` and `onInput` work, with the element's event in `nativeEvent`. Other listeners have the events' names in
 * lower case: `onready`, `onerror`, `oninvalid`, `onfocus`, `onblur`.
 */
export interface SluiceCardProps
  // React would assign `form` to the read-only property.
  extends
    Omit<CardProps, 'form'>,
    ClassAttributes<SluiceCard>,
    Omit<HTMLAttributes<SluiceCard>, 'onError' | 'onInvalid' | 'onFocus' | 'onBlur'> {
  /** The form is ready for input. */
  onready?: (event: SluiceReadyEvent) => void
  /** The form did not load, or the card got no token. */
  onerror?: (event: SluiceErrorEvent) => void
  /** As for any form control. */
  oninvalid?: (event: Event) => void
  /** The form received focus. */
  onfocus?: (event: FocusEvent) => void
  /** The form lost focus. */
  onblur?: (event: FocusEvent) => void
}

/** The props of `<sluice-checkout>` in React 19. All except `appearance` and `src` are attributes; listeners have the events' names. */
export interface SluiceCheckoutProps
  extends
    CheckoutProps,
    ClassAttributes<SluiceCheckout>,
    Omit<HTMLAttributes<SluiceCheckout>, 'onError' | 'onFocus' | 'onBlur'> {
  /** The checkout is displayed. */
  onready?: (event: SluiceReadyEvent) => void
  /** The checkout is paid. Verify it on your server. */
  oncomplete?: (event: SluiceCompleteEvent) => void
  /** The shopper followed the link to the cancelUrl. */
  oncancel?: (event: SluiceCancelEvent) => void
  /** An attempt was declined. The shopper may try again. */
  ondecline?: (event: SluiceDeclineEvent) => void
  /** The checkout can no longer be paid. */
  onclose?: (event: SluiceCloseEvent) => void
  /** The checkout did not load. */
  onerror?: (event: SluiceErrorEvent) => void
  /** The checkout received focus. */
  onfocus?: (event: FocusEvent) => void
  /** The checkout lost focus. */
  onblur?: (event: FocusEvent) => void
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sluice-card': SluiceCardProps
      'sluice-checkout': SluiceCheckoutProps
    }
  }
}
