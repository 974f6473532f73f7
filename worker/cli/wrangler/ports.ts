import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { Complaint } from '../cliError.ts'

/** `localhost` means both, and a server on one of them is enough to be in the way. */
const loopback = ['127.0.0.1', '::1']

const listensAt = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })

const isTaken = async (port: number): Promise<boolean> => {
  const tries = await Promise.allSettled(loopback.map((host) => listensAt(port, host)))
  // A machine without IPv6 refuses ::1 with EADDRNOTAVAIL, which says nothing about the port.
  return tries.some((tried) => tried.status === 'rejected' && tried.reason.code === 'EADDRINUSE')
}

const another = (port: number): number => (port < 60_000 ? port + 1000 : port - 1000)

/** Complains in one line when something already listens on a loopback address at this port. */
export const requireFreePort = async (port: number, use: { name: string; option: string }): Promise<void> => {
  if (await isTaken(port))
    throw new Complaint(
      `Port ${port}, for ${use.name}, is taken. Stop what uses it, or choose another: npm run dev -- ${use.option} ${another(port)}`,
    )
}

/**
 * A port that nobody uses at this moment, below those that systems give to connections on their way out (from 32768 on Linux, 49152
 * elsewhere): of two hundred connections one would else sit, sooner or later, where a server is to start again.
 */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(15_000, 32_768)
    if (!(await isTaken(port))) return port
  }
}
