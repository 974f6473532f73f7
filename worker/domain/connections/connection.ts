import type { RoutingRule } from '#contract/connections/routing'
import type { Capabilities } from '../../processors/processor.ts'

/** A connection of the account, with what its processor can do. */
export interface Connection {
  readonly id: string
  readonly disabled: boolean
  /** Whether it has taken a payment. It may have meanwhile if this is false; it stays true. */
  readonly used: boolean
  readonly can: Capabilities
  /** The processor's documented test cards, the only numbers that are sent to it in test mode. Null for the simulator, which sends none. */
  readonly testCards: readonly string[] | null
}

/** How new payments of an account choose a connection. */
export interface AccountRouting {
  readonly rules: readonly RoutingRule[]
  /** All connections of the account in this mode, with the built-in simulator. */
  readonly connections: readonly Connection[]
}

export interface ConnectionNeeds {
  /** All connections of the account in this mode, with the built-in simulator. */
  readonly accountConnections: readonly Connection[]
}

export interface CurrentRoutingNeeds extends ConnectionNeeds {
  /**
   * One round trip: the rules and connections as they are now. `accountConnections` and the settings travel with a cached key and may be
   * some seconds old.
   */
  readonly readRouting: () => Promise<AccountRouting>
}

/** A connection of the account. Reads one that is newer than the account's cached record. Null if this gateway no longer has its processor. */
export const connectionById = async (
  id: string,
  { accountConnections, readRouting }: CurrentRoutingNeeds,
): Promise<Connection | null> => {
  const among = (connections: readonly Connection[]) => connections.find((connection) => connection.id === id) ?? null
  return among(accountConnections) ?? among((await readRouting()).connections)
}
