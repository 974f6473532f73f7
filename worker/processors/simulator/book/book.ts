import type { Capabilities, Money, OperationType, ReportPage, ReportSpan, Reversal } from '../../processor.ts'

/**
 * The other side of a simulated connection: its own ledger of what it did, which knows nothing of the gateway's rows. It gets no card
 * number, security code or account number, only the decision about them.
 *
 * Each call is one transaction: it has its whole effect or none. A call that fails may have had its effect.
 */
export interface Book {
  perform(request: BookRequest, rules: BookRules): Promise<BookAnswer>
  /**
   * @param rest the total to release of an authorization whose captures stand; null undoes the whole operation
   * @param now as in the rules
   */
  reverse(of: BookReference, rest: bigint | null, now: number): Promise<Reversal>
  /** Null if there is nothing, or nothing visible yet. */
  lookup(of: SentReference, rules: BookRules): Promise<BookAnswer | null>
  report(span: ReportSpan, cursor: string | null, rules: BookRules): Promise<ReportPage>
}

/** Puts a book behind the gateway's rows, ahead of them, and at odds with them, to rehearse a reconciliation. */
export interface BookRehearsal {
  /** Removes all entries of an operation, as if it had never arrived. Returns how many there were. */
  forget(op: string): Promise<number>
  /** Adds an approved operation that was not made through the gateway. Returns its reference. */
  add(operation: ForeignOperation): Promise<string>
  /** Changes the entries of an operation. Returns how many there were. */
  change(op: string, change: BookChange): Promise<number>
}

/** What the book needs to know of the connection. Sent with each call, so that the book stores no copy that could be older. */
export interface BookRules extends Pick<
  Capabilities,
  'captures' | 'voidsOneCapture' | 'givesBackRest' | 'repeats' | 'finds' | 'visibleAfterMs' | 'answersLater' | 'settles'
> {
  /** The time of the call on the gateway's clock, in milliseconds since 1970. Tests set that clock. */
  readonly now: number
  /** How long captures and credits are pending, if their outcome comes later. */
  readonly outcomeAfterMs: number
  /** How long after its approval a capture, credit or sale is settled and cannot be voided. Null: never. */
  readonly settlesAfterMs: number | null
  /** The operations of which the report has our reference. `transactions`: all but captures and voids. */
  readonly keepsReferenceOf: 'all' | 'transactions'
}

/** Our reference, and the book's if a response has brought it. */
export interface BookReference {
  readonly op: string
  readonly theirs: string | null
}

export interface SentReference extends BookReference {
  /** When the gateway made the operation, in milliseconds since 1970. Earlier than the book's own time if the test clock has moved. */
  readonly created: number
}

export interface BookRequest {
  readonly type: OperationType
  readonly op: string
  readonly original: BookReference | null
  readonly money: Money
  readonly captureNow: boolean
  /** Of a capture: the rest of the hold is released. */
  readonly final: boolean
  /** The issuer's decision: a response code, and the approved amount in minor units. */
  readonly code: string
  readonly approved: bigint
  /** AVS and CVV letters, the issuer's reference and the trigger of the card, which look-ups repeat. */
  readonly avs: string | null
  readonly cvv: string | null
  readonly networkTransactionId: string | null
  readonly mark: string | null
}

/** An operation as the book has it now. */
export interface BookAnswer {
  readonly theirs: string
  readonly type: OperationType
  readonly original: string | null
  /** Whether its outcome is not known yet: the code and the approved amount will hold later. */
  readonly isPending: boolean
  readonly code: string
  readonly money: Money
  /** In minor units; 0 unless the code is an approval. */
  readonly approved: bigint
  readonly avs: string | null
  readonly cvv: string | null
  readonly networkTransactionId: string | null
  readonly mark: string | null
  readonly captureNow: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface ForeignOperation {
  readonly type: Exclude<OperationType, 'void'>
  readonly money: Money
  /** The book's reference of the captured or credited operation. */
  readonly original?: string
  readonly captureNow?: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface BookChange {
  /** In minor units. */
  readonly approved?: bigint
  readonly code?: string
  readonly state?: 'voided' | 'reversed' | 'settled' | 'returned'
  /** Of a returned operation. */
  readonly returnCode?: string
  /** When it changes, in milliseconds since 1970. Default: when it was made. */
  readonly at?: number
}
