import type { Prompts, SimulatedAction } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { DeviceInfo } from '../domain/terminals/terminalsClient.ts'
import type {
  DeliveredEvent,
  Delivery,
  DeliveryAttempt,
  DeliveryPage,
  DeliveryPageRequest,
} from '../domain/webhooks/endpoints.ts'
import type { Book, BookRehearsal } from '../processors/simulator/book/book.ts'
import type { StoredOutcome } from '../outcomes/stored/storedOutcome.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry } from '../store/sql/audit.ts'
import type { Lane } from '../store/work/nextDue.ts'
import type { SignedRequest } from '../webhooks/delivery/attempt.ts'
import type { DeliveryResponse } from '../webhooks/delivery/retrySchedule.ts'
import type { StoredPayment } from '../terminals/stored/storedPayment.ts'

/**
 * RPC interfaces of the Durable Objects. The bindings have these types and not the classes, which may import the composition root.
 */

/** A payment for a terminal, in its stored form: during a deploy caller and object may run different versions. */
export interface PaymentMessage {
  readonly opened: StoredPayment
  readonly prompts: Prompts
  readonly account: KeyRecord['account']
  /** Whether the call repeats one that the object's shutdown interrupted. */
  readonly isAgain: boolean
}

/** The object of one terminal, with its connection and its session. */
export interface TerminalRpc extends Rpc.DurableObjectBranded {
  /** Starts a payment, unless it has started already, and returns once its outcome is recorded. */
  pay(payment: PaymentMessage): Promise<void>
  /** Cancels the session. @param id of its payment; null for any */
  abort(id: string | null): Promise<'aborted' | 'processing' | 'none'>
  remove(audit: AuditEntry, account: KeyRecord['account']): Promise<'removed' | 'processing' | 'gone'>
  /** @param simulated the code of a simulated terminal */
  status(simulated: string | null): Promise<TerminalState>
  /** @param simulated the code of the terminal. @param requestId of the request that simulates */
  simulate(action: SimulatedAction, simulated: string, requestId: string): Promise<boolean>
  /** Returns when the terminal's session must be woken again, by the account's clock; null if no time ends it. */
  wake(clockOffsetMs: number): Promise<number | null>
}

/** The result of claiming a pairing code: its device, or the earlier outcome if the same holder has claimed it before. */
export type PairingClaim =
  | { readonly device: DeviceInfo }
  | { readonly reader: string; readonly isKept: boolean }
  | 'unknown'
  | 'invalid'

/** The name and key of a paired device. */
export interface PairingMessage {
  readonly reader: string
  readonly nickname: string
  readonly key: string
}

/** The object of one pairing code. */
export interface PairingRpc extends Rpc.DurableObjectBranded {
  /**
   * @param holder identifies the request, equal when it is repeated
   * @param deviceId as the merchant read it from the back of the device
   */
  claim(holder: string, deviceId: string | null): Promise<PairingClaim>
  release(): Promise<void>
  handOver(pair: PairingMessage): Promise<boolean>
}

/** The object of one webhook endpoint, which delivers events to it. */
export interface WebhookEndpointRpc extends Rpc.DurableObjectBranded {
  wake(): Promise<void>
  refresh(): Promise<void>
  /** @param moment of the account's clock. Returns when the next delivery is due */
  catchUp(moment: number): Promise<number | null>
  replay(event: DeliveredEvent): Promise<void>
  replayRange(since: number, until: number): Promise<void>
  replayUndelivered(since: number, until: number): Promise<void>
  deliveries(page: DeliveryPageRequest): Promise<DeliveryPage | 'cursor_invalid'>
  failingSince(): Promise<number | null>
  /** Not `test`: the runtime reserves that name for an object's own tests. */
  sendTest(): Promise<DeliveryAttempt | 'unread' | null>
  deliveryOf(event: DeliveredEvent): Promise<Delivery | null>
  forget(): Promise<void>
}

/** One of the objects that send the deliveries of a busy webhook. */
export interface WebhookSenderRpc extends Rpc.DurableObjectBranded {
  /** Sends a request once. A network failure is a response without status. */
  send(request: SignedRequest): Promise<DeliveryResponse>
}

/** The object of one simulated connection: the other side's own ledger. */
export interface SimulatorBookRpc extends Rpc.DurableObjectBranded, Book, BookRehearsal {}

/** How long an account's object may work without being woken again, and with how many lane workers. */
export interface WorkGrant {
  /** Real time, milliseconds since 1970. */
  readonly until: number
  readonly workers: number
}

export interface WorkReport {
  /** Number of failed jobs. */
  readonly failures: number
}

/** The object that does the background work of one account in one mode. */
export interface AccountWorkRpc extends Rpc.DurableObjectBranded {
  /** Returns when nothing is due any more, or when the grant has ended. */
  wake(grant: WorkGrant): Promise<WorkReport>
}

/** One lane of an account in one mode. */
export interface LaneWork {
  readonly shard: string
  readonly account: KeyRecord['account']
  readonly lane: Lane
}

export interface LaneResult {
  /** Whether anything changed. */
  readonly hadEffect: boolean
  /** Whether the invocation ended for its limits, so that work may be left. */
  readonly hasMore: boolean
  /** Number of failed jobs. */
  readonly failures: number
}

/** One of the objects that work on a lane of an account. */
export interface LaneWorkerRpc extends Rpc.DurableObjectBranded {
  work(work: LaneWork): Promise<LaneResult>
}

/** The object that keeps the outcomes of one account while its database is away. */
export interface OutcomeKeeperRpc extends Rpc.DurableObjectBranded {
  /** Stores an outcome, in place of an earlier one of the same operation, and writes it later. */
  keep(outcome: StoredOutcome): Promise<void>
  /** Forgets the outcome of an operation, since it is written. */
  drop(operation: number): Promise<void>
  /** Writes the outcome of an operation now, if it is kept. Returns whether the operation has it. Throws while the database is away. */
  write(operation: number): Promise<boolean>
}
