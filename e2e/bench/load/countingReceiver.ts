import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 30_000

/** A webhook receiver that counts deliveries without verifying them and responds at once. */
export class CountingReceiver {
  received = 0
  readonly #server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      this.received += 1
      response.writeHead(204).end()
    })
  })

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`
  }

  /** Waits for a number of deliveries. @throws after half a minute */
  async waitForCount(count: number): Promise<void> {
    for (const end = Date.now() + timeoutMs; this.received < count; await sleep(2))
      if (Date.now() > end) throw new Error(`Received ${this.received} of ${count} deliveries.`)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
