import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import { workOnLane } from './workOnLane.ts'
import type { LaneResult, LaneWork, LaneWorkerRpc } from '../app/objects.ts'

const gateways = memoizedGateway({})

/**
 * Works on one lane of an account, a bounded part per call. Stores nothing. An invocation has six connections, so an account with much work uses
 * several of these objects.
 */
export class LaneWorker extends DurableObject<Bindings> implements LaneWorkerRpc {
  /** Overridden in tests with another clock and processor. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  async work(work: LaneWork): Promise<LaneResult> {
    return workOnLane(this.gateway(), work)
  }
}
