import { CONNECT, HELLO } from '#contract/card/framePort'

/**
 * The page's end of the channel to one frame. It answers a hello that comes from that frame's window and from the
 * gateway's origin with a port, and takes messages from that port alone. A frame that loads again says hello again and
 * gets a new port.
 *
 * @param gateway origin of the frame
 * @param connected runs at every hello
 * @param receive takes whatever the frame sends; it has to check it
 * @returns a function that sends a message, and drops it while no frame is connected
 */
export const openFramePort = (
  frame: HTMLIFrameElement,
  gateway: string,
  signal: AbortSignal,
  connected: () => void,
  receive: (data: unknown) => void,
): ((message: object) => void) => {
  let port: MessagePort | undefined
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source !== frame.contentWindow || !source || origin !== gateway || data !== HELLO) return
      port?.close()
      const channel = new MessageChannel()
      port = channel.port1
      port.addEventListener('message', ({ data }) => receive(data))
      port.start()
      frame.contentWindow!.postMessage(CONNECT, gateway, [channel.port2])
      connected()
    },
    { signal },
  )
  signal.addEventListener('abort', () => port?.close())
  return (message) => port?.postMessage(message)
}
