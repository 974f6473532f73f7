import type { Prompts, SimulatedAction } from '#contract/terminals/device'
import type { Secret } from '#contract/schema/secret'
import type { TerminalState } from '#contract/terminals/terminals'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { TerminalRow } from '../../store/terminals/terminalColumns.ts'
import type { PendingTransaction } from '../transactions/initiate/createPending.ts'

/** A payment at a terminal, with the prompts for the shopper. */
export interface TerminalPayment {
  readonly opened: PendingTransaction
  readonly prompts: Prompts
}

/** Make and model that a device reports. */
export interface DeviceInfo {
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
}

/** The current pairing code of a device, reserved for the request that claimed it. */
export interface ClaimedCode {
  readonly device: DeviceInfo
  /** Ends the reservation. The device continues to show the code. */
  release(): Promise<void>
  /** Sends name and key to the device; safe to retry. False if the device did not confirm that it stores them. */
  handOver(terminal: TerminalRow, key: Secret): Promise<boolean>
}

/** A pairing code that the same request has used: the device has received its key, and the response was lost. */
export interface UsedCode {
  /** The id of its terminal. */
  readonly terminal: string
  readonly isKept: boolean
}

/** `unknown`: no device of this mode has shown the code, or it has another device id. `invalid`: the code is expired, used, or reserved for another request. */
export type CodeClaim = ClaimedCode | UsedCode | 'unknown' | 'invalid'

/** Calls to the Durable Objects of an account's terminals. The name of an object is the id of its terminal. */
export interface TerminalsClient {
  /** Starts a payment and waits until its outcome is recorded, at most for the maximum length of a session. */
  pay(terminal: TerminalRow, payment: TerminalPayment): Promise<void>
  /** Cancels the payment that waits for a card. @param session id of the session to cancel; null for any */
  abort(terminal: string, session: number | null): Promise<'aborted' | 'processing' | 'none'>
  /** Deletes the terminal and the storage of its object. */
  remove(terminal: TerminalRow, audit: AuditNote): Promise<'removed' | 'processing' | 'gone'>
  status(terminal: TerminalRow): Promise<TerminalState>
  /** False if no payment waits for this action. */
  simulate(terminal: TerminalRow, action: SimulatedAction): Promise<boolean>
  /** Applies a change of the account's test clock. Returns when the open session ends by time, in milliseconds since 1970; null if it does not. */
  wake(terminal: string, clockOffsetMs: number): Promise<number | null>
  /**
   * @param claim.by identifies a request and its retries
   * @param claim.deviceId as the merchant read it from the back of the device
   */
  claim(code: string, claim: { readonly by: string; readonly deviceId: string | null }): Promise<CodeClaim>
}
