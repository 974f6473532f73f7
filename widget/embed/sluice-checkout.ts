import { FROM_CHECKOUT, type FromCheckout } from '#contract/checkouts/framePort'
import {
  type SluiceCheckoutEventMap,
  SluiceCloseEvent,
  SluiceCompleteEvent,
  SluiceDeclineEvent,
  SluiceReadyEvent,
} from './events.ts'
import { FrameElement } from './frameElement.ts'
import { CHECKOUT_CSS } from './sheet.ts'

/** What the page hears, by the message that it comes of. */
const EVENTS: Partial<Record<string, new (members: object) => Event>> = {
  state: SluiceReadyEvent,
  complete: SluiceCompleteEvent,
  decline: SluiceDeclineEvent,
  close: SluiceCloseEvent,
}

/**
 * A hosted checkout inside of a page: as wide as its container and as high as its content. It was made with `iframe: true`,
 * and its form, its receipt and everything else that it shows are the gateway's. The page around is never left: it hears that
 * the checkout is paid and goes on as it likes.
 *
 * @tagname sluice-checkout
 *
 * @attr {string} src - the `url` that the gateway answered when the checkout was made; nothing is loaded without one
 * @attr {string} locale - language of the checkout; by default that of the page around it. Changing it loads the checkout anew
 * @attr {string} aria-label - title of the frame for screen readers; by default the checkout's own
 *
 * @slot error - shown in place of our sentence when the checkout cannot be loaded
 *
 * @csspart form - the box around the frame
 * @csspart error - the sentence that is shown when the checkout cannot be loaded
 *
 * @cssprop --sluice-checkout-height - height that is kept free until the checkout says its own; by default that of a plain checkout at this width
 *
 * @fires {SluiceReadyEvent} ready - the checkout is on display; `status` says whether it can be paid
 * @fires {SluiceCompleteEvent} complete - it is paid: transactionId, status, checkoutId, url
 * @fires {SluiceDeclineEvent} decline - a try was declined; there may be another
 * @fires {SluiceCloseEvent} close - it cannot be paid any more: reason
 * @fires {SluiceErrorEvent} error - it did not load
 * @fires {FocusEvent} focus - focus came into the checkout
 * @fires {FocusEvent} blur - focus left it
 */
export class SluiceCheckout extends FrameElement<typeof FROM_CHECKOUT, SluiceCheckoutEventMap> {
  /** @internal */
  static readonly observedAttributes = ['src', 'locale']

  /** The last of each message that the frame sent since the checkout was loaded. */
  #told: Partial<Record<string, { status?: string }>> = {}

  constructor() {
    super(FROM_CHECKOUT, CHECKOUT_CSS, /./, 0)
  }

  /** The address of the checkout. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }
  set src(src: string | null | undefined) {
    this.setAttribute('src', src ?? '')
  }
  /** What is on display: `open`, `processing`, `completed`, `expired` or `canceled`; empty until it is known. */
  get status(): string {
    return this.#told['state']?.status ?? ''
  }

  /** @internal */
  override addresses(): URL[] {
    return [new URL(this.src, this.baseURI)]
  }

  protected override load(view: Window, signal: AbortSignal): void {
    this.#told = {}
    if (this.src) super.load(view, signal)
  }

  /** Where no appearance is set this has no members, and the frame drops it. */
  protected override configuration(): object {
    return { type: 'appearance', members: JSON.stringify(this.appearance) }
  }

  /** The frame may be told anew what it told before: paid, its document becomes the receipt. The page hears it once. */
  protected override heard({ type, ...members }: FromCheckout): void {
    const Event = EVENTS[type]
    const isNews = type === 'decline' || !this.#told[type]
    this.#told[type] = members as object
    if (Event && isNews) this.dispatchEvent(new Event(members))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-checkout': SluiceCheckout
  }
}
