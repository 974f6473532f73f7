import type { Warning } from '../domain/warning.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { Database } from '../store/sql/database.ts'
import type { Meter } from './meter.ts'

/** A shard and its database. */
export interface Place {
  readonly shard: string
  readonly database: Database
}

/** One account in one mode, and on whose behalf something is done for it. */
export interface AccountContext extends Place {
  readonly account: KeyRecord['account']
  /** The id of an API key, or the name of the part of the gateway that acts by itself. */
  readonly keyId: string
  readonly requestId: string
  /** The id of the request that events name as their cause; null where time is the cause. */
  readonly cause: string | null
  readonly meter: Meter
  /** Warnings for the request's log line are added here. */
  readonly warnings: Warning[]
}
