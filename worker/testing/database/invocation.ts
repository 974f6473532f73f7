import { AsyncLocalStorage } from 'node:async_hooks'

/** What one invocation of the worker used of its databases. */
export interface Invocation {
  /** Batches, including failed ones. */
  calls: number
  /** Statements of these. */
  statements: number
  /** Open connections. */
  connections: number
  /** The highest number of open connections. */
  mostConnections: number
  /** Batches that wait for a connection, in order. */
  readonly waiting: (() => void)[]
}

const current = new AsyncLocalStorage<Invocation>()

/** Runs work as an invocation of its own: a request, a sweep, or a call of a Durable Object. */
export const asInvocation = <T>(work: (invocation: Readonly<Invocation>) => T): T => {
  const invocation: Invocation = { calls: 0, statements: 0, connections: 0, mostConnections: 0, waiting: [] }
  return current.run(invocation, work, invocation)
}

/** The invocation that the caller is part of. Code of a test is part of none. */
export const currentInvocation = (): Invocation | undefined => current.getStore()

/** Opens a connection, if necessary after others were closed. @returns whether it had to wait */
export const openConnection = async (invocation: Invocation, limit: number): Promise<boolean> => {
  const isFree = invocation.connections < limit
  if (isFree) invocation.connections += 1
  // A closed connection is handed over, so their number stays.
  else await new Promise<void>((resolve) => invocation.waiting.push(resolve))
  invocation.mostConnections = Math.max(invocation.mostConnections, invocation.connections)
  return !isFree
}

/** Closes a connection, or hands it over to the next batch. */
export const closeConnection = (invocation: Invocation): void => {
  const next = invocation.waiting.shift()
  if (next === undefined) invocation.connections -= 1
  else next()
}
