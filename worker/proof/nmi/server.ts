import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNmi, type Nmi, type NmiOptions } from './nmi.ts'

export interface NmiServer extends Pick<Nmi, 'ledger' | 'faults' | 'clock' | 'handle'> {
  /** The host that clients of NMI are given. */
  readonly url: string
  close(): Promise<void>
}

/**
 * The stand-in for NMI as an HTTP server on loopback, in Node.
 *
 * @param options.port default: 0, a free port
 */
export const startNmi = async (options: NmiOptions & { readonly port?: number } = {}): Promise<NmiServer> => {
  const { handle, ledger, faults, clock } = createNmi(options)
  const { log = () => {} } = options

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    // A client that disconnects within its request has sent nothing.
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks).toString()
    const result = await handle(request.method ?? '', request.url ?? '', body, request.headers['content-type'])
    if (result === 'silent') return
    if (result === 'lost') return void request.socket.destroy()
    response.writeHead(result.status, { 'content-type': result.contentType }).end(result.text)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => {
      // A message can quote the request.
      log(`Internal error: ${error.name}`)
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    ledger,
    faults,
    clock,
    handle,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
