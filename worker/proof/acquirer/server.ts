import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ledger } from './ledger.ts'
import { type HandlerOptions, createHandler } from './handler.ts'
import type { FaultPlan } from './faultPlan.ts'

export interface Acquirer {
  readonly url: string
  readonly ledger: Ledger
  readonly faultPlan: FaultPlan
  close(): Promise<void>
}

/**
 * The acquirer as an HTTP server on loopback, in Node. It survives when the process under test is killed, so its ledger is the reference
 * for comparison.
 *
 * @param options.port default: 0, a free port
 */
export const startAcquirer = async (options: HandlerOptions & { readonly port?: number } = {}): Promise<Acquirer> => {
  const handler = createHandler(options)
  const server = createServer((request, response) => void serve(request, response))

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    // A client that disconnects within its request has sent nothing.
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const delivery = await handler.handle(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString())
    if (delivery === 'silent') return
    if (delivery === 'lost') return void request.socket.destroy()
    response.writeHead(delivery.status, { 'content-type': 'text/plain; charset=utf-8' }).end(delivery.text)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    ledger: handler.ledger,
    faultPlan: handler.faultPlan,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
