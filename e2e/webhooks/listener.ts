import { createServer, type Server } from 'node:http'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'

/** Ports of webhooks and browsers, watched if they can be opened. */
const wellKnownPorts = [8443, 443, 80]

const listen = (port: number, host: string, onConnection: (port: number) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((_request, response) => response.writeHead(204).end())
    server.on('connection', () => onConnection(port))
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

/** Listens on all addresses: IPv6 and IPv4, or IPv4 only. */
const listenEverywhere = (port: number, onConnection: (port: number) => void): Promise<Server> =>
  listen(port, '::', onConnection).catch(() => listen(port, '0.0.0.0', onConnection))

/** Records every TCP connection to this machine, at any address and with any protocol. */
export class ConnectionListener {
  /** The port of each connection. */
  readonly connections: number[] = []
  /** Its own port, and the well-known ones that could be opened. */
  readonly ports: number[] = []
  readonly #servers: Server[] = []

  async open(): Promise<void> {
    const own = await findFreePort()
    const record = (port: number) => this.connections.push(port)
    const servers = [listenEverywhere(own, record), ...wellKnownPorts.map((port) => listenEverywhere(port, record))]
    for (const [at, opened] of (await Promise.allSettled(servers)).entries()) {
      // A well-known port may be taken or privileged.
      if (opened.status === 'rejected') continue
      this.#servers.push(opened.value)
      this.ports.push([own, ...wellKnownPorts][at]!)
    }
    if (this.port !== own) throw new Error('The listener could not open its port.')
  }

  /** Its own port. */
  get port(): number {
    return this.ports[0] ?? 0
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.closeAllConnections()
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))))
  }
}
