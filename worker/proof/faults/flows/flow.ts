import type { DueJob } from '../../../store/sql/dueJobs.ts'
import type { MerchantClient } from '../merchantClient.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A use case of the gateway, or a job of its sweep. */
export interface Flow {
  readonly name: string
  /** Names of endpoints, and `job` with the name of a job. */
  readonly covers: readonly string[]
  /** The account has no webhook and no earlier request. */
  readonly isBare?: true
  /** Faults also hit the storage of objects. */
  readonly hasStorage?: true
  /** Runs before the fault. */
  prepare?(client: MerchantClient): Promise<any>
  /** Any one call of it fails, and all its requests must succeed by its end. */
  act(client: MerchantClient, input: any): Promise<unknown>
}

export const flow = <Input>(
  name: string,
  covers: readonly string[],
  prepare: (client: MerchantClient) => Promise<Input>,
  act: (client: MerchantClient, input: Input) => Promise<unknown>,
): Flow => ({ name, covers, prepare, act })

/** One job of the sweep, with due work. */
export const job = (name: DueJob, prepare: (client: MerchantClient) => Promise<unknown>): Flow => ({
  name: `sweep job ${name}`,
  covers: [`job ${name}`],
  prepare,
  act: async ({ fixture }) => fixture.runJob(name),
})
