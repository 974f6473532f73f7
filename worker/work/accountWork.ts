import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { AccountWorkRpc, WorkGrant, WorkReport } from '../app/objects.ts'
import type { Lane } from '../store/work/nextDue.ts'
import { laneWorkerName, parseAccountWorkName } from './objectNames.ts'
import { workOnAccount } from './workOnAccount.ts'

const gateways = memoizedGateway({})

const noGrant: WorkGrant = { until: 0, workers: 1 }

/**
 * Does the background work of one account in one mode, a round per alarm, while its grant lasts. It divides the work among lane workers, which
 * have connections and limits of their own. It stores nothing: what is due is in the database, and whatever ends early is due again.
 */
export class AccountWork extends DurableObject<Bindings> implements AccountWorkRpc {
  readonly #storage: DurableObjectStorage
  readonly #name: string
  readonly #wishes = new Map<Lane, number>()
  #grant = noGrant
  #failures = 0
  #isWorking = false
  #ended: PromiseWithResolvers<WorkReport> | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#storage = context.storage
    if (context.id.name === undefined) throw new Error('An object for background work needs a name.')
    this.#name = context.id.name
  }

  /** Overridden in tests with another clock and processor. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  async wake(grant: WorkGrant): Promise<WorkReport> {
    this.#grant = grant
    this.#ended ??= Promise.withResolvers()
    const { promise } = this.#ended
    // Handled here too, since a caller may have gone.
    promise.catch(() => undefined)
    if (!this.#isWorking) await this.#storage.setAlarm(Date.now())
    return promise
  }

  override async alarm(): Promise<void> {
    this.#isWorking = true
    try {
      const { isDone, failures } = await this.#work()
      this.#failures += failures
      if (!isDone && Date.now() < this.#grant.until) await this.#storage.setAlarm(Date.now())
      else this.#end()
    } catch (thrown) {
      // The platform repeats a failed alarm.
      this.#ended?.reject(thrown)
      this.#ended = null
      throw thrown
    } finally {
      this.#isWorking = false
    }
  }

  #work() {
    return workOnAccount({
      gateway: this.gateway(),
      ...parseAccountWorkName(this.#name),
      workers: this.#grant.workers,
      wishes: this.#wishes,
      workOnLane: async (work, number) =>
        this.gateway()
          .environment.laneWorkers.getByName(laneWorkerName(this.#name, work.lane, number))
          .work(work),
    })
  }

  #end(): void {
    this.#ended?.resolve({ failures: this.#failures })
    this.#ended = null
    this.#failures = 0
    this.#wishes.clear()
  }
}
