import type { ServerResponse } from 'node:http'

const frame = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** A browser that lost the line asks again so soon. */
const againMs = 1000

/** What the pages that are open are told, as Server-Sent Events. `Messages` are the names of the events, and what each says. */
export const openFeed = <Messages extends Record<string, unknown>>() => {
  const pages = new Set<ServerResponse>()
  return {
    send: <Name extends keyof Messages & string>(name: Name, data: Messages[Name]): void => {
      for (const page of pages) page.write(frame(name, data))
    },
    /** Begins with what a page needs that was told nothing yet. */
    open: (page: ServerResponse, first: Partial<Messages>): void => {
      pages.add(page)
      page.once('close', () => pages.delete(page))
      page.write(`retry: ${againMs}\n\n`)
      for (const [name, data] of Object.entries(first)) page.write(frame(name, data))
    },
  }
}
