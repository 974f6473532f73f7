import { CONNECT, HELLO, type Message, readMessage, type Shapes } from '#contract/card/framePort'

/** Delays between hello messages until the page connects, which may load later. */
const HELLO_MS = [100, 200, 400, 800, 1600, 3200]

/**
 * Opens a frame's end of the message channel to the merchant's page. It posts hello to the one origin given by the page's
 * script (the browser drops the message for another parent origin), and accepts a port only from the parent or top window at
 * that origin.
 *
 * @param origin of the merchant's page
 * @param shapes of the messages that the page may send
 * @param receive handles each message with a valid shape
 * @param connected runs after each connection of a port
 * @returns a function that posts to the page. Messages without a port are dropped: each connection starts with the full state
 */
export const openPagePort = <FromPage extends Shapes, ToPage extends object>(
  origin: string,
  shapes: FromPage,
  receive: (message: Message<FromPage>) => void,
  connected: () => void,
): ((message: ToPage) => void) => {
  let port: MessagePort | undefined

  const hello = (attempts: number): void => {
    // Without a valid origin there is no target.
    if (port || !URL.canParse(origin)) return
    window.parent.postMessage(HELLO, origin)
    const delay = HELLO_MS[attempts]
    if (delay) setTimeout(() => hello(attempts + 1), delay)
  }

  window.addEventListener('message', ({ source, origin: from, data, ports: [newPort] }) => {
    // An element adopted by a document in a frame of the page still runs in the top window.
    const isPage = source === window.parent || source === window.top
    if (!isPage || from !== origin || data !== CONNECT || !newPort) return
    port?.close()
    port = newPort
    port.addEventListener('message', ({ data }) => {
      const message = readMessage(shapes, data)
      if (message) receive(message)
    })
    port.start()
    connected()
  })
  hello(0)
  return (message) => port?.postMessage(message)
}
