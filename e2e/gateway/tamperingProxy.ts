import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { closeServer, listenLocally } from '../support/localServer.ts'

/** A response between gateway and shopper. */
export type ProxiedResponse = {
  path: string
  requestHeaders: IncomingHttpHeaders
  status: number
  headers: Record<string, string>
  body: string
}

/** Changes a response in place. */
export type Tamper = (response: ProxiedResponse) => void

const transport = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/** A proxy that tampers with the gateway’s responses. */
export class TamperingProxy {
  /** Applied to each response from now on. */
  tamper: Tamper = () => undefined
  readonly #gateway: string
  readonly #server: Server
  /** Cached responses by path; checkouts are not cached, since they differ each time. */
  readonly #cache = new Map<string, Promise<ProxiedResponse>>()

  constructor(gateway: string) {
    this.#gateway = gateway
    this.#server = createServer(async ({ url: path = '/', headers: requestHeaders }, serverResponse) => {
      const response = { ...(await this.#real(path, requestHeaders)), requestHeaders }
      response.headers = { ...response.headers }
      this.tamper(response)
      serverResponse.writeHead(response.status, response.headers).end(response.body)
    })
  }

  async open(): Promise<URL> {
    return new URL(await listenLocally(this.#server))
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }

  #real(path: string, requestHeaders: IncomingHttpHeaders): Promise<ProxiedResponse> {
    const cached = this.#cache.get(path)
    if (cached) return cached
    const response = this.#fetch(path, requestHeaders)
    if (!path.startsWith('/checkout/')) this.#cache.set(path, response)
    return response
  }

  #fetch(path: string, requestHeaders: IncomingHttpHeaders): Promise<ProxiedResponse> {
    const headers = { ...requestHeaders, host: new URL(this.#gateway).host, 'accept-encoding': 'identity' }
    return new Promise((resolve, reject) => {
      const proxied = request(this.#gateway + path, { headers }, (real) => {
        const chunks: Buffer[] = []
        real.on('data', (chunk: Buffer) => chunks.push(chunk))
        real.on('end', () =>
          resolve({
            path,
            requestHeaders,
            status: real.statusCode ?? 502,
            headers: Object.fromEntries(
              Object.entries(real.headers).filter(([name]) => !transport.has(name)),
            ) as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      proxied.on('error', reject)
      proxied.end()
    })
  }
}
