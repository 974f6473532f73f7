import { isApproval } from '#contract/transactions/responseCodes'
import type { OperationType } from '../../processor.ts'

/** One operation in a book. Times are milliseconds since 1970, amounts are minor units. */
export interface BookEntry {
  /** Counts up from 1. */
  readonly id: number
  /** Our reference. Null for an operation that was not made through the gateway. */
  readonly op: string | null
  readonly type: OperationType
  /** The id of the captured, voided or credited entry. */
  readonly original: number | null
  /** The id of the payment's first entry. */
  readonly root: number
  readonly currency: number
  readonly exponent: number
  readonly requested: bigint
  readonly approved: bigint
  readonly code: string
  readonly avs: string | null
  readonly cvv: string | null
  readonly networkTransactionId: string | null
  readonly mark: string | null
  readonly captureNow: boolean
  /** Of an authorization: what was released while the rest is held or captured. */
  readonly released: bigint
  readonly undone: 'voided' | 'reversed' | null
  /** The id of the void that undid it. */
  readonly undoneBy: number | null
  readonly settled: boolean
  /** The code of the bank that returned it. Null: it was not returned. */
  readonly returnCode: string | null
  readonly at: number
  /** When a request or a rehearsal last changed it. */
  readonly changed: number
}

export type NewEntry = Omit<BookEntry, 'id' | 'root' | 'changed'> & {
  /** Null for an entry that is the first of its payment. */
  readonly root: number | null
}

/** The entries of one book. All calls are synchronous, so that a change of several entries is one transaction. */
export interface EntryStore {
  insert(entry: NewEntry): BookEntry
  update(id: number, change: Partial<Pick<BookEntry, ChangedMember>>): void
  remove(id: number): void
  find(id: number): BookEntry | undefined
  /** The entries of an operation, the oldest first: more than one if it was sent again and not recognized. */
  ofOperation(op: string): BookEntry[]
  /** The entries of a payment, the oldest first. */
  ofPayment(root: number): BookEntry[]
  /** Entries that were made or changed in a span of time, by id, after the given id. */
  between(span: { readonly from: number; readonly to: number }, after: number, limit: number): BookEntry[]
  removeBefore(at: number): void
}

export type ChangedMember =
  | 'approved'
  | 'code'
  | 'released'
  | 'undone'
  | 'undoneBy'
  | 'settled'
  | 'returnCode'
  | 'changed'

export const isInEffect = (entry: BookEntry | undefined): entry is BookEntry =>
  entry !== undefined && isApproval(entry.code) && entry.undone === null

export const capturesMoney = ({ type, captureNow }: BookEntry): boolean =>
  type === 'capture' || (type === 'authorize' && captureNow)
