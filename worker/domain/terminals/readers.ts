import type { Prompts, SimulatedAction } from '#contract/terminals/device'
import type { Secret } from '#contract/schema/secret'
import type { TerminalState } from '#contract/terminals/terminals'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { TerminalRow } from '../../store/terminals/terminalColumns.ts'
import type { PendingTransaction } from '../transactions/initiate/createPending.ts'

/** A payment that a terminal shows, with what it asks the shopper. */
export interface TerminalPayment {
  readonly opened: PendingTransaction
  readonly prompts: Prompts
}

/** The make of a device, as it reports it. */
export interface DeviceInfo {
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
}

/** A code that a device shows right now, reserved for the request that claimed it. */
export interface ClaimedCode {
  readonly device: DeviceInfo
  /** Returns the code: the device shows it on. */
  release(): Promise<void>
  /** Gives the device its name and its key; safe to repeat. False where the device did not confirm that it stores them. */
  handOver(terminal: TerminalRow, key: Secret): Promise<boolean>
}

/** A code by which the same request has given a device its key already, before a response was lost. */
export interface UsedCode {
  /** The id of its terminal. */
  readonly terminal: string
  readonly isKept: boolean
}

/** `unknown`: no device has shown it; `invalid`: one has, but it is expired, used, or reserved for another request. */
export type CodeClaim = ClaimedCode | UsedCode | 'unknown' | 'invalid'

/** The terminals of an account: calls to their Durable Objects, each named by the id of its terminal. */
export interface Readers {
  /** Starts a payment and waits until its outcome is recorded. Returns as well when that takes longer than a session can last. */
  pay(terminal: TerminalRow, payment: TerminalPayment): Promise<void>
  /** Cancels the payment that waits for a card. @param session the one to cancel; null for any */
  abort(terminal: string, session: number | null): Promise<'aborted' | 'processing' | 'none'>
  /** Deletes the terminal and all that its object stores. */
  remove(terminal: TerminalRow, audit: AuditNote): Promise<'removed' | 'processing' | 'gone'>
  status(terminal: TerminalRow): Promise<TerminalState>
  /** False where no payment waits for this action. */
  simulate(terminal: TerminalRow, action: SimulatedAction): Promise<boolean>
  /** Applies a change of the account's test clock. */
  wake(terminal: string, clockOffsetMs: number): Promise<void>
  /** @param by identifies the request: the same text when it is repeated */
  claim(code: string, by: string): Promise<CodeClaim>
}
