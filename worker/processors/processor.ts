import type { ApprovalCode } from '#contract/transactions/responseCodes'
import type { Secret } from '#contract/schema/secret'
import type { SettlementTimes, SimulatedReturn } from './simulatedReturn.ts'

/**
 * The interface to a processor, which moves the money. Every processor implements this file and passes `testProcessorConformance`.
 *
 * What a processor cannot do is in its capabilities. The gateway refuses it before anything is stored or sent. Called nevertheless, a
 * processor has no effect and never throws: it declines the operation with `notSupportedCode`, or returns `retry` for a reversal.
 *
 * Rules for the caller:
 *
 * 1. Store the Ref, then send. The response may never arrive, and a reversal needs the references.
 * 2. After an `unknown` authorize: queue a reversal before responding to the client. The authorization may have happened.
 * 3. A `notSent` operation may be retried with the same `op`, with any processor. An `unknown` authorize may not.
 * 4. An `unknown` capture, void or credit is repeated with the same `op` and Ref until its outcome is known, if the processor `repeats`
 *    by key. Otherwise it is looked up, and sent again only after it is certain that it has not happened.
 * 5. A late approval of a reversed operation is reversed again.
 * 6. An outcome that arrives twice is applied once.
 * 7. A reversal is stored as a row and repeated until it is `done` or `notFound`, or until a person resolves it.
 */
export interface Processor {
  /** The name of its definition. */
  readonly name: string
  readonly can: Capabilities
  /** Set by simulated processors, whose time is that of the account. A test clock moves it. Others have real time. */
  readonly hasAccountTime?: true

  /** Holds money, or takes it at once with `capture: 'now'`. An amount of 0 verifies the account and is approved with code 85. */
  authorize(op: AuthorizeOp, ref: Ref): Promise<Outcome>

  /**
   * Takes held money. With `final` the same message releases the rest of the hold permanently: a later void of this capture makes
   * only its own amount capturable again.
   */
  capture(op: ModificationOp, ref: Ref): Promise<Outcome>

  /**
   * Undoes the original before settlement: an authorization with all its captures, one capture (its amount becomes capturable
   * again), or one credit.
   */
  void(op: ModificationOp, ref: Ref): Promise<Outcome>

  /** Refunds an original, or pays out to an instrument without one. */
  credit(op: ModificationOp | UnreferencedCreditOp, ref: Ref): Promise<Outcome>

  /**
   * Undoes an operation whose outcome is unknown. Never throws: `retry` means that this attempt had no result.
   *
   * @param attempt counts from 1. From the second on the message is marked as a repeat (ISO 8583: 0421 instead of 0420).
   * @param rest releases only this amount of an authorization and leaves its captures: for an expired or given-up hold. It is the
   *   total released so far and not an increment, so a repeated or delayed message has no effect (ISO 8583 field 95 holds the
   *   remaining amount instead).
   */
  reverse(of: Ref, attempt: number, rest?: Money): Promise<Reversal>

  /**
   * Returns the outcome of an operation. Present if and only if `finds` is not `never`. Never throws: an `unknown` outcome means that
   * the look-up itself failed, or that the Ref lacks their reference and `finds` needs it. `notFound` proves that the operation has
   * not happened only once `visibleAfterMs` have passed since it was sent.
   *
   * @param modification of a capture, void or refund: some processors keep it as a part of its original, without our reference
   */
  lookup?(of: Ref, modification?: SentModification): Promise<Outcome | 'notFound'>

  /**
   * Lists the other side's operations that were created in a span of time, oldest first, for the comparison with the gateway's. The
   * span includes its beginning and excludes its end. A report shows no operation before it is visible to look-ups.
   *
   * With `settles: 'byReport'` it also lists the operations whose state changed in the span, however old they are: the gateway reads on from
   * the end of the span before. Each is listed once, with the state that it has now. A change is visible as late as a new operation. The span
   * has the times of the other side: real time, or the account's with `hasAccountTime`.
   *
   * @param cursor `next` of the page before; absent for the first page
   * @throws Error if the other side cannot be read
   */
  report?(span: ReportSpan, cursor?: string): Promise<ReportPage>

  /** Subscribes to unsolicited messages: a response after the deadline, a second response, a return, a dispute. */
  onUnsolicited?(listener: (late: Unsolicited) => void): void

  /**
   * The return or dispute of an approved operation after settlement. Only simulated processors have it: real ones receive returns
   * through `onUnsolicited`.
   */
  simulateReturn?(type: OperationType, ref: Ref, times: SettlementTimes): SimulatedReturn | undefined

