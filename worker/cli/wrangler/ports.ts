import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { CliError } from '../cliError.ts'

/** `localhost` resolves to both. A server on either one blocks the port. */
const loopback = ['127.0.0.1', '::1']

const listensAt = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })

const isTaken = async (port: number): Promise<boolean> => {
  const tries = await Promise.allSettled(loopback.map((host) => listensAt(port, host)))
  // Without IPv6, ::1 fails with EADDRNOTAVAIL whether the port is free or not.
  return tries.some((tried) => tried.status === 'rejected' && tried.reason.code === 'EADDRINUSE')
}

const another = (port: number): number => (port < 60_000 ? port + 1000 : port - 1000)

/** Throws a CliError if a server already listens on a loopback address at this port. */
export const requireFreePort = async (port: number, use: { name: string; option: string }): Promise<void> => {
  if (await isTaken(port))
    throw new CliError(
      `Port ${port}, for ${use.name}, is in use. Stop the process that uses it, or choose another port: npm run dev -- ${use.option} ${another(port)}`,
    )
}

/**
 * A free port below the ephemeral range (from 32768 on Linux, 49152 elsewhere), so that no outgoing connection takes it before a server
 * restarts.
 */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(15_000, 32_768)
    if (!(await isTaken(port))) return port
  }
}
