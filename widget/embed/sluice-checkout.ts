import { FILLED_ADDRESS, type FilledAddress, FROM_CHECKOUT, type FromCheckout } from '#contract/checkouts/framePort'
import {
  SluiceCancelEvent,
  type SluiceCheckoutEventMap,
  SluiceCloseEvent,
  SluiceCompleteEvent,
  SluiceDeclineEvent,
  SluiceReadyEvent,
} from './events.ts'
import { FrameElement } from './frameElement.ts'
import { CHECKOUT_CSS } from './hostStyles.ts'

/** The event of each message. */
const EVENTS: Partial<Record<string, new (members: object) => Event>> = {
  state: SluiceReadyEvent,
  complete: SluiceCompleteEvent,
  leave: SluiceCancelEvent,
  decline: SluiceDeclineEvent,
  close: SluiceCloseEvent,
}

/** An address for `fillAddress`: its kind, and the lines that are known. `country` is an ISO 3166-1 alpha-2 code. */
export type AddressToFill = Partial<FilledAddress> & { kind: 'shipping' | 'billing' }

/**
 * Embeds a hosted checkout, as wide as its container and as high as its content. The checkout must be created with `iframe: true`. The page
 * is never left: it receives events and decides what follows.
 *
 * @tagname sluice-checkout
 *
 * @attr {string} src - the `url` of the checkout, as returned by the API; without it nothing is loaded
 * @attr {string} locale - language of the checkout, by default the page's. A change reloads the checkout
 * @attr {string} aria-label - title of the frame for screen readers, by default the checkout's
 *
 * @slot error - replaces the default text if the checkout cannot be loaded
 *
 * @csspart form - the box around the frame
 * @csspart error - the text that is shown if the checkout cannot be loaded
 * @csspart retry - the button under it, or under the slot, that loads the checkout again
 *
 * @cssprop --sluice-checkout-height - reserved height until the checkout has loaded, by default that of a simple checkout at this width
 *
 * @fires {SluiceReadyEvent} ready - the checkout is displayed; `status` is open if it can be paid
 * @fires {SluiceCompleteEvent} complete - the checkout is paid: transactionId, status, checkoutId, url
 * @fires {SluiceCancelEvent} cancel - the shopper followed the link to the cancelUrl: url
 * @fires {SluiceDeclineEvent} decline - an attempt was declined; the shopper may try again
 * @fires {SluiceCloseEvent} close - the checkout can no longer be paid: reason
 * @fires {SluiceErrorEvent} error - the checkout did not load
 * @fires {FocusEvent} focus - the checkout received focus
 * @fires {FocusEvent} blur - the checkout lost focus
 */
export class SluiceCheckout extends FrameElement<typeof FROM_CHECKOUT, SluiceCheckoutEventMap> {
  /** @internal */
  static readonly observedAttributes = ['src', 'locale']

  /** The last message of each kind since the load. */
  #told: Partial<Record<string, { status?: string }>> = {}

  constructor() {
    super(FROM_CHECKOUT, CHECKOUT_CSS, /./, 0)
  }

  /** The URL of the checkout. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }
  set src(src: string | null | undefined) {
    this.setAttribute('src', src ?? '')
  }
  /** The displayed status: `open`, `processing`, `completed`, `expired` or `canceled`; empty until it is known. */
  get status(): string {
    return this.#told['state']?.status ?? ''
  }

  /**
   * Fills in an address of the form, such as the shopper's choice from an address service. The shopper sees it and can change it. Lines that
   * are not given become empty; without `name` or `country` those of the form stay. The page learns nothing about the form.
   *
   * @throws DOMException InvalidStateError unless the checkout can be paid, also while it is being paid
   */
  async fillAddress({ kind, ...lines }: AddressToFill): Promise<void> {
    if (this.status !== 'open') throw new DOMException('The checkout is not open.', 'InvalidStateError')
    this.send({ type: 'address', ...FILLED_ADDRESS, ...lines, kind })
  }

  /** @internal */
  override addresses(): URL[] {
    return [new URL(this.src, this.baseURI)]
  }

  protected override load(view: Window, signal: AbortSignal): void {
    this.#told = {}
    if (this.src) super.load(view, signal)
  }

  /** Without an appearance this is empty, and the frame ignores it. */
  protected override configuration(): object {
    return { type: 'appearance', members: JSON.stringify(this.appearance) }
  }

  /** After paying, the document becomes the receipt and repeats its messages. The page gets each event once. */
  protected override heard({ type, ...members }: FromCheckout): void {
    const Event = EVENTS[type]
    const isNews = type === 'decline' || type === 'leave' || !this.#told[type]
    this.#told[type] = members as object
    if (Event && isNews) this.dispatchEvent(new Event(members))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-checkout': SluiceCheckout
  }
}
