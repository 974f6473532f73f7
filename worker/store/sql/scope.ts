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

/** The rows of one account and mode, with who makes operations; absent for nobody. */
export interface ActorScope extends OwnerScope {
  readonly key?: string | null
}

/** The rows of one account and mode, with the key and request that audit entries and events record. */
export interface StoreScope extends OwnerScope {
  /** The id of the API key that makes the change, or the name of a background job. */
  readonly key: string
  /** Adds key and request to an audit entry. */
  sign(note: AuditNote): AuditEntry
  /** The id of the request that causes events. Null for background work. */
  readonly cause: string | null
}

type StoreFunctions = Readonly<Record<string, (scope: never, ...rest: never[]) => unknown>>

/** The scope that all functions of a store accept. */
type ScopeOf<F> = F extends Readonly<Record<string, (scope: infer S, ...rest: never[]) => unknown>> ? S : never

export type Store<F> = {
  readonly [Name in keyof F]: F[Name] extends (scope: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/**
 * Creates the factory of a store, whose functions have their scope bound. Each request creates all stores and calls few functions, so a
 * function is bound when it is read: binding all of them took 5% of a short request.
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
