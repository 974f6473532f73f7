import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A form as a merchant's server received it. */
export type Post = { path: string; fields: Record<string, string> }

type MerchantPage = { html: string; headers: Record<string, string> }

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/**
 * A merchant's web server on an origin of its own: it serves the pages that a test chooses, under the policy that the
 * test chooses, and keeps the forms that are sent to it. Every form is answered with a page that says "Received".
 */
export class Merchant {
  readonly posts: Post[] = []
  readonly #pages = new Map<string, MerchantPage>()
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
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /**
   * Puts a page at a path, from now on.
   *
   * @param csp the page's Content-Security-Policy; none if not given
   * @returns the page's address
   */
  serve(
    html: string,
    { path = '/', csp, headers = {} }: { path?: string; csp?: string; headers?: Record<string, string> } = {},
  ): string {
    this.#pages.set(path, { html, headers: { ...(csp && { 'content-security-policy': csp }), ...headers } })
    return this.url + path
  }
}