  /** Gives up a dispute, by its case id at the processor. Present if the processor has a request for it. */
  acceptDispute?(caseId: string): Promise<Acceptance>

  health(): Promise<Health>
}

/** What a processor can do: data, which the gateway reads before it stores or sends anything. */
export interface Capabilities {
  /** How many captures a hold can have. With `one` the capture also ends the hold: its rest is released. */
  readonly captures: 'one' | 'many'
  /** Whether one capture can be voided, so that its amount is held again. Otherwise only the whole payment can be voided. */
  readonly voidsOneCapture: boolean
  /** Whether the rest of a hold can be released while its captures stand: by a final capture, and by `reverse` with `rest`. */
  readonly givesBackRest: boolean
  /** Whether an operation that is sent again has no second effect. With `never` it moves the money again. */
  readonly repeats: 'byKey' | 'never'
  /** Which reference `lookup` needs: ours alone, or theirs, which only a response brings. */
  readonly finds: 'byOurReference' | 'byTheirs' | 'never'
  /** Which reference `reverse` needs. With `byTheirs`, `reverse` of a Ref without it returns `retry` and sends nothing. */
  readonly reverses: 'byOurReference' | 'byTheirs'
  /** Milliseconds after sending. Until then a look-up that finds nothing proves nothing. */
  readonly visibleAfterMs: number
  /** Whether captures and credits are `pending` first. Their outcome comes later, by `onUnsolicited`, `lookup` or a repeat. */
  readonly answersLater: boolean
  /** Whether a payment can be refunded before its captures have settled. */
  readonly creditsUnsettled: boolean
  /** Whether money can be paid out without an original. */
  readonly unreferencedCredit: boolean
  /** Whether an authorization can be approved for less than requested. */
  readonly partialApproval: boolean
  /** Whether an authorization of 0 verifies the account. */
  readonly verification: boolean
  readonly methods: readonly PaymentMethod[]
  /** ISO 4217 numbers, or all currencies of the gateway. */
  readonly currencies: readonly number[] | 'all'
  /** Whether a card can be a network token. */
  readonly networkTokens: boolean
  /** Whether an authorization can carry the result of a 3-D Secure authentication. */
  readonly threeDSecure: boolean
  /**
   * How a merchant-initiated charge names the first payment of its series: by the network's id of it, or by this processor's own reference,
   * which exists only if that payment was made over the same connection. `either`: by its own if there is one.
   */
  readonly namesInitialBy: 'networkId' | 'theirs' | 'either'
  /** How long a hold lives, in milliseconds. Null: the networks' own times apply. */
  readonly holdMs: number | null
  /**
   * Who settles captures and credits: the gateway at the end of the account's day, or the processor, whose report shows what has settled and
   * what the bank has returned. With `byReport` the processor has `report`.
   */
  readonly settles: 'byGateway' | 'byReport'
}

/** The code of a declined operation that the processor does not support. */
export const notSupportedCode = '12'

/** A whole number of the currency's smallest unit. */
export type Minor = bigint

export interface Money {
  readonly minor: Minor
  /** ISO 4217 number, 840 for the US dollar. */
  readonly currency: number
  /** Decimals of the currency in the gateway's table, which a processor needs to format the amount. */
  readonly exponent: number
}

export type Mode = 'test' | 'live'

/** The merchant's account, as a processor needs it. */
export interface AccountContext {
  readonly id: string
  readonly mode: Mode
  /** Test mode: whether undocumented card numbers are declined instead of approved. */
  readonly strictTestPans: boolean
}

/**
 * The references of one operation: plain JSON without card data, stored in its row before the request is sent. A processor derives
 * further references from `op`, which is unique and the same in every repeat (ISO 8583 fields 11 and 37), and from `created` (field 7).
 * The Ref of the outcome may have more members and replaces it in the row.
 */
export interface Ref {
  /** Id of the connection. Absent: the built-in simulator. */
  readonly connection?: string
  readonly account: string
  readonly op: string
  /** The `op` of the payment's first operation. */
  readonly root: string
  /** Milliseconds since 1970. Absent in references that version 0.2 stored. */
  readonly created?: number
  /** When it was sent again, after a look-up had proved that it had not happened. Milliseconds since 1970. */
  readonly sentAgain?: number
  /** `created` or `sentAgain`, the later one, by real time: a test clock moves the others. Absent in references of version 0.2. */
  readonly realTime?: number
  /** Data of the processor, such as its own id of the operation. Absent: the processor has not responded. */
  readonly raw?: string
  /**
   * The processor's own id of the operation, if its messages name the operation by it and not by `op`. They find it by an index, whose entry
   * costs each operation a row written. Absent otherwise.
   */
  readonly theirs?: string
}

