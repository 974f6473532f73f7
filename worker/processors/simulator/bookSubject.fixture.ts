import { isApproval } from '#contract/transactions/responseCodes'
import { capabilitySets, keepsReferenceOf } from '../conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../conformance/capabilitySets.ts'
import type { LedgerEntry, Subject, Sums } from '../conformance/subject.ts'
import type { Book } from './book/book.ts'
import { type BookEntry, capturesMoney, type EntryStore, isInEffect } from './book/entries.ts'
import { memoryBook, memoryEntries } from './book/memoryBook.ts'
import { pans } from './pans.fixture.ts'
import { defaultSettings } from './settings.ts'
import { simulator } from './simulator.ts'

/** The simulator with a book as the subject of the conformance tests, which read the entries of the book. */
export const bookSubject = (set: CapabilitySetName): Subject => {
  const entries = memoryEntries()
  const lost = new Set<string>()
  const settings = {
    ...defaultSettings,
    capabilities: capabilitySets[set],
    outcomeAfterMs: 20,
    keepsReferenceOf: keepsReferenceOf(set),
  }
  let ahead = 0
  const now = () => Date.now() + ahead
  return {
    processor: simulator({ lateMs: 20, settings, book: losingResponses(memoryBook(entries), lost), bookNow: now }),
    passTime: (ms) => void (ahead += ms),
    settle: () => {
      for (const entry of allEntries(entries).filter((one) => isInEffect(one)))
        if (capturesMoney(entry) || entry.type === 'credit') entries.update(entry.id, { settled: true, changed: now() })
    },
    cardFor: (behavior) => pans[behavior],
    loseResponse: (type) => void lost.add(type),
    ledgerEntry: (op) => toLedgerEntry(entries.ofOperation(op)),
    sums: (_, currency) => sumsOf(allEntries(entries), currency),
  }
}

/** A book that fails after the effect of the next call of a type that is in `lost`. */
const losingResponses = (book: Book, lost: Set<string>): Book => {
  const lose = <T>(type: string, answer: T): T => {
    if (lost.delete(type)) throw new Error('Connection lost.')
    return answer
  }
  return {
    ...book,
    perform: async (request, rules) => lose(request.type, await book.perform(request, rules)),
    reverse: async (...args) => lose('reverse', await book.reverse(...args)),
  }
}

export const allEntries = (entries: EntryStore): BookEntry[] =>
  entries.between({ from: 0, to: Number.MAX_SAFE_INTEGER }, 0, 10_000)

const toLedgerEntry = (found: readonly BookEntry[]): LedgerEntry | undefined => {
  const [first] = found
  if (first === undefined) return undefined
  return {
    state: first.undone ?? (isApproval(first.code) ? 'approved' : 'declined'),
    effects: found.filter(({ code }) => isApproval(code)).length,
    approved: String(first.approved),
  }
}

/** Added up entry by entry and not by `toBookPayment`, with which the book decides. */
const sumsOf = (entries: readonly BookEntry[], currency: number): Sums => {
  const inEffect = entries.filter((entry) => isInEffect(entry) && entry.currency === currency)
  const sum = (matches: (entry: BookEntry) => boolean) =>
    inEffect.filter(matches).reduce((total, { approved }) => total + approved, 0n)
  const authorized = sum(({ type }) => type === 'authorize')
  const captured = sum(capturesMoney)
  const released = inEffect.reduce((total, entry) => total + entry.released, 0n)
  return {
    authorized,
    captured,
    credited: sum(({ type }) => type === 'credit'),
    released,
    held: authorized - captured - released,
  }
}
