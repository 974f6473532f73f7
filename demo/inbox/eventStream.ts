import type { ServerResponse } from 'node:http'

const frame = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Reconnect delay of the browser. */
const reconnectMs = 1000

/** Server-sent events to all open pages. `Messages` maps event names to their data. */
export const openEventStream = <Messages extends Record<string, unknown>>() => {
  const pages = new Set<ServerResponse>()
  return {
    send: <Name extends keyof Messages & string>(name: Name, data: Messages[Name]): void => {
      for (const page of pages) page.write(frame(name, data))
    },
    /** Adds a page and sends it the current state. */
    open: (page: ServerResponse, initial: Partial<Messages>): void => {
      pages.add(page)
      page.once('close', () => pages.delete(page))
      page.write(`retry: ${reconnectMs}\n\n`)
      for (const [name, data] of Object.entries(initial)) page.write(frame(name, data))
    },
  }
}
