import { CONNECT, HELLO, type Message, readMessage, type Shapes } from '#contract/card/framePort'

/** Waits between two hellos, until the page has answered: it may come late. */
const HELLO_MS = [100, 200, 400, 800, 1600, 3200]

/**
 * A frame's end of the channel to the merchant's page. It says hello to the one origin that the page's script named
 * (the browser drops the message if the parent is another), and takes a port only from the parent window, or the topmost,
 * at that origin.
 */
export class PagePort<FromPage extends Shapes, ToPage extends { type: string }> {
  #port: MessagePort | undefined
  readonly #origin: string
  readonly #shapes: FromPage
  readonly #receive: (message: Message<FromPage>) => void
  readonly #connected: () => void

  /**
   * @param origin of the merchant's page
   * @param shapes of the messages that the page may send
   * @param receive takes every message that fits its shape
   * @param connected runs whenever the page has (again) an open port
   */
  constructor(origin: string, shapes: FromPage, receive: (message: Message<FromPage>) => void, connected: () => void) {
    this.#origin = origin
    this.#shapes = shapes
    this.#receive = receive
    this.#connected = connected
  }

  open(): void {
    window.addEventListener('message', (event) => this.#onMessage(event))
    this.#hello(0)
  }

  /** Tells the page; nothing while there is no port, for a new one starts with the whole state. */
  send(message: ToPage): void {
    this.#port?.postMessage(message)
  }

  #hello(tries: number): void {
    // Without a proper origin there is nobody to talk to.
    if (this.#port || !URL.canParse(this.#origin)) return
    window.parent.postMessage(HELLO, this.#origin)
    const delay = HELLO_MS[tries]
    if (delay) setTimeout(() => this.#hello(tries + 1), delay)
  }

  #onMessage({ source, origin, data, ports: [port] }: MessageEvent): void {
    // An element that was adopted by a document in a frame of the page still runs in the page's window.
    const isPage = source === window.parent || source === window.top
    if (!isPage || origin !== this.#origin || data !== CONNECT || !port) return
    this.#port?.close()
    this.#port = port
    port.addEventListener('message', ({ data }) => {
      const message = readMessage(this.#shapes, data)
      if (message) this.#receive(message)
    })
    port.start()
    this.#connected()
  }
}
