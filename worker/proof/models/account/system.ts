import { inNode } from '../kernel/inNode.ts'
import { withDisputes } from './simulatedDisputes.ts'
import type { MachineFault } from '../kernel/faults.ts'
import type { System } from '../kernel/gateway.ts'
import type { WithSystem } from '../kernel/model.ts'

/** Sequences of commands, see scenarios.ts. */
export type Scenario = 'payments' | 'reversal' | 'checkout' | 'subscription' | 'delivery'

/** A merchant's server that receives events and verifies each delivery. */
export interface WebhookReceiver {
  readonly url: string
  /** Called with the created webhook. */
  register(webhook: { readonly id: string; readonly secret: string | null }): void
  /** Sets the status of its responses. */
  respondWith(status: number): void
  /** Acknowledged deliveries: the body of the first, by event id. */
  readonly received: ReadonlyMap<string, string>
  /** The number of deliveries, acknowledged or not. */
  readonly deliveries: number
  /** The number of deliveries of acknowledged events. */
  readonly repeated: number
  /** Errors of invalid deliveries: must stay empty. */
  readonly invalid: readonly string[]
}

/**
 * The gateway in Node, in workerd with Durable Objects, or in a process that is killed. Commands use the public API and the account's test
 * clock only, so the same commands run everywhere.
 */
export interface AccountSystem extends Pick<
  System,
  'can' | 'ledger' | 'faultPlan' | 'accounts' | 'run' | 'deliverLate' | 'advance'
> {
  sweep(): Promise<void>
  /** The number of Durable Objects that crashed. */
  crashes(): number
  /** The scenario to repeat until this fault has occurred; null after that, and for a fault that need not occur. */
  scenarioFor(fault: MachineFault): Scenario | null
  /** Starts a webhook receiver; null without Durable Objects, and so without webhooks and terminals. */
  readonly openReceiver: (() => Promise<WebhookReceiver>) | null
}

export const accountInNode = async (): Promise<WithSystem<AccountSystem>> => {
  const withSystem = await inNode(undefined, { extendProcessor: withDisputes })
  return (work, options) =>
    withSystem(
      (system) =>
        work({
          ...system,
          sweep: () => system.run((machine) => machine.sweep(), null),
          crashes: () => 0,
          scenarioFor: () => null,
          openReceiver: null,
        }),
      options,
    )
}
