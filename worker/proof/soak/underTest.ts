import type { Ledger } from '../acquirer/ledger.ts'
import type { FaultPlan } from '../acquirer/faultPlan.ts'
import type { MachineFault } from '../models/payments/steps.ts'
import type { Round } from './rounds.ts'

/** Sends a request to the gateway. Throws where nothing is heard of it. */
export type Send = (request: Request) => Promise<Response>

/** A merchant's server that events are sent to. It verifies each delivery. */
export interface Inbox {
  readonly url: string
  /** Known once it was registered. */
  register(webhook: { readonly id: string; readonly secret: string | null }): void
  /** What it answers from now on. */
  answer(status: number): void
  /** Every event that arrived and was acknowledged, by its id: its text as it was the first time. */
  readonly heard: ReadonlyMap<string, string>
  /** How many deliveries it was sent, whatever it answered. */
  readonly arrived: number
  /** How often an event arrived that had been acknowledged before. */
  readonly repeated: number
  /** What was wrong with deliveries. Must stay empty. */
  readonly faults: readonly string[]
}

export interface Keys {
  /** Of the account under test, in test mode. */
  readonly own: string
  /** Of the same account, in live mode: none of this is there. */
  readonly live: string
  /** Of another account: none of this is its own. */
  readonly stranger: string
}

/**
 * The gateway as a history plays on it, with a fresh account: the business alone, in its runtime, or in a process that is killed. All is
 * done over the public API, and time is put forward by the account's own clock, so that the same steps run everywhere.
 */
export interface UnderTest {
  readonly book: Ledger
  readonly orders: FaultPlan
  /** The account's name at the acquirer. */
  readonly account: string
  readonly keys: Keys
  /** Runs work on a machine of its own that has this fault, or dies of it; heals all after that. */
  run(work: (send: Send) => Promise<void>, fault: MachineFault | null, turns: readonly number[]): Promise<void>
  /** How often an object of the platform has ended in the middle of what it did. */
  readonly deaths: () => number
  /** What a step with this fault goes on with, again and again, until it has struck: null from then on, and where it may strike or not. */
  goesOnWith(fault: MachineFault): Round | null
  /** Lets requests and answers arrive that nobody waits for any more. */
  hearLate(): Promise<void>
  /** The minute cron. */
  sweep(): Promise<void>
  /** A new server for webhooks; null where there are no Durable Objects, and so neither webhooks nor card readers. */
  readonly openInbox: (() => Promise<Inbox>) | null
}
