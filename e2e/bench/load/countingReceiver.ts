import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 30_000

/** A receiver of webhooks that answers at once and looks at nothing. That deliveries are right is tested elsewhere. */
export class Counting {
  heard = 0
  readonly #server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      this.heard += 1
      response.writeHead(204).end()
    })
  })

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`
  }

  /** Waits until it has heard so often. @throws where that takes half a minute */
  async until(heard: number): Promise<void> {
    for (const end = Date.now() + patienceMs; this.heard < heard; await sleep(2))
      if (Date.now() > end) throw new Error(`Of ${heard} deliveries ${this.heard} came.`)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
