import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../../support/localServer.ts'

/** A delivery as a receiver of the bench sees it. */
export interface Arrival {
  readonly resource: string
  readonly sequence: number
  /** When the event was made, and when it arrived, milliseconds since 1970. */
  readonly madeAt: number
  readonly at: number
  /** Deliveries that the receiver was handling, with it. */
  readonly atOnce: number
  readonly status: number
}

const listen = async (server: Server): Promise<string> => `${await listenLocally(server)}/hooks`

/** A receiver that responds after some time. It verifies no signature, which would take CPU time from the gateway. */
export class BenchReceiver {
  readonly arrivals: Arrival[] = []
  url = ''
  #inFlight = 0
  readonly #afterMs: number
  /** It responds 429 to deliveries above as many at once. */
  readonly #limit: number
  readonly #server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void this.#respond(Buffer.concat(chunks).toString(), response))
  })

  constructor({ afterMs, limit = Infinity }: { readonly afterMs: number; readonly limit?: number }) {
    this.#afterMs = afterMs
    this.#limit = limit
  }

  async open(): Promise<this> {
    this.url = await listen(this.#server)
    return this
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #respond(body: string, response: ServerResponse): Promise<void> {
    const { data, sequence, timestamp } = JSON.parse(body)
    const atOnce = ++this.#inFlight
    const status = atOnce > this.#limit ? 429 : 204
    this.arrivals.push({
      resource: data.customer.id,
      sequence,
      madeAt: Date.parse(timestamp),
      at: Date.now(),
      atOnce,
      status,
    })
    if (status === 204) await sleep(this.#afterMs)
    this.#inFlight--
    response.writeHead(status).end()
  }

  async waitForCount(count: number): Promise<void> {
    while (this.arrivals.length < count) await sleep(20)
  }
}

/** A receiver that harms the gateway. */
export interface HostileReceiver {
  readonly name: string
  readonly url: string
  /** Connections or requests, and bytes of responses that it could send. */
  readonly seen: { requests: number; bytes: number }
  close(): void
}

interface Repeated {
  readonly text: string | Buffer
  readonly everyMs: number
}

/** Serves raw connections, so that a response may be of any form. @param again what follows the first part, again and again */
const openHostile = async (name: string, first: string, again: Repeated | null = null): Promise<HostileReceiver> => {
  const sockets = new Set<Socket>()
  const seen = { requests: 0, bytes: 0 }
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    const send = (text: string | Buffer): void => {
      if (!socket.writable || socket.writableNeedDrain) return
      socket.write(text)
      seen.bytes += text.length
    }
    socket.on('error', () => undefined)
    socket.once('data', () => {
      seen.requests++
      send(first)
      if (again === null) return
      const timer = setInterval(() => send(again.text), again.everyMs)
      socket.once('close', () => clearInterval(timer))
    })
    socket.once('close', () => sockets.delete(socket))
  })
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { name, url: await listen(server), seen, close }
}

/** One receiver of each kind. @param target where the redirect leads */
export const openHostileReceivers = (target: string): Promise<HostileReceiver[]> =>
  Promise.all([
    openHostile('hangs', ''),
    openHostile('trickles its headers, a byte a second', 'HTTP/1.1 200 OK\r\nX-Slow: ', { text: 'a', everyMs: 1000 }),
    openHostile('sends an endless body', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', {
      text: Buffer.alloc(256 * 1024, 'a'),
      everyMs: 5,
    }),
    openHostile('redirects', `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`),
  ])
