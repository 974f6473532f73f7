import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer, listenLocally, localOrigin } from '../../support/localServer.ts'

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
    await listenLocally(this.#server)
  }

  get url(): string {
    return `${localOrigin(this.#server)}/hooks`
  }

  /** Waits for a number of deliveries. @throws after half a minute */
  async waitForCount(count: number): Promise<void> {
    for (const end = Date.now() + timeoutMs; this.received < count; await sleep(2))
      if (Date.now() > end) throw new Error(`Received ${this.received} of ${count} deliveries.`)
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }
}
