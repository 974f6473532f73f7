import type { Environment } from '../app/env.ts'
import type { WorkGrant, WorkReport } from '../app/objects.ts'
import type { Owner } from '../store/sql/owner.ts'
import { accountWorkName } from './objectNames.ts'

/** Starts the background work of accounts, by RPC to the Durable Object of each account and mode. */
export interface WorkClient {
  /** Resolves when nothing is due any more, or when the grant ends. */
  wake(owner: Owner, grant: WorkGrant): Promise<WorkReport>
}

export const createWorkClient = ({ accountWork }: Pick<Environment, 'accountWork'>, shard: string): WorkClient => ({
  wake: async (owner, grant) => accountWork.getByName(accountWorkName(shard, owner)).wake(grant),
})
