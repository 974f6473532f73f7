import { createServer, type Server } from 'node:http'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'

/** Ports that webhooks may go to, or that browsers would; watched where this machine lets us. */
const wellKnown = [8443, 443, 80]

const listen = (port: number, host: string, heard: (port: number) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((_request, response) => response.writeHead(204).end())
    server.on('connection', () => heard(port))
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

/** All addresses of this machine, of both versions of IP, or of the one that it has. */
const listenEverywhere = (port: number, heard: (port: number) => void): Promise<Server> =>
  listen(port, '::', heard).catch(() => listen(port, '0.0.0.0', heard))

/** A server inside, which is there for nobody outside: it hears every connection at any address of this machine, whatever is spoken on it. */
export class Listener {
  /** The port of each connection. */
  readonly heard: number[] = []
  /** Of its own, and those of the well-known ones that it could have. */
  readonly ports: number[] = []
  readonly #servers: Server[] = []

  async open(): Promise<void> {
    const own = await findFreePort()
    const note = (port: number) => this.heard.push(port)
    const servers = [listenEverywhere(own, note), ...wellKnown.map((port) => listenEverywhere(port, note))]
    for (const [at, opened] of (await Promise.allSettled(servers)).entries()) {
      // Another program may have a well-known port, or none may have it without rights of its own.
      if (opened.status === 'rejected') continue
      this.#servers.push(opened.value)
      this.ports.push([own, ...wellKnown][at]!)
    }
    if (this.port !== own) throw new Error('The listener cannot listen.')
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
