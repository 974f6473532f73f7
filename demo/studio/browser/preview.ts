import { CONNECT, HELLO, readMessage } from '#contract/card/framePort'
import { FROM_CHECKOUT, type ToCheckout } from '#contract/checkouts/framePort'
import type { Preview } from '../previews.ts'
import type { Members } from '../presets.ts'

/**
 * A frame with the gateway's own page, told how to look. As every merchant's page does it: the frame says hello, and gets a port; from
 * there on it takes messages from that port alone.
 */
export const openPreview = (frame: HTMLIFrameElement, gateway: string) => {
  const screen = frame.parentElement!
  let port: MessagePort | undefined
  let members: Members = {}
  let state: Preview = 'form'

  const send = (message: ToCheckout): void => port?.postMessage(message)
  const paint = (): void => send({ type: 'appearance', members: JSON.stringify(members) })

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== gateway || data !== HELLO) return
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.addEventListener('message', ({ data }) => {
      const message = readMessage(FROM_CHECKOUT, data)
      // As high as its content, as every merchant's page does it; what is higher than the screen is scrolled in it.
      if (message?.type === 'height') screen.style.setProperty('--height', String(message.height))
    })
    port.start()
    ;(source as Window).postMessage(CONNECT, origin, [channel.port2])
    paint()
    send({ type: 'show', state })
  })

  return {
    /** Loads a checkout into the frame. */
    show: (address: string, preview: Preview): void => {
      state = preview
      const url = new URL(address)
      url.searchParams.set('origin', location.origin)
      url.searchParams.set('locale', 'en')
      frame.src = url.href
    },
    /** Paints what is in it now, and what comes into it later. */
    paint: (others: Members): void => {
      members = others
      paint()
    },
  }
}

export type OpenPreview = ReturnType<typeof openPreview>
