import type { ClassAttributes, HTMLAttributes } from 'react'
import type { TextOverrides } from '../locales/cardTexts.ts'
import type {
  SluiceCard,
  SluiceCheckout,
  SluiceCloseEvent,
  SluiceCompleteEvent,
  SluiceDeclineEvent,
  SluiceErrorEvent,
  SluiceReadyEvent,
} from './element.ts'

/**
 * What `<sluice-card>` takes in React 19. React sets `appearance`, `texts`, `required`, `disabled` and `name` as properties
 * and all else as attributes. Its own `onChange` and `onInput` work, with our event in `nativeEvent`. Listeners to other
 * events are written as the events are, in lower case: `onready`, `onerror`, `oninvalid`, `onfocus`, `onblur`.
 */
export interface SluiceCardProps
  extends
    ClassAttributes<SluiceCard>,
    Omit<HTMLAttributes<SluiceCard>, 'onError' | 'onInvalid' | 'onFocus' | 'onBlur'> {
  /** The account's key for browsers. */
  'publishable-key': string
  /** Origin of the gateway; by default the one that served the script. */
  gateway?: string
  /** Origin to load the form from when the first does not answer. */
  'fallback-gateway'?: string
  /** Name of the token in the form's data. */
  name?: string
  /** Id of the form that it takes part in, where it stands outside of it. */
  form?: string
  /** The form cannot be sent without a card. */
  required?: boolean
  /** Nothing can be typed, and the form is sent without a token. */
  disabled?: boolean
  /** Language of the form; by default that of the page around it. */
  locale?: string
  /** How the fields are arranged. */
  layout?: 'row' | 'stack' | 'grid'
  /** The appearance members. */
  appearance?: Record<string, string> | null
  /** Your own words in place of some of ours, by their keys. */
  texts?: TextOverrides | null
  /** Do not ask for the name on the card. */
  'no-name'?: boolean
  /** Do not ask for the postal code. */
  'no-postal-code'?: boolean
  /** The form can be typed into. */
  onready?: (event: SluiceReadyEvent) => void
  /** The form did not load, or the card got no token. */
  onerror?: (event: SluiceErrorEvent) => void
  /** As of any form control. */
  oninvalid?: (event: Event) => void
  /** Focus came into the form. */
  onfocus?: (event: FocusEvent) => void
  /** Focus left the form. */
  onblur?: (event: FocusEvent) => void
}

/** What `<sluice-checkout>` takes in React 19. All but `appearance` and `src` are attributes; listeners are written as the events are. */
export interface SluiceCheckoutProps
  extends ClassAttributes<SluiceCheckout>, Omit<HTMLAttributes<SluiceCheckout>, 'onError' | 'onFocus' | 'onBlur'> {
  /** The `url` that the gateway answered when the checkout was made. */
  src?: string
  /** Language of the checkout; by default that of the page around it. */
  locale?: string
  /** The appearance members, heeded in test mode alone: for a preview. */
  appearance?: Record<string, string> | null
  /** The checkout is on display. */
  onready?: (event: SluiceReadyEvent) => void
  /** It is paid: verify it on your server. */
  oncomplete?: (event: SluiceCompleteEvent) => void
  /** A try was declined; there may be another. */
  ondecline?: (event: SluiceDeclineEvent) => void
  /** It cannot be paid any more. */
  onclose?: (event: SluiceCloseEvent) => void
  /** The checkout did not load. */
  onerror?: (event: SluiceErrorEvent) => void
  /** Focus came into the checkout. */
  onfocus?: (event: FocusEvent) => void
  /** Focus left the checkout. */
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
