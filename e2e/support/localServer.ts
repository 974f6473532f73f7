import type { Server } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'

/** The origin of a server that listens on this machine, without a slash at the end. */
export const localOrigin = (server: TcpServer): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Listens on a free port of this machine alone. Returns the origin. */
export const listenLocally = async (server: TcpServer): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return localOrigin(server)
}

/** Closes a server with its connections. */
export const closeServer = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}
