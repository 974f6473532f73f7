import { CONNECT, HELLO } from '#contract/card/framePort'
import { localeOf } from './language.ts'

/** Delays before each attempt in milliseconds, per address. */
const BACK_OFF_MS = [0, 1000, 3000]
/** Timeouts for the frame's hello: from the start, and after its load event. */
const PATIENCE_MS = 20_000
const AFTER_LOAD_MS = 1500

/** The element that contains the frame. */
export interface FrameHost extends HTMLElement {
  /** URLs of the frame, preferred first. */
  addresses(): URL[]
  /** Called when the frame was removed or replaced. */
  forget(): void
  /** Sends the configuration to the frame. */
  configure(): void
  /** Receives messages of the frame, unvalidated. */
  receive(data: unknown): void
  /** Called when no address has loaded. */
  failed(): void
}

/**
 * Loads a frame into its host, with retries, and opens a channel to it. An iframe has no error event, so the frame sends a hello message.
 * If it comes from the frame's window and the URL's origin it gets a port, and messages are accepted from that port only. A reloaded frame
 * sends hello again and gets a new port.
 *
 * @param view the window of the host
 * @returns a function that sends a message, or drops it while no frame is connected
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
    // A javascript: URL has no origin and would run in the merchant's page.
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
      // A new document has no state of the previous one.
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
