import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer on its way to a shopper, as somebody in between has it in their hands. */
export type Answer = {
  path: string
  asked: IncomingHttpHeaders
  status: number
  headers: Record<string, string>
  body: string
}

/** Changes an answer, or leaves it. */
export type Change = (answer: Answer) => void

const transport = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/** A gateway whose answers somebody changes on their way: everything else is that of the real one behind it. */
export class ChangedGateway {
  /** What happens to each answer from now on. */
  change: Change = () => undefined
  readonly #gateway: string
  readonly #server: Server
  /** What the real one answers always alike, by path: all but checkouts. */
  readonly #known = new Map<string, Promise<Answer>>()

  constructor(gateway: string) {
    this.#gateway = gateway
    this.#server = createServer(async ({ url: path = '/', headers: asked }, answering) => {
      const answer = { ...(await this.#real(path, asked)), asked }
      answer.headers = { ...answer.headers }
      this.change(answer)
      answering.writeHead(answer.status, answer.headers).end(answer.body)
    })
  }

  async open(): Promise<URL> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  #real(path: string, asked: IncomingHttpHeaders): Promise<Answer> {
    const known = this.#known.get(path)
    if (known) return known
    const answer = this.#ask(path, asked)
    if (!path.startsWith('/checkout/')) this.#known.set(path, answer)
    return answer
  }

  #ask(path: string, asked: IncomingHttpHeaders): Promise<Answer> {
    const headers = { ...asked, host: new URL(this.#gateway).host, 'accept-encoding': 'identity' }
    return new Promise((resolve, reject) => {
      const asking = request(this.#gateway + path, { headers }, (real) => {
        const chunks: Buffer[] = []
        real.on('data', (chunk: Buffer) => chunks.push(chunk))
        real.on('end', () =>
          resolve({
            path,
            asked,
            status: real.statusCode ?? 502,
            headers: Object.fromEntries(
              Object.entries(real.headers).filter(([name]) => !transport.has(name)),
            ) as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      asking.on('error', reject)
      asking.end()
    })
  }
}
