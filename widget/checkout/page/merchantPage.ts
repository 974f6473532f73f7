import { type FilledAddress, type FromCheckout, TO_CHECKOUT } from '#contract/checkouts/framePort'
import { openPagePort } from '../../frame/pagePort.ts'
import { parseJson } from '../../frame/parseJson.ts'
import { takeFocus } from '../../frame/takeFocus.ts'

/** Handlers for messages of the embedding page. */
export type MerchantPageOptions = {
  /** Focuses the first invalid field; omitted on pages without a form. */
  onFocus?: () => void
  /** Fills in an address; omitted on pages without a form. */
  onAddress?: (address: FilledAddress) => void
  /** Applies appearance members, or null for the checkout's own. Omit it in live mode, so that no page can repaint the checkout. */
  onAppearance?: (members: unknown) => void
  /** Displays a rare state for a preview. Omit it in live mode. */
  onShow?: (state: string) => void
}

/** Messages to the embedding page. All are no-ops outside a frame. */
export type MerchantPage = {
  /** The displayed CheckoutStatus. */
  state: (status: string) => void
  /**
   * The payment is complete. Send it before the receipt replaces the document, and again from the receipt: the page fires one
   * event. `url` is the merchant's return URL, or an empty string.
   */
  complete: (outcome: { transactionId: string; status: string; checkoutId: string; url: string }) => void
  /** The shopper followed the link to the merchant's cancelUrl. */
  leave: (url: string) => void
  /** An attempt was declined; another is possible. */
  decline: () => void
  /** The checkout is closed: `expired`, `canceled` or `too_many_declines`. */
  close: (reason: string) => void
  /** Overrides the frame's title. The document's title is sent automatically. */
  texts: (title: string) => void
}

/**
 * Opens the channel to the merchant's page, if the checkout is in a frame: sends each change of the height, the title, focus,
 * blur, and Escape unless its default was prevented. State messages are retained, so they can be sent before the page
 * connects.
 *
 * The body must be as high as its content: no margin, and no height in viewport units, which would grow with the frame. The
 * style sheet matches a framed page by `data-framed` on the root.
 */
export const connectMerchantPage = ({
  onFocus,
  onAddress,
  onAppearance,
  onShow,
}: MerchantPageOptions = {}): MerchantPage => {
  /** The last state message of each type, for a page that connects later or again. */
  const retained = new Map<string, FromCheckout>()
  let send: ((message: FromCheckout) => void) | undefined
  const post = (message: FromCheckout): void => {
    retained.set(message.type, message)
    send?.(message)
  }

  if (window.parent !== window) {
    document.documentElement.dataset['framed'] = ''
    send = openPagePort<typeof TO_CHECKOUT, FromCheckout>(
      new URL(location.href).searchParams.get('origin') ?? '',
      TO_CHECKOUT,
      (message) => {
        if (message.type === 'appearance') onAppearance?.(parseJson(message.members))
        else if (message.type === 'show') onShow?.(message.state)
        else if (message.type === 'address') onAddress?.(message)
        else if (onFocus) takeFocus(onFocus)
      },
      () => retained.forEach((message) => send?.(message)),
    )
    post({ type: 'texts', title: document.title })
    new ResizeObserver(() =>
      post({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body)
    // Browsers do not close the page's dialog for Escape in a frame, so the page closes it.
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented) send?.({ type: 'escape' })
    })
    window.addEventListener('focus', () => send?.({ type: 'focus' }))
    window.addEventListener('blur', () => send?.({ type: 'blur' }))
  }

  return {
    state: (status) => post({ type: 'state', status }),
    complete: (outcome) => post({ type: 'complete', ...outcome }),
    leave: (url) => send?.({ type: 'leave', url }),
    decline: () => send?.({ type: 'decline' }),
    close: (reason) => post({ type: 'close', reason }),
    texts: (title) => post({ type: 'texts', title }),
  }
}