export type OperationType = 'authorize' | 'capture' | 'void' | 'credit'

export interface OpBase {
  /** The gateway's transaction id. It is the idempotency key: one `op` has at most one effect. */
  readonly op: string
  readonly account: AccountContext
  readonly amount: Money
  /** When the caller stops waiting for the response, milliseconds since 1970. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/** An operation on an instrument, which is charged or credited. */
interface InstrumentOp extends OpBase {
  readonly instrument: Instrument
  /**
   * The network that the holder of a co-badged card chose, a name of `#contract/card/networks`. Absent without a choice: the
   * merchant's own rule applies.
   */
  readonly preferredNetwork?: string
  /** The terminal that read the card: the processor's id of it, else the gateway's (ISO 8583 field 41). */
  readonly terminal?: string
  /** The part of the amount that the shopper added at the terminal (ISO 8583 field 54). */
  readonly tip?: Money
  readonly order?: OrderDetails
}

/** What the merchant's order says about a payment, for the processor's records and risk checks. Nothing of it changes the amount. */
export interface OrderDetails {
  readonly reference?: string
  readonly email?: string
  readonly billTo?: PostalAddress
  readonly shipTo?: PostalAddress
  /** Decimal texts. */
  readonly tax?: string
  readonly shipping?: string
  readonly surcharge?: string
  /** Text on the payer's statement, where the processor supports one. */
  readonly statementDescriptor?: string
}

/** Members without a value are absent. */
export interface PostalAddress {
  readonly name?: string
  readonly line1?: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode?: string
  /** ISO 3166, two or three letters. */
  readonly country?: string
}

export interface AuthorizeOp extends InstrumentOp {
  readonly credential?: CredentialUse
  readonly avs?: AddressCheck
  readonly allowPartial: boolean
  readonly capture: 'later' | 'now'
}

export interface ModificationOp extends OpBase {
  /**
   * The Ref in the outcome of the original. For a capture or credit: the authorization or any operation of its payment. For a
   * void: the operation to undo.
   */
  readonly original: Ref
  /** Of a capture: the rest of the hold is released. */
  readonly final?: boolean
  /**
   * Counts from 1, which is also what absent means. From the second on the message is marked as a repeat (ISO 8583: 0221 instead of 0220).
   * Only lost responses are counted, so a message that a crash kept from being recorded is sent again as the first.
   */
  readonly attempt?: number
  /** Whether the original's batch has closed, according to the gateway's database. */
  readonly settled?: boolean
}

/** A capture, void or refund that was sent. */
export interface SentModification {
  readonly type: Exclude<OperationType, 'authorize'>
  /** As in the operation that was sent. */
  readonly original: Ref
}

export interface UnreferencedCreditOp extends InstrumentOp {
  readonly unreferenced: true
}

/** A network token is a card. */
export type PaymentMethod = Exclude<Instrument['kind'], 'networkToken'>

export type Instrument = Card | NetworkToken | Check | { readonly kind: 'cash' }

export interface Card {
  readonly kind: 'card'
  readonly pan: Secret
  /** MMYY */
  readonly expiry: string
  readonly cvv?: Secret
  readonly name?: string
  /** `cof` is a credential on file. */
  readonly entry: 'manual' | 'ecom' | 'cof' | 'chip' | 'contactless' | 'fallback'
  readonly emv?: Uint8Array
  readonly track2?: Secret
}

export interface NetworkToken {
  readonly kind: 'networkToken'
  /** The wallet on the shopper's device whose message was decrypted. Absent: a token that a network has issued to the merchant. */
  readonly wallet?: 'applePay' | 'googlePay'
  readonly dpan: Secret
  /** MMYY */
  readonly expiry: string
  readonly cryptogram?: Secret
  readonly eci?: string
}

export interface Check {
  readonly kind: 'check'
  readonly routing: string
  readonly account: Secret
  readonly accountType: AccountType
  readonly name?: string
  readonly number?: string
  /** Sent to the processor and never stored. */
  readonly verification?: {
    readonly dob?: Secret
    readonly ssn?: Secret
    readonly driversLicense?: { readonly number: Secret; readonly state: string }
  }
}

export type AccountType = 'checking' | 'savings' | 'businessChecking' | 'businessSavings'

/** Stored-credential framework of the card networks: who charges, whether for the first time, and why. */
export interface CredentialUse {
  readonly initiatedBy: 'customer' | 'merchant'
  readonly initial: 'first' | 'subsequent'
  readonly reason: 'recurring' | 'installment' | 'unscheduled'
  readonly installment?: number
  /** The network's id of the first transaction. Merchant-initiated transactions refer to it. */
  readonly networkTransactionId?: string
  /** `raw` of the first transaction's Ref. Absent if that was made over another connection. */
  readonly initialReference?: string
}

/** The address that the issuer verifies. */
export interface AddressCheck {
  readonly postal?: string
  readonly line1?: string
  /** ISO 3166, two or three letters. Absent means the US. */
  readonly country?: string
}

/**
 * The outcome of one operation. `approved` and `declined` are final, `pending` was accepted and will become final, `unknown` may have
 * happened, `notSent` has not happened. Only captures, voids and credits may be pending: an authorization that is pending is reversed.
 */
export type Outcome = Approved | Declined | Pending | Unknown | NotSent

/** The letters of the AVS and CVV checks, keys of `#contract/transactions/verificationCodes`. Absent if the check was not made. */
export interface Verification {
  readonly avs?: string
  readonly cvv?: string
}

export interface Approved extends Verification {
  readonly result: 'approved'
  readonly ref: Ref
  /** The approved amount: less than requested with code 10, more if the shopper added a tip at the terminal. */
  readonly approved: Money
  /** The tip in the approved amount. */
  readonly tip?: Money
  readonly code: ApprovalCode
  readonly authCode?: string
  readonly networkTransactionId?: string
  /** When the hold expires, in milliseconds since 1970. */
  readonly expiresAt?: number
}

export interface Declined extends Verification {
  readonly result: 'declined'
  readonly ref: Ref
  /** A key of `#contract/transactions/responseCodes`, whose table also has the retry advice. */
  readonly code: string
}

export interface Pending {
  readonly result: 'pending'
  readonly ref: Ref
  /** When a look-up or repeat may find the outcome, in milliseconds from now. */
  readonly pollAfterMs: number
}

export interface Unknown {
  readonly result: 'unknown'
  readonly ref: Ref
  /** `unparsable`: the response, or for a look-up the Ref, lacks what is needed to read it. */
  readonly reason: 'timeout' | 'disconnected' | 'unparsable'
}

export interface NotSent {
  readonly result: 'notSent'
  readonly ref: Ref
  readonly reason: 'link_down' | 'refused' | 'overloaded' | 'aborted'
}

/** `notFound`: the other side never received the original. */
export type Reversal = 'done' | 'notFound' | 'retry'

/** From a time to a time, in milliseconds since 1970. */
export interface ReportSpan {
  readonly from: number
  readonly to: number
}

export interface ReportPage {
  readonly operations: readonly ReportedOperation[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

/** An operation as the other side has it. */
export interface ReportedOperation {
  /**
   * Our reference, the `op` of its Ref. Null for an operation that was not made through the gateway, and for a capture or void whose reference
   * the other side does not keep: its `originalOp` and its type tell which one it is, so such a processor has `captures: 'one'`.
   */
  readonly op: string | null
  /** The other side's reference. A Ref with it as `raw` names this operation in a reversal or look-up. */
  readonly theirs: string
  /** The other side's reference of the captured, voided or credited operation. */
  readonly original: string | null
  /** Our reference of that operation, which may be older than the report. */
  readonly originalOp: string | null
  readonly type: OperationType
  /**
   * `settled` operations were approved and have left the open batch. `returned` ones had settled: the bank has returned a bank debit, or a
   * credit. An operation that waits for its outcome is `pending`. What an authorization with `capture: 'now'` took is settled with it.
   */
  readonly state: 'pending' | 'approved' | 'declined' | 'voided' | 'reversed' | 'settled' | 'returned'
  /** Of a returned operation: the NACHA return code, such as R01, if the bank gave one. */
  readonly returnCode?: string
  readonly money: Money
  /** When the other side created it, in milliseconds since 1970. */
  readonly at: number
}

export interface Unsolicited {
  readonly ref: Ref
  readonly outcome: Outcome
}

/**
 * - `done`: the dispute is given up, now or by an earlier request
 * - `tooLate`: the other side has decided it before
 * - `unknown`: no response. The request is safe to repeat.
 */
export type Acceptance = 'done' | 'tooLate' | 'unknown'

export type Health = 'up' | 'degraded' | 'down'
