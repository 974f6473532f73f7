import { CONNECT, HELLO, type Message, readMessage, type Shapes } from '#contract/card/framePort'

/** Waits between two hellos, until the page has answered: it may come late. */
const HELLO_MS = [100, 200, 400, 800, 1600, 3200]

/**
 * Opens a frame's end of the channel to the merchant's page. It says hello to the one origin that the page's script named
 * (the browser drops the message if the parent is another), and takes a port only from the parent window, or the topmost,
 * at that origin.
 *
 * @param origin of the merchant's page
 * @param shapes of the messages that the page may send
 * @param receive takes every message that fits its shape
 * @param connected runs whenever the page has (again) an open port
 * @returns a function that tells the page; nothing while there is no port, for a new one starts with the whole state
 */
export const openPagePort = <FromPage extends Shapes, ToPage extends object>(
  origin: string,
  shapes: FromPage,
  receive: (message: Message<FromPage>) => void,
  connected: () => void,
): ((message: ToPage) => void) => {
  let port: MessagePort | undefined

  const hello = (tries: number): void => {
    // Without a proper origin there is nobody to talk to.
    if (port || !URL.canParse(origin)) return
    window.parent.postMessage(HELLO, origin)
    const delay = HELLO_MS[tries]
    if (delay) setTimeout(() => hello(tries + 1), delay)
  }

  window.addEventListener('message', ({ source, origin: from, data, ports: [given] }) => {
    // An element that was adopted by a document in a frame of the page still runs in the page's window.
    const isPage = source === window.parent || source === window.top
    if (!isPage || from !== origin || data !== CONNECT || !given) return
    port?.close()
    port = given
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
