import type { CallSlots } from '../domain/work/callSlots.ts'
import type { Warning } from '../domain/warning.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { Database } from '../store/sql/database.ts'
import type { Meter } from './meter.ts'

/** A shard and its database. */
export interface ShardContext {
  readonly shard: string
  readonly database: Database
}

/** One account in one mode, and the key and request that act for it. */
export interface AccountContext extends ShardContext {
  readonly account: KeyRecord['account']
  /** The id of an API key, or the name of a background job. */
  readonly keyId: string
  readonly requestId: string
  /** The id of the request that causes events. Null for background work. */
  readonly cause: string | null
  readonly meter: Meter
  readonly callSlots: CallSlots
  /** Warnings for the request's log line. */
  readonly warnings: Warning[]
}
