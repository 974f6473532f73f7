import type { Prompts, SimulatedAction } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { DeviceInfo } from '../domain/terminals/terminalsClient.ts'
import type { Delivery, DeliveryAttempt } from '../domain/webhooks/endpoints.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry } from '../store/sql/audit.ts'
import type { StoredPayment } from '../terminals/stored/storedPayment.ts'

/**
 * The RPC interfaces of the Durable Objects: what the gateway may call on them. The bindings name these and not the classes, which may
 * import the composition root themselves.
 */

/** A payment for a terminal. Its form is that of storage, since a deploy may put a new object behind an old caller, or the reverse. */
export interface PaymentMessage {
  readonly opened: StoredPayment
  readonly prompts: Prompts
  readonly account: KeyRecord['account']
  /** Whether the call repeats one that the end of an object interrupted. */
  readonly isAgain: boolean
}

/** The object of one terminal: its connection, and the payment that is open on it. */
export interface TerminalRpc extends Rpc.DurableObjectBranded {
  /** Starts a payment, unless it was started before, and returns once its outcome is recorded. */
  pay(payment: PaymentMessage): Promise<void>
  /** @param id of the session to cancel; null for any */
  abort(id: string | null): Promise<'aborted' | 'processing' | 'none'>
  remove(audit: AuditEntry, account: KeyRecord['account']): Promise<'removed' | 'processing' | 'gone'>
  /** @param simulated the code of a simulated terminal */
  status(simulated: string | null): Promise<TerminalState>
  /** @param simulated the code of the terminal. @param requestId of the request that simulates */
  simulate(action: SimulatedAction, simulated: string, requestId: string): Promise<boolean>
  wake(clockOffsetMs: number): Promise<void>
}

/** The result of a claim: the device that shows the code, or the outcome where the same holder has claimed it before. */
export type CodeClaimed =
  | { readonly device: DeviceInfo }
  | { readonly reader: string; readonly isKept: boolean }
  | 'unknown'
  | 'invalid'

/** The name and the key of a paired device. */
export interface PairingMessage {
  readonly reader: string
  readonly nickname: string
  readonly key: string
}

/** The object of one pairing code. */
export interface PairingRpc extends Rpc.DurableObjectBranded {
  /** @param holder identifies the request: the same text when it is repeated */
  claim(holder: string): Promise<CodeClaimed>
  release(): Promise<void>
  handOver(pair: PairingMessage): Promise<boolean>
}

/** The object of one webhook endpoint, which delivers events to it. */
export interface WebhookEndpointRpc extends Rpc.DurableObjectBranded {
  wake(): Promise<void>
  refresh(): Promise<void>
  catchUp(): Promise<void>
  replay(position: number): Promise<void>
  replayRange(since: number, until: number): Promise<void>
  /** Not `test`: the runtime reserves that name for an object's own tests. */
  sendTest(): Promise<DeliveryAttempt | 'unread' | null>
  deliveryOf(position: number): Promise<Delivery | null>
  forget(): Promise<void>
}
