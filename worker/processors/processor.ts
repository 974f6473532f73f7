import type { ApprovalCode } from '#contract/transactions/responseCodes'
import type { Secret } from '#contract/schema/secret'

/**
 * What stands between us and whoever moves the money. Every processor implements this file and passes `processorSuite`.
 *
 * Rules the caller keeps, since no processor can keep them alone:
 *
 * 1. Store what `prepare()` answers, then send. The answer may never come, and a reversal needs what was sent.
 * 2. `unknown` on authorize: queue a reversal before answering the client. It may have happened.
 * 3. `notSent` may be tried again with the same `op`, here or elsewhere; an authorize that is `unknown` may not.
 * 4. A capture, void or credit that is `unknown` is repeated, with the same `op` and the same Ref, until it is known.
 * 5. An approval that arrives late for something reversed is reversed once more.
 * 6. An outcome that arrives twice is applied once.
 * 7. A reversal is a row that is tried until it is `done` or `notFound`, or until a human takes it over.
 */
export interface Processor {
  /** Stands in every Ref, so that the sweep asks the one that was asked, whatever is configured by then. */
  readonly name: string
  readonly can: Capabilities

  /**
   * Mints the references of an operation; sends nothing. It needs no card, so that the caller can store its answer in
   * the same batch that reads the card. The same intent gives the same references.
   *
   * Nor does it need the original of a follow-up, or its amount: the batch that stores the answer may be the one that
   * reads them. Without an original the caller fills in `root`; nothing else that is minted depends on either.
   */
  prepare(intent: Intent): Promise<Ref>

  /** Holds money, or takes it at once with `capture: 'now'`. An amount of 0 verifies the account: approved with code 85. */
  authorize(op: AuthorizeOp, ref: Ref): Promise<Outcome>

  /**
   * Takes held money. With `final` the rest of what was approved is given back by the same message, for good: a later
   * void of this capture makes its own amount capturable again, and no more.
   */
  capture(op: ModificationOp, ref: Ref): Promise<Outcome>

  /**
   * Undoes, before settlement, what the original did: an authorization with all its captures, one capture (its amount
   * can be captured again), or one credit.
   */
  void(op: ModificationOp, ref: Ref): Promise<Outcome>

  /** Gives money back: of an original, or to an instrument with no original. */
  credit(op: ModificationOp | UnreferencedCreditOp, ref: Ref): Promise<Outcome>

  /**
   * Undoes an operation whose outcome we do not know. Never throws: `retry` means that this attempt decided nothing.
   * `attempt` counts from 1; from the second on it is a repeat on the wire (ISO 8583: 0421 instead of 0420).
   *
   * @param rest undoes only so much of an authorization, and its captures stand: when it expires, or when what is left
   *   of it is given up. It is the sum of all that was ever given back, not a step from the last time, so a repeat or
   *   an old message that comes late changes nothing (ISO 8583 field 95 says the same by what remains).
   */
  reverse(of: Ref, attempt: number, rest?: Money): Promise<Reversal>

  /** Asks what became of an operation, where the other side can be asked. */
  lookup?(of: Ref): Promise<Outcome>

  /** Hears what arrives without a question: an answer after the deadline, a second answer, a return, a dispute. */
  onUnsolicited?(listener: (late: Unsolicited) => void): void

  /**
   * What will become of an approved operation after its batch was settled: only for a processor that pretends, and has
   * nobody who would tell it. A real one hears of it through `onUnsolicited`.
   */
  simulateReturn?(type: OperationType, ref: Ref, times: SettlementTimes): SimulatedReturn | undefined

  health(): Promise<Health>
}

export interface Capabilities {
  readonly partialApproval: boolean
  readonly multiCapture: boolean
  readonly unreferencedCredit: boolean
  readonly lookup: boolean
  readonly reversalAdvice: boolean
  /** ISO 4217 numbers, or every one that the gateway takes. */
  readonly currencies: readonly number[] | 'all'
}

/** A whole number of the currency's smallest unit. */
export type Minor = bigint

export interface Money {
  readonly minor: Minor
  /** ISO 4217 number, 840 for the US dollar. */
  readonly currency: number
  /** How many decimals the currency has in our book, which is what a processor needs to print the amount. */
  readonly exponent: number
}

export type Mode = 'test' | 'live'

/** The merchant, as far as a processor must know it. */
export interface AccountContext {
  readonly id: string
  readonly mode: Mode
  /** In test mode: decline numbers that are no documented test cards, instead of approving them. */
  readonly strictTestPans: boolean
}

/**
 * The references of one operation: plain JSON of strings, stored in its row before anything is sent. It holds nothing
 * of a card. The Ref in an outcome may know more than the one that was sent, and replaces it in the row.
 */
export interface Ref {
  /** Name of the processor that minted it. */
  readonly processor: string
  readonly account: string
  readonly op: string
  /** The `op` of the payment's first operation; for that one its own. */
  readonly root: string
  /** ISO 8583 field 11, 6 digits. */
  readonly stan?: string
  /** ISO 8583 field 37; stays the same over repeats. */
  readonly rrn?: string
  /** ISO 8583 field 7, MMDDhhmmss in UTC. */
  readonly transmitted?: string
  readonly link?: string
  /** What only this processor understands. */
  readonly raw?: string
}

