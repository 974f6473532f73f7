import { inNode } from '../kernel/inNode.ts'
import type { MachineFault } from '../kernel/faults.ts'
import type { System } from '../kernel/gateway.ts'
import type { WithSystem } from '../kernel/model.ts'

/** Deeds in a row, see rounds.ts. */
export type Round = 'payments' | 'undoing' | 'checkout' | 'subscription' | 'delivery'

/** A merchant's server that receives events and verifies each delivery. */
export interface Inbox {
  readonly url: string
  /** Called with the created webhook. */
  register(webhook: { readonly id: string; readonly secret: string | null }): void
  /** Its status from now on. */
  answer(status: number): void
  /** Every delivery that it acknowledged, by the event's id: the text of the first. */
  readonly heard: ReadonlyMap<string, string>
  /** Deliveries, acknowledged or not. */
  readonly arrived: number
  /** Deliveries of events that it had acknowledged before. */
  readonly repeated: number
  /** Invalid deliveries: must stay empty. */
  readonly faults: readonly string[]
}

/**
 * The gateway in Node, in workerd with Durable Objects, or in a process that is killed. Everything is done over the public API, and time is
 * advanced by the account's test clock, so that the same commands run everywhere.
 */
export interface AccountSystem extends Pick<
  System,
  'ledger' | 'faultPlan' | 'accounts' | 'run' | 'deliverLate' | 'advance'
> {
  sweep(): Promise<void>
  /** How often a Durable Object ended while it worked. */
  deaths(): number
  /** The round that a command with this fault repeats until the fault has struck; null from then on, and where it need not strike. */
  continuesWith(fault: MachineFault): Round | null
  /** A new server for webhooks; null without Durable Objects, and so without webhooks and terminals. */
  readonly openInbox: (() => Promise<Inbox>) | null
}

export const accountInNode = async (): Promise<WithSystem<AccountSystem>> => {
  const withSystem = await inNode()
  return (work) =>
    withSystem((system) =>
      work({
        ...system,
        sweep: () => system.run((machine) => machine.sweep(), null),
        deaths: () => 0,
        continuesWith: () => null,
        openInbox: null,
      }),
    )
}
