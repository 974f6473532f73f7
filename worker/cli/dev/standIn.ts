import { startServer, type Server } from './server.ts'

/** Often enough to be seen. Real settlements are at night. */
const settleEveryMs = 180_000

/** The time in which accounts of NMI refuse a payment that looks like an earlier one. */
const duplicateSeconds = 1200

/** Starts the stand-in for NMI. Its transactions are in its memory, so each start begins without any. */
export const startStandIn = (port: number, onOutput: (chunk: string) => void): Promise<Server> =>
  startServer({
    name: 'The stand-in for NMI',
    program: 'worker/proof/nmi/main.ts',
    args: [
      ['--port', port],
      ['--settle-every-ms', settleEveryMs],
      ['--duplicate-seconds', duplicateSeconds],
    ].map(([option, value]) => `${option}=${value}`),
    port,
    onOutput,
  })