export type OperationType = 'authorize' | 'capture' | 'void' | 'credit'

/** All of an operation that is known before its card, or its original, is. */
export interface Intent {
  readonly type: OperationType
  readonly op: string
  readonly account: AccountContext
  readonly amount?: Money
  readonly original?: Ref
}

export interface OpBase {
  /** Our transactionId. Stable over repeats, so it is the idempotency key: one `op` has at most one effect. */
  readonly op: string
  readonly account: AccountContext
  readonly amount: Money
  /** Milliseconds since 1970 after which nobody waits for the answer any more. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/** What is charged, or paid out to. */
interface InstrumentOp extends OpBase {
  readonly instrument: Instrument
  /**
   * Of a co-badged card: the network that its holder chose, a name of `#contract/card/networks`. Absent where nothing was
   * chosen, and the merchant's own rule holds.
   */
  readonly preferredNetwork?: string
  /** The reader that read the card: by the processor's own name for it, else by ours (ISO 8583 field 41), */
  readonly reader?: string
  /** and what of the amount its shopper added (field 54). */
  readonly tip?: Money
}

export interface AuthorizeOp extends InstrumentOp {
  readonly credential?: CredentialUse
  readonly avs?: AddressCheck
  readonly allowPartial: boolean
  readonly capture: 'later' | 'now'
}

export interface ModificationOp extends OpBase {
  /**
   * The Ref in the outcome of what is captured, voided or credited. To capture or credit: of the authorization, or of
   * any operation of its payment. To void: of exactly what is to be undone.
   */
  readonly original: Ref
  /** Capture: nothing more will be captured, and the rest is given back. */
  readonly final?: boolean
  /** The original's batch has closed, as far as our book knows. */
  readonly settled?: boolean
}

export interface UnreferencedCreditOp extends InstrumentOp {
  readonly unreferenced: true
}

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
  /** Handed to the processor, stored nowhere. */
  readonly verification?: {
    readonly dob?: Secret
    readonly ssn?: Secret
    readonly driversLicense?: { readonly number: Secret; readonly state: string }
  }
}

export type AccountType = 'checking' | 'savings' | 'businessChecking' | 'businessSavings'

/** Stored-credential framework of the card networks: who charges, whether it is the first time, and why. */
export interface CredentialUse {
  readonly initiatedBy: 'customer' | 'merchant'
  readonly initial: 'first' | 'subsequent'
  readonly reason: 'recurring' | 'installment' | 'unscheduled'
  readonly installment?: number
  /** The network's id of the first transaction, which a merchant-initiated one refers to. */
  readonly networkTransactionId?: string
}

/** What the issuer compares with the cardholder's address. */
export interface AddressCheck {
  readonly postal?: string
  readonly line1?: string
  /** ISO 3166, two or three letters. Absent means the US. */
  readonly country?: string
}

/**
 * What a processor says of one operation. `approved` and `declined` are facts, `pending` will become one, `unknown`
 * MAY have happened, `notSent` certainly did not.
 */
export type Outcome = Approved | Declined | Pending | Unknown | NotSent

/** The letters of the AVS and CVV checks: keys of `#contract/verificationCodes`; absent where no such check was made. */
export interface Verification {
  readonly avs?: string
  readonly cvv?: string
}

export interface Approved extends Verification {
  readonly result: 'approved'
  readonly ref: Ref
  /** What was approved: less than asked for with code 10, more where the shopper added a tip at the reader. */
  readonly approved: Money
  /** The part of it that is a tip. */
  readonly tip?: Money
  readonly code: ApprovalCode
  readonly authCode?: string
  readonly networkTransactionId?: string
  /** When the hold lapses, in milliseconds since 1970. */
  readonly expiresAt?: number
}

export interface Declined extends Verification {
  readonly result: 'declined'
  readonly ref: Ref
  /** A key of `#contract/responseCodes`, which also says whether to try again. */
  readonly code: string
}

export interface Pending {
  readonly result: 'pending'
  readonly ref: Ref
  readonly pollAfterMs: number
}

export interface Unknown {
  readonly result: 'unknown'
  readonly ref: Ref
  readonly reason: 'timeout' | 'disconnected' | 'unparsable'
}

export interface NotSent {
  readonly result: 'notSent'
  readonly ref: Ref
  readonly reason: 'link_down' | 'refused' | 'overloaded' | 'aborted'
}

/** `notFound`: the other side never saw the original, so there is nothing to undo. */
export type Reversal = 'done' | 'notFound' | 'retry'

export interface Unsolicited {
  readonly ref: Ref
  readonly outcome: Outcome
}

/** In milliseconds since 1970. */
export interface SettlementTimes {
  readonly approved: number
  readonly settled: number
}

export interface SimulatedReturn {
  readonly event: 'returned' | 'disputed'
  /** NACHA return code of a check: a key of `#contract/responseCodes`. */
  readonly code?: string
  /** Milliseconds since 1970; never before the settlement. */
  readonly at: number
}

export type Health = 'up' | 'degraded' | 'down'
