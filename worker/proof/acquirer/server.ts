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
 * The acquirer as a server of its own, on loopback, in Node: it survives when the process under test is killed, and
 * its ledger is what the two are compared by.
 *
 * @param options.port 0, the default, for a free one
 */
export const startAcquirer = async (options: HandlerOptions & { readonly port?: number } = {}): Promise<Acquirer> => {
  const handler = createHandler(options)
  const server = createServer((request, response) => void serve(request, response))

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    // A client that hangs up in the middle of its own request has asked for nothing.
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
