import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { AccountWorkRpc, WorkGrant, WorkReport } from '../app/objects.ts'
import type { Lane } from '../store/work/nextDue.ts'
import { laneWorkerName, parseAccountWorkName } from './objectNames.ts'
import { reportFailure } from './report.ts'
import { workOnAccount } from './workOnAccount.ts'

const gateways = memoizedGateway({})

const noGrant: WorkGrant = { until: 0, workers: 1 }

/**
 * Does the background work of one account in one mode, a round per alarm, while its grant lasts. It divides the work among lane workers:
 * each of them is a separate invocation, with its own connections and limits. The object stores nothing, since the database has the due rows. Rows
 * of an interrupted round are due again when their lease ends.
 */
export class AccountWork extends DurableObject<Bindings> implements AccountWorkRpc {
  readonly #storage: DurableObjectStorage
  readonly #name: string
  readonly #of: ReturnType<typeof parseAccountWorkName>
  readonly #wishes = new Map<Lane, number>()
  #grant = noGrant
  #failures = 0
  #isWorking = false
  /** Those who woke it and wait for the end of its work, or of their grant. */
  #waiting: { readonly until: number; readonly resolve: (report: WorkReport) => void }[] = []

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#storage = context.storage
    if (context.id.name === undefined) throw new Error('An object for background work needs a name.')
    this.#name = context.id.name
    this.#of = parseAccountWorkName(this.#name)
  }

  /** Overridden in tests with another clock and processor. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  async wake(grant: WorkGrant): Promise<WorkReport> {
    this.#grant = grant
    const { promise, resolve } = Promise.withResolvers<WorkReport>()
    this.#waiting.push({ until: grant.until, resolve })
    if (!this.#isWorking) await this.#storage.setAlarm(Date.now())
    return promise
  }

  override async alarm(): Promise<void> {
    this.#isWorking = true
    try {
      const { isDone, failures } = await this.#work()
      this.#failures += failures
      const mayContinue = !isDone && Date.now() < this.#grant.until
      if (mayContinue) await this.#storage.setAlarm(Date.now())
      this.#answer(mayContinue ? Date.now() : Infinity)
    } catch (thrown) {
      // Not thrown, since the platform would repeat the alarm: the cron wakes the object while work is due.
      reportFailure({ shard: this.#of.shard, ...this.#of.owner }, thrown, null)
      this.#failures++
      this.#answer(Infinity)
    } finally {
      this.#isWorking = false
    }
  }

  /** Answers those whose grant ends by then. */
  #answer(until: number): void {
    const answered = this.#waiting.filter((each) => each.until <= until || until === Infinity)
    this.#waiting = this.#waiting.filter((each) => !answered.includes(each))
    for (const { resolve } of answered) resolve({ failures: this.#failures })
    if (this.#waiting.length > 0) return
    this.#failures = 0
    if (until === Infinity) this.#wishes.clear()
  }

  #work() {
    return workOnAccount({
      gateway: this.gateway(),
      ...this.#of,
      workers: this.#grant.workers,
      wishes: this.#wishes,
      workOnLane: async (work, number) =>
        this.gateway()
          .environment.laneWorkers.getByName(laneWorkerName(this.#name, work.lane, number))
          .work(work),
    })
  }
}
