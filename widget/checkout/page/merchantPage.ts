import { type FromCheckout, TO_CHECKOUT } from '#contract/checkouts/framePort'
import { openPagePort } from '../../frame/pagePort.ts'
import { parsed } from '../../frame/parseJson.ts'
import { takeFocus } from '../../frame/takeFocus.ts'

/** What the checkout does for the page around it. */
export type MerchantPageOptions = {
  /** Puts focus on the first field that wants something; not called where nothing can be typed. */
  onFocus?: () => void
  /** Takes appearance members, or null for the checkout's own. Leave it out in live mode: then no page can repaint it. */
  onAppearance?: (members: unknown) => void
  /** Brings about what is seldom on display. Leave it out in live mode. */
  onShow?: (state: string) => void
}

/** What the checkout tells the page around it; all of it does nothing where there is none. */
export type MerchantPage = {
  /** What is on display: a CheckoutStatus. */
  state: (status: string) => void
  /**
   * It is paid. Tell it before the document is replaced by the receipt, and let the receipt tell it again: the page hears it
   * once. `url` is where the merchant wants the shopper to go, or an empty string.
   */
  complete: (outcome: { transactionId: string; status: string; checkoutId: string; url: string }) => void
  /** A try was declined, and there may be another. */
  decline: () => void
  /** It cannot be paid any more: `expired`, `canceled` or `too_many_declines`. */
  close: (reason: string) => void
  /** Another title of the frame than the document's, which is told by itself. */
  texts: (title: string) => void
}

/**
 * Opens the way to the merchant's page, where the checkout is in a frame of it: tells the height whenever it changes, the
 * title, focus, blur, and Escape where nothing here used it (`preventDefault` says so). What lasts is kept, so each of these
 * may be told before the page has answered.
 *
 * The body must be as high as its content: no margin, and no height in units of the viewport, which is the frame's and would
 * grow with it. The style sheet knows such a page by `data-framed` at its root.
 */
export const connectMerchantPage = ({ onFocus, onAppearance, onShow }: MerchantPageOptions = {}): MerchantPage => {
  /** The last message of each type that a page which connects late, or anew, has to hear. */
  const lasting = new Map<string, FromCheckout>()
  let send: ((message: FromCheckout) => void) | undefined
  const tell = (message: FromCheckout): void => {
    lasting.set(message.type, message)
    send?.(message)
  }

  if (window.parent !== window) {
    document.documentElement.dataset['framed'] = ''
    send = openPagePort<typeof TO_CHECKOUT, FromCheckout>(
      new URL(location.href).searchParams.get('origin') ?? '',
      TO_CHECKOUT,
      (message) => {
        if (message.type === 'appearance') onAppearance?.(parsed(message.members))
        else if (message.type === 'show') onShow?.(message.state)
        else if (onFocus) takeFocus(onFocus)
      },
      () => lasting.forEach((message) => send?.(message)),
    )
    tell({ type: 'texts', title: document.title })
    new ResizeObserver(() =>
      tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body)
    // A browser closes no dialog of the page around for a key that was pressed in a frame.
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented) send?.({ type: 'escape' })
    })
    window.addEventListener('focus', () => send?.({ type: 'focus' }))
    window.addEventListener('blur', () => send?.({ type: 'blur' }))
  }

  return {
    state: (status) => tell({ type: 'state', status }),
    complete: (outcome) => tell({ type: 'complete', ...outcome }),
    decline: () => send?.({ type: 'decline' }),
    close: (reason) => tell({ type: 'close', reason }),
    texts: (title) => tell({ type: 'texts', title }),
  }
}
