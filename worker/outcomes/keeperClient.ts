import type { Environment } from '../app/env.ts'
import type { Owner } from '../store/sql/owner.ts'
import { keeperObjectName } from './objectName.ts'
import { encodeOutcome } from './stored/storedOutcome.ts'
import type { KeptOutcome } from './stored/storedOutcome.ts'

/** The keeper of an account's outcomes, by RPC to its Durable Object. */
export interface KeeperClient {
  /** Resolves once the outcome is stored. */
  keep(kept: KeptOutcome): Promise<void>
  drop(operation: number): Promise<void>
  /** Writes the outcome of an operation, if it is kept. Returns whether the operation has it now. */
  write(operation: number): Promise<boolean>
}

/** Creating it makes no request. */
export const createKeeperClient = (
  { outcomeKeepers }: Pick<Environment, 'outcomeKeepers'>,
  shard: string,
  owner: Owner,
): KeeperClient => {
  // A stub is broken after an error, so each call gets its own.
  const object = () => outcomeKeepers.getByName(keeperObjectName(shard, owner))
  return {
    keep: async (kept) => object().keep(encodeOutcome(kept, owner)),
    drop: async (operation) => object().drop(operation),
    write: async (operation) => object().write(operation),
  }
}
