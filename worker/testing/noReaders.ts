import type { Environment } from '../env.ts'

const none = {
  getByName: (): never => {
    throw new Error('No card readers here.')
  },
} as never

/** For the gateway in a process without the runtime, which alone has objects. */
export const noReaders: Pick<Environment, 'readers' | 'pairings'> = { readers: none, pairings: none }
