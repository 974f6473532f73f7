import { CONNECT, HELLO } from '#contract/card/framePort'
import type { ToCheckout } from '#contract/checkouts/framePort'
import type { Preview } from '../previews.ts'
import type { AppearanceValues } from '../readMembers.ts'

/**
 * An iframe with the hosted checkout, styled through messages. As on every merchant's page, the iframe sends hello and receives a port;
 * later messages use only that port.
 */
export const openPreview = (frame: HTMLIFrameElement, gateway: string) => {
  let port: MessagePort | undefined
  let members: AppearanceValues = {}
  let state: Preview = 'form'

  const send = (message: ToCheckout): void => port?.postMessage(message)
  const paint = (): void => send({ type: 'appearance', members: JSON.stringify(members) })

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== gateway || data !== HELLO) return
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    ;(source as Window).postMessage(CONNECT, origin, [channel.port2])
    paint()
    send({ type: 'show', state })
  })

  return {
    /** Loads a checkout into the frame. */
    show: (checkoutUrl: string, preview: Preview): void => {
      state = preview
      const url = new URL(checkoutUrl)
      url.searchParams.set('origin', location.origin)
      url.searchParams.set('locale', 'en')
      frame.src = url.href
    },
    /** Applies the appearance now and after the next load. */
    paint: (next: AppearanceValues): void => {
      members = next
      paint()
    },
  }
}

export type OpenPreview = ReturnType<typeof openPreview>
