import type { GatewayParts } from '../../../app/gateway.ts'
import type { Bindings } from '../../../app/env.ts'
import type { Ledger } from '../../acquirer/ledger.ts'
import type { FaultPlan } from '../../acquirer/faultPlan.ts'
import type { Turn } from '../payments/machine.ts'
import type { MachineFault } from '../payments/steps.ts'

/** What runs the worker: workerd with D1, or Node with SQLite. */
export interface Runtime {
  readonly d1: D1Database
  /** All but the databases. */
  readonly bindings: Bindings
  readonly account: string
  readonly secretKey: string
  readonly clock: { now(): number; advance(ms: number): void }
  readonly ids?: GatewayParts['ids']
  /** Where work that is done at once waits for its turn. */
  readonly turn: Turn
  /** Runs work to its end. With turns, where the runtime knows any, everything that waits for its turn goes on in that order. */
  run(work: () => Promise<void>, turns: readonly number[]): Promise<void>
}

/** The gateway on a machine that may die: whoever asks it then hears `Lost`. */
export interface Machine {
  fetch(request: Request): Promise<Response>
  /** The minute cron. */
  sweep(): Promise<void>
}

/** Nothing is heard any more. */
export class Lost extends Error {
  override readonly name = 'Lost'
}

/** The gateway as a schedule plays on it, with a fresh account and a fresh acquirer. */
export interface UnderTest {
  readonly book: Ledger
  readonly orders: FaultPlan
  readonly account: string
  readonly secretKey: string
  /** To whom mail was sent. */
  readonly mails: readonly string[]
  now(): number
  advance(ms: number): void
  /** Lets others go on first, while work is run. */
  turn(): Promise<void>
  /** Runs work on a machine, and waits for all that goes on after the answers. */
  run(work: (machine: Machine) => Promise<void>, fault: MachineFault | null, turns: readonly number[]): Promise<void>
  /** Lets requests and answers arrive that nobody waits for any more. */
  hearLate(): Promise<void>
  rows(text: string, ...values: (string | number)[]): Promise<Record<string, unknown>[]>
}
