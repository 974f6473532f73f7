import { isApproval } from '#contract/transactions/responseCodes'
import type { ReportPage, ReportSpan, Reversal } from '../../processor.ts'
import { isSettled, latestChangeMs, timesOf, toAnswer, toId, toReference, toReported } from './answers.ts'
import type {
  BookAnswer,
  BookChange,
  BookReference,
  BookRequest,
  BookRules,
  ForeignOperation,
  SentReference,
} from './book.ts'
import { type BookEntry, capturesMoney, type EntryStore, isInEffect } from './entries.ts'
import { type BookPayment, toBookPayment } from './payment.ts'
import { decideEntry, type Referenced } from './rules.ts'

/** `Book` and `BookRehearsal` without promises: each call runs to its end before the next begins. */
export type SyncBook = ReturnType<typeof createBook>

/** Operations of a page of a report. */
const pageSize = 100
const retentionMs = 400 * 86_400_000

export const createBook = (entries: EntryStore) => {
  const findOriginal = (reference: BookReference | null): BookEntry | undefined => {
    if (reference === null) return undefined
    const { op, theirs } = reference
    return theirs === null ? entries.ofOperation(op)[0] : entries.find(toId(theirs))
  }

  const find = ({ original: reference, money }: BookRequest, rules: BookRules): Referenced => {
    const original = findOriginal(reference)
    if (original?.currency !== money.currency) return { original: undefined, payment: undefined, isSettled: false }
    const ofPayment = entries.ofPayment(original.root)
    const undone = original.root === original.id ? ofPayment.filter(capturesMoney) : []
    return {
      original,
      payment: toBookPayment(ofPayment),
      isSettled: [original, ...undone].some((entry) => isInEffect(entry) && isSettled(entry, rules)),
    }
  }

  const record = (request: BookRequest, rules: BookRules): BookEntry => {
    const found = find(request, rules)
    const code = decideEntry(request, rules, found)
    const entry = entries.insert({
      op: request.op,
      type: request.type,
      original: found.original?.id ?? null,
      root: found.original?.root ?? null,
      currency: request.money.currency,
      exponent: request.money.exponent,
      requested: request.money.minor,
      approved: isApproval(code) ? request.approved : 0n,
      code,
      avs: request.avs,
      cvv: request.cvv,
      networkTransactionId: isApproval(code) ? request.networkTransactionId : null,
      mark: request.mark,
      captureNow: request.captureNow,
      released: 0n,
      undone: null,
      undoneBy: null,
      settled: false,
      returnCode: null,
      at: rules.now,
    })
    if (isInEffect(entry)) apply(entry, request, rules, found)
    if (entry.id % 1000 === 0) entries.removeBefore(rules.now - retentionMs)
    return entry
  }

  const apply = (entry: BookEntry, { final }: BookRequest, rules: BookRules, { original, payment }: Referenced) => {
    if (entry.type === 'void' && original !== undefined) voidEntries(original, entry)
    const endsHold = rules.captures === 'one' || (final && rules.givesBackRest)
    if (entry.type === 'capture' && endsHold && payment !== undefined)
      release(payment, payment.root.released + payment.held - entry.approved, entry.at)
  }

  /** Voids an entry; the void of a payment's first entry voids all of them. */
  const voidEntries = (original: BookEntry, { id: undoneBy, at: changed }: BookEntry): void => {
    for (const entry of original.root === original.id ? entries.ofPayment(original.root) : [original])
      if (entry.type !== 'void' && isInEffect(entry)) entries.update(entry.id, { undone: 'voided', undoneBy, changed })
  }

  const release = ({ root }: BookPayment, released: bigint, changed: number): void =>
    entries.update(root.id, { released, changed })

  /** Releases a total of an authorization. What is captured or already released stays so. */
  const releaseRest = (entry: BookEntry, rest: bigint, now: number): void => {
    const payment = toBookPayment(entries.ofPayment(entry.root))
    if (payment?.root.id !== entry.id) return
    const limit = entry.approved - payment.captured
    const released = rest < limit ? rest : limit
    if (released > entry.released) release(payment, released, now)
  }

  /** The reversal of a payment's first entry undoes all of them. */
  const undo = (entry: BookEntry, changed: number): void => {
    if (!isInEffect(entry)) return
    const isRoot = entry.root === entry.id
    for (const undone of isRoot ? entries.ofPayment(entry.root).filter(isInEffect) : [entry])
      entries.update(undone.id, { undone: 'reversed', changed })
    // What a void has undone is in effect again once the void is reversed.
    if (entry.type !== 'void') return
    for (const voided of entries.ofPayment(entry.root))
      if (voided.undoneBy === entry.id) entries.update(voided.id, { undone: null, undoneBy: null, changed })
  }

  return {
    /** Performs an operation. With `repeats: 'byKey'` an operation that is sent again gets its answer again. */
    perform(request: BookRequest, rules: BookRules): BookAnswer {
      const known = rules.repeats === 'byKey' ? entries.ofOperation(request.op)[0] : undefined
      return toAnswer(known ?? record(request, rules), rules)
    },

    reverse({ op, theirs }: BookReference, rest: bigint | null, now: number): Reversal {
      const found = theirs === null ? entries.ofOperation(op) : [entries.find(toId(theirs))]
      const known = found.filter((entry) => entry !== undefined)
      for (const entry of known)
        if (rest === null) undo(entry, now)
        else releaseRest(entry, rest, now)
      return known.length > 0 ? 'done' : 'notFound'
    },

    lookup({ op, theirs, created }: SentReference, rules: BookRules): BookAnswer | null {
      const found = theirs === null ? entries.ofOperation(op) : [entries.find(toId(theirs))]
      const visible = found
        .filter((entry) => entry !== undefined)
        .filter(({ at }) => rules.now - Math.min(at, created) >= rules.visibleAfterMs)
      const entry = visible.find(isInEffect) ?? visible.at(-1)
      return entry === undefined ? null : toAnswer(entry, rules, created)
    },

    report({ from, to }: ReportSpan, cursor: string | null, rules: BookRules): ReportPage {
      const visible = { from, to: Math.min(to, rules.now - rules.visibleAfterMs + 1) }
      const isListed = (time: number) => visible.from <= time && time < visible.to
      // An entry that was settled or returned in this span may be older.
      const span = { ...visible, from: from - latestChangeMs(rules) }
      const page = entries.between(span, Number(cursor ?? '0'), pageSize)
      return {
        operations: page
          .filter((entry) => timesOf(entry, rules).some(isListed))
          .map((entry) => toReported(entry, entry.original === null ? undefined : entries.find(entry.original), rules)),
        next: page.length < pageSize ? null : String(page.at(-1)!.id),
      }
    },

    forget(op: string): number {
      const found = entries.ofOperation(op)
      for (const { id } of found) entries.remove(id)
      return found.length
    },

    add({ type, money, original, captureNow = false, at }: ForeignOperation): string {
      const referenced = original === undefined ? undefined : entries.find(toId(original))
      const { minor, currency, exponent } = money
      const { id } = entries.insert({
        op: null,
        type,
        original: referenced?.id ?? null,
        root: referenced?.root ?? null,
        currency,
        exponent,
        requested: minor,
        approved: minor,
        code: '00',
        avs: null,
        cvv: null,
        networkTransactionId: null,
        mark: null,
        captureNow,
        released: 0n,
        undone: null,
        undoneBy: null,
        settled: false,
        returnCode: null,
        at,
      })
      return toReference(id)
    },

    change(op: string, { state, returnCode, at, ...members }: BookChange): number {
      const found = entries.ofOperation(op)
      for (const entry of found)
        entries.update(entry.id, { ...members, ...changeOf(state, returnCode), changed: at ?? entry.at })
      return found.length
    },
  }
}

const changeOf = (state: BookChange['state'], returnCode = 'R01'): Partial<BookEntry> => {
  if (state === undefined) return {}
  if (state === 'settled') return { settled: true }
  return state === 'returned' ? { settled: true, returnCode } : { undone: state, undoneBy: null }
}
