import type { ClassAttributes, HTMLAttributes } from 'react'
import type { TextOverrides } from '../locales/cardTexts.ts'
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

/**
 * The props of `<sluice-card>` in React 19. React sets `appearance`, `texts`, `required`, `disabled` and `name` as properties and all others
 * as attributes. React's `onChange` and `onInput` work, with the element's event in `nativeEvent`. Other listeners have the events' names in
 * lower case: `onready`, `onerror`, `oninvalid`, `onfocus`, `onblur`.
 */
export interface SluiceCardProps
  extends
    ClassAttributes<SluiceCard>,
    Omit<HTMLAttributes<SluiceCard>, 'onError' | 'onInvalid' | 'onFocus' | 'onBlur'> {
  /** The account's key for browsers. */
  'publishable-key': string
  /** Origin of the gateway; by default the one that served the script. */
  gateway?: string
  /** Origin of a second gateway, if the first does not respond. */
  'fallback-gateway'?: string
  /** Name of the token in the form data. */
  name?: string
  /** Id of its form, if the element is outside of it. */
  form?: string
  /** The form cannot be submitted without a card. */
  required?: boolean
  /** Disables input; the form is submitted without a token. */
  disabled?: boolean
  /** Language of the form, by default the page's. */
  locale?: string
  /** Arrangement of the fields. */
  layout?: 'row' | 'stack' | 'grid'
  /** The appearance members. */
  appearance?: Record<string, string> | null
  /** Overrides of texts, by key. */
  texts?: TextOverrides | null
  /** Hides the name on the card. */
  'no-name'?: boolean
  /** Hides the postal code. */
  'no-postal-code'?: boolean
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
  extends ClassAttributes<SluiceCheckout>, Omit<HTMLAttributes<SluiceCheckout>, 'onError' | 'onFocus' | 'onBlur'> {
  /** The `url` of the checkout, as returned by the API. */
  src?: string
  /** Language of the checkout, by default the page's. */
  locale?: string
  /** The appearance members, for previews in test mode only. */
  appearance?: Record<string, string> | null
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
