import { CONNECT, HELLO } from '#contract/card/framePort'
import { localeOf } from './language.ts'

/** Waits before each try, in milliseconds; then the same for the next address. */
const BACK_OFF_MS = [0, 1000, 3000]
/** How long a frame may take to say hello: by itself, and once the browser says that it has loaded. */
const PATIENCE_MS = 20_000
const AFTER_LOAD_MS = 1500

/** The element that a frame is loaded for. */
export interface FrameHost extends HTMLElement {
  /** Where the frame may come from, the best first. */
  addresses(): URL[]
  /** The frame is gone, or is another document. */
  forget(): void
  /** Tells the frame how it is to be. */
  configure(): void
  /** Takes whatever the frame sends, and has to check it. */
  receive(data: unknown): void
  /** Nothing has come from any address. */
  failed(): void
}

/**
 * Loads a frame into its host, and again where it does not come, and opens a channel to it. An iframe has no error event, so
 * what counts is the frame's hello: it is answered with a port if it comes from that frame's window and the address's origin,
 * and messages are taken from that port alone. A frame that loads again says hello again and gets a new port.
 *
 * @param view the window that the host is in
 * @returns a function that sends a message, and drops it while no frame is connected
 */
export const openChannel = (
  host: FrameHost,
  frame: HTMLIFrameElement,
  view: Window,
  signal: AbortSignal,
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
    const address = host.addresses()[Math.floor(tries++ / BACK_OFF_MS.length)]
    gateway = address?.origin
    // A script as an address has no origin, and would run in the page around.
    if (!address || gateway === 'null') return host.failed()
    wait(retry, PATIENCE_MS)
    address.searchParams.set('origin', view.origin)
    address.searchParams.set('locale', localeOf(host))
    frame.src = address.href
    if (!frame.isConnected) host.append(frame)
  }

  view.addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (!source || source !== frame.contentWindow || origin !== gateway || data !== HELLO) return
      close()
      const channel = new MessageChannel()
      port = channel.port1
      port.addEventListener('message', ({ data }) => signal.aborted || host.receive(data))
      port.start()
      ;(source as Window).postMessage(CONNECT, origin, [channel.port2])
      // Whatever a document of this frame knew before is gone with it.
      host.forget()
      host.configure()
    },
    { signal },
  )
  frame.addEventListener('load', () => port ?? wait(retry, AFTER_LOAD_MS))
  signal.addEventListener('abort', close)
  retry()
  return (message) => port?.postMessage(message)
}
