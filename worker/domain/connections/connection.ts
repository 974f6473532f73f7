import type { Capabilities } from '../../processors/processor.ts'

/** A connection of the account, with what its processor can do. */
export interface Connection {
  readonly id: string
  readonly disabled: boolean
  readonly can: Capabilities
  /** The processor's documented test cards, the only numbers that are sent to it in test mode. Null for the simulator, which sends none. */
  readonly testCards: readonly string[] | null
}

export interface ConnectionNeeds {
  /** All connections of the account in this mode, with the built-in simulator. */
  readonly accountConnections: readonly Connection[]
}
