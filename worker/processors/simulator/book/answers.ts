import { isApproval } from '#contract/transactions/responseCodes'
import type { ReportedOperation } from '../../processor.ts'
import type { BookAnswer, BookRules } from './book.ts'
import { type BookEntry, capturesMoney, isInEffect } from './entries.ts'

/** The code of an operation that was undone. */
const undoneCode = '94'

export const isSettled = (entry: BookEntry, { settlesAfterMs, now }: BookRules): boolean =>
  entry.settled ||
  (settlesAfterMs !== null &&
    isInEffect(entry) &&
    (capturesMoney(entry) || entry.type === 'credit') &&
    now - entry.at >= settlesAfterMs)

const isPending = ({ type, at }: BookEntry, { answersLater, outcomeAfterMs, now }: BookRules, since = at): boolean =>
  answersLater && (type === 'capture' || type === 'credit') && now - Math.min(at, since) < outcomeAfterMs

/** @param since when the gateway made the operation, if that was earlier than the entry */
export const toAnswer = (entry: BookEntry, rules: BookRules, since?: number): BookAnswer => ({
  theirs: toReference(entry.id),
  type: entry.type,
  original: originalOf(entry),
  isPending: isPending(entry, rules, since),
  code: entry.undone === null ? entry.code : undoneCode,
  money: { minor: entry.requested, currency: entry.currency, exponent: entry.exponent },
  approved: entry.undone === null ? entry.approved : 0n,
  avs: entry.avs,
  cvv: entry.cvv,
  networkTransactionId: entry.networkTransactionId,
  mark: entry.mark,
  captureNow: entry.captureNow,
  at: entry.at,
})

/** @param original the captured, voided or credited entry */
export const toReported = (entry: BookEntry, original: BookEntry | undefined, rules: BookRules): ReportedOperation => ({
  op: entry.op,
  theirs: toReference(entry.id),
  original: originalOf(entry),
  originalOp: original?.op ?? null,
  type: entry.type,
  state: stateOf(entry, rules),
  money: {
    minor: isApproval(entry.code) ? entry.approved : entry.requested,
    currency: entry.currency,
    exponent: entry.exponent,
  },
  at: entry.at,
})

const stateOf = (entry: BookEntry, rules: BookRules): ReportedOperation['state'] => {
  if (entry.undone !== null) return entry.undone
  if (isPending(entry, rules)) return 'pending'
  if (!isApproval(entry.code)) return 'declined'
  return isSettled(entry, rules) ? 'settled' : 'approved'
}

const originalOf = ({ original }: BookEntry): string | null => (original === null ? null : toReference(original))

const prefix = 'sim_'

/** The book's own reference of an entry. */
export const toReference = (id: number): string => `${prefix}${id}`

/** 0, which no entry has, for a text that is no reference. */
export const toId = (reference: string): number =>
  /^sim_\d{1,15}$/.test(reference) ? Number(reference.slice(prefix.length)) : 0
