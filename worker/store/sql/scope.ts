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

type StoreFunctions = Readonly<Record<string, (scope: never, ...rest: never[]) => unknown>>

/** The scope that all functions of a store can work with. */
type ScopeOf<F> = F extends Readonly<Record<string, (scope: infer S, ...rest: never[]) => unknown>> ? S : never

export type Store<F> = {
  readonly [Name in keyof F]: F[Name] extends (scope: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/**
 * Makes the factory of a store: functions with their scope given. Each request makes all stores and calls a few functions of them, so a function
 * gets its scope when it is read: binding all of them took a twentieth of a short request.
 */
export const createStore = <F extends StoreFunctions>(functions: F): ((scope: ScopeOf<F>) => Store<F>) => {
  class Bound {
    readonly scope: never
    constructor(scope: ScopeOf<F>) {
      this.scope = scope as never
    }
  }
  for (const [name, run] of Object.entries(functions))
    Object.defineProperty(Bound.prototype, name, {
      get(this: Bound) {
        return (...rest: never[]) => run(this.scope, ...rest)
      },
    })
  return (scope) => new Bound(scope) as unknown as Store<F>
}
