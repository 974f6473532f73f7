import type { Gateway } from '../app/gateway.ts'
import type { WorkGrant, WorkReport } from '../app/objects.ts'
import type { Owner } from '../store/sql/owner.ts'
import { accountWorkName } from './objectNames.ts'

/** Starts the background work of accounts. */
export interface WorkClient {
  /** Resolves when nothing is due any more, or when the grant ends. */
  wake(gateway: Gateway, shard: string, owner: Owner, grant: WorkGrant): Promise<WorkReport>
}

/** By RPC to the Durable Object of the account and mode. */
export const objectWorkClient: WorkClient = {
  wake: async ({ environment }, shard, owner, grant) =>
    environment.accountWork.getByName(accountWorkName(shard, owner)).wake(grant),
}
