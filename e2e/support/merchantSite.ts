import { createServer, type IncomingMessage, type Server } from 'node:http'
import { closeServer, listenLocally, localOrigin } from './localServer.ts'

export type ReceivedForm = { path: string; fields: Record<string, string> }

type ServedPage = { html: string; headers: Record<string, string> }

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/**
 * A merchant's web server on its own origin. It serves the test's pages with their headers, stores submitted forms, and responds to each with a
 * page "Received".
 */
export class MerchantSite {
  readonly posts: ReceivedForm[] = []
  readonly #pages = new Map<string, ServedPage>()
  readonly #server: Server

  constructor() {
    this.#server = createServer(async (request, response) => {
      const path = request.url ?? '/'
      if (request.method === 'POST') {
        this.posts.push({ path, fields: Object.fromEntries(new URLSearchParams(await textOf(request))) })
        return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Received</title>Received')
      }
      const page = this.#pages.get(path)
      if (!page) return response.writeHead(404).end()
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
    })
  }

  async open(): Promise<void> {
    await listenLocally(this.#server)
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }

  get url(): string {
    return localOrigin(this.#server)
  }

  /**
   * Serves a page at a path from now on.
   *
   * @param csp the page's Content-Security-Policy; none by default
   * @returns the page's URL
   */
  serve(
    html: string,
    { path = '/', csp, headers = {} }: { path?: string; csp?: string; headers?: Record<string, string> } = {},
  ): string {
    this.#pages.set(path, { html, headers: { ...(csp && { 'content-security-policy': csp }), ...headers } })
    return this.url + path
  }
}
