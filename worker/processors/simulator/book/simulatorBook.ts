import { DurableObject } from 'cloudflare:workers'
import type { Reversal, ReportPage, ReportSpan } from '../../processor.ts'
import type {
  Book,
  BookAnswer,
  BookChange,
  BookReference,
  BookRehearsal,
  BookRequest,
  BookRules,
  ForeignOperation,
  SentReference,
} from './book.ts'
import { createBook, type SyncBook } from './createBook.ts'
import { sqlEntries } from './sqlEntries.ts'

/** It needs no bindings. */
type Env = unknown

/**
 * The book of one simulated connection. Its calls are synchronous inside, so the storage commits each as one transaction and no two
 * overlap. The simulator moves no money and is for test mode only, so the calls of a rehearsal need no guard of their own.
 */
export class SimulatorBook extends DurableObject<Env> implements Book, BookRehearsal {
  readonly #book: SyncBook

  constructor(context: DurableObjectState, bindings: Env) {
    super(context, bindings)
    this.#book = createBook(sqlEntries(context.storage))
  }

  async perform(request: BookRequest, rules: BookRules): Promise<BookAnswer> {
    return this.#book.perform(request, rules)
  }

  async reverse(of: BookReference, rest: bigint | null, now: number): Promise<Reversal> {
    return this.#book.reverse(of, rest, now)
  }

  async lookup(of: SentReference, rules: BookRules): Promise<BookAnswer | null> {
    return this.#book.lookup(of, rules)
  }

  async report(span: ReportSpan, cursor: string | null, rules: BookRules): Promise<ReportPage> {
    return this.#book.report(span, cursor, rules)
  }

  async forget(op: string): Promise<number> {
    return this.#book.forget(op)
  }

  async add(operation: ForeignOperation): Promise<string> {
    return this.#book.add(operation)
  }

  async change(op: string, change: BookChange): Promise<number> {
    return this.#book.change(op, change)
  }
}
