import type { AuditEntry, AuditNote } from './audit.ts'
import type { Database } from './database.ts'
import type { Owner } from './owner.ts'

/** One shard, whose rows belong to many accounts. */
export interface ShardScope {
  readonly database: Database
}

/** The rows of one account in one mode, on its shard. */
export interface OwnerScope extends ShardScope {
  readonly owner: Owner
}

/** The same for changes that leave a trace: who makes them, and what caused them. Composed in one place, so that no row of another account can be named. */
export interface StoreScope extends OwnerScope {
  /** The id of the API key that makes the change, or the name of the part of the gateway that does. */
  readonly key: string
  /** Completes an audit entry with the key and the request that it belongs to. */
  sign(note: AuditNote): AuditEntry
  /** The id of the request that events name as their cause; null where time is the cause. */
  readonly cause: string | null
}

type StoreFunctions<S> = Readonly<Record<string, (scope: S, ...rest: never[]) => unknown>>

type Bound<F> = {
  readonly [Name in keyof F]: F[Name] extends (scope: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** Makes a store: its functions with their scope given. A loop, since each request makes all stores: entries and pairs take eight times as long. */
export const bindScope = <S, F extends StoreFunctions<S>>(scope: S, functions: F): Bound<F> => {
  const bound: Record<string, (...rest: never[]) => unknown> = {}
  for (const name in functions) {
    const run = functions[name]!
    bound[name] = (...rest) => run(scope, ...rest)
  }
  return bound as Bound<F>
}
