import { CONNECT, HELLO } from '#contract/card/framePort'

/** Waits before each try, in milliseconds; then the same for the next gateway. */
const BACK_OFF_MS = [0, 1000, 3000]
/** How long a frame may take to say hello: by itself, and once the browser says that it has loaded. */
const PATIENCE_MS = 20_000
const AFTER_LOAD_MS = 1500

/**
 * Loads a frame, and again where it does not come, and opens a channel to it. An iframe has no error event, so what counts
 * is the frame's hello: it is answered with a port if it comes from that frame's window and the gateway's origin, and
 * messages are taken from that port alone. A frame that loads again says hello again and gets a new port.
 *
 * @param view the window that the frame is in
 * @param gateways origins to try, one after the other
 * @param start points the frame at a gateway
 * @param connected runs at every hello
 * @param receive takes whatever the frame sends; it has to check it
 * @param failed runs when no gateway has answered
 * @returns a function that sends a message, and drops it while no frame is connected
 */
export const openChannel = (
  frame: HTMLIFrameElement,
  view: Window,
  gateways: string[],
  signal: AbortSignal,
  start: (gateway: string) => void,
  connected: () => void,
  receive: (data: unknown) => void,
  failed: () => void,
): ((message: object) => void) => {
  let tries = 0
  let gateway: string | undefined
  let port: MessagePort | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(timer)
    port?.close()
  }
  const wait = (then: () => void, ms: number | undefined) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  const retry = () => wait(attempt, BACK_OFF_MS[tries % BACK_OFF_MS.length])
  const attempt = () => {
    gateway = gateways[Math.floor(tries++ / BACK_OFF_MS.length)]
    if (!gateway) return failed()
    wait(retry, PATIENCE_MS)
    start(gateway)
  }

  view.addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (!source || source !== frame.contentWindow || origin !== gateway || data !== HELLO) return
      close()
      const channel = new MessageChannel()
      port = channel.port1
      port.addEventListener('message', ({ data }) => signal.aborted || receive(data))
      port.start()
      ;(source as Window).postMessage(CONNECT, gateway, [channel.port2])
      connected()
    },
    { signal },
  )
  frame.addEventListener('load', () => port ?? wait(retry, AFTER_LOAD_MS))
  signal.addEventListener('abort', close)
  retry()
  return (message) => port?.postMessage(message)
}
