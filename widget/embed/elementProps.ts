import type { TextOverrides } from '../locales/cardTexts.ts'

/** The attributes and properties of `<sluice-card>`, as templates of frameworks name them. */
export interface CardProps {
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
  /** Keeps digits that are typed after a complete card number out of the expiry. */
  'no-advance'?: boolean
}

/** Attributes without a property. */
type Flag = 'no-name' | 'no-postal-code' | 'no-advance'

/**
 * The same for frameworks that set the attribute of a flag to the text `false` instead of removing it, so that it would count as present.
 * `undefined` removes it.
 */
export type CardPropsWithoutFalse = Omit<CardProps, Flag> & { [Name in Flag]?: true }

/** The attributes and properties of `<sluice-checkout>`, as templates of frameworks name them. */
export interface CheckoutProps {
  /** The `url` of the checkout, as returned by the API. */
  src?: string
  /** Language of the checkout, by default the page's. */
  locale?: string
  /** The appearance members, for previews in test mode only. */
  appearance?: Record<string, string> | null
}

/** The events of `<sluice-card>` to which templates of frameworks listen. */
export type CardEventName = 'ready' | 'change' | 'error' | 'input' | 'invalid' | 'focus' | 'blur'

/** The events of `<sluice-checkout>` to which templates of frameworks listen. */
export type CheckoutEventName = 'ready' | 'complete' | 'cancel' | 'decline' | 'close' | 'error' | 'focus' | 'blur'
