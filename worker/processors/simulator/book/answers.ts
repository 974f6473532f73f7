import { isApproval } from '#contract/transactions/responseCodes'
import type { ReportedOperation } from '../../processor.ts'
import { simulateReturn } from '../simulatedReturns.ts'
import type { BookAnswer, BookRules } from './book.ts'
import { type BookEntry, capturesMoney, isInEffect } from './entries.ts'

/** The code of an operation that was undone. */
const undoneCode = '94'

/** When it settles, in milliseconds since 1970. Null: never. */
const settledAt = (entry: BookEntry, { settlesAfterMs }: BookRules): number | null => {
  if (entry.settled) return entry.changed
  const settles = isInEffect(entry) && (capturesMoney(entry) || entry.type === 'credit')
  return settles && settlesAfterMs !== null ? entry.at + settlesAfterMs : null
}

export const isSettled = (entry: BookEntry, rules: BookRules): boolean =>
  entry.settled || (settledAt(entry, rules) ?? Infinity) <= rules.now

/** The return that the trigger of its card or bank account brings. Only the report of a processor that settles shows it. */
const returnOf = (entry: BookEntry, rules: BookRules) => {
  const settled = settledAt(entry, rules)
  if (rules.settles === 'byGateway' || entry.mark === null || settled === null) return null
  const { id, root, type, mark: raw, at: approved } = entry
  const ref = { account: '', op: String(id), root: String(root), raw }
  const found = simulateReturn(type === 'credit' ? 'credit' : 'authorize', ref, { approved, settled })
  return found?.event === 'returned' ? found : null
}

/** A bank returns within two banking days. */
const returnWithinMs = 15 * 86_400_000

/** How long after the last request an entry can still be settled or returned, in milliseconds. */
export const latestChangeMs = ({ settles, settlesAfterMs }: BookRules): number =>
  settles === 'byGateway' ? 0 : (settlesAfterMs ?? 0) + returnWithinMs

/** When it was made, and with a report that shows what has settled also when it changed. Milliseconds since 1970. */
export const timesOf = (entry: BookEntry, rules: BookRules): readonly number[] => {
  const { at, changed } = entry
  if (rules.settles === 'byGateway') return [at]
  return [at, changed, settledAt(entry, rules) ?? at, returnOf(entry, rules)?.at ?? at]
}

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
  op: keepsReference(entry, rules) ? entry.op : null,
  theirs: toReference(entry.id),
  original: originalOf(entry),
  originalOp: original?.op ?? null,
  type: entry.type,
  ...stateOf(entry, rules),
  money: {
    minor: isApproval(entry.code) ? entry.approved : entry.requested,
    currency: entry.currency,
    exponent: entry.exponent,
  },
  at: entry.at,
})

const keepsReference = ({ type }: BookEntry, { keepsReferenceOf }: BookRules): boolean =>
  keepsReferenceOf === 'all' || (type !== 'capture' && type !== 'void')

const stateOf = (entry: BookEntry, rules: BookRules): Pick<ReportedOperation, 'state' | 'returnCode'> => {
  if (entry.undone !== null) return { state: entry.undone }
  if (isPending(entry, rules)) return { state: 'pending' }
  if (!isApproval(entry.code)) return { state: 'declined' }
  if (entry.returnCode !== null) return { state: 'returned', returnCode: entry.returnCode }
  if (!isSettled(entry, rules)) return { state: 'approved' }
  const returned = returnOf(entry, rules)
  if (returned === null || returned.at > rules.now) return { state: 'settled' }
  return { state: 'returned', ...(returned.code !== undefined && { returnCode: returned.code }) }
}

const originalOf = ({ original }: BookEntry): string | null => (original === null ? null : toReference(original))

const prefix = 'sim_'

/** The book's own reference of an entry. */
export const toReference = (id: number): string => `${prefix}${id}`

/** 0, which no entry has, for a text that is no reference. */
export const toId = (reference: string): number =>
  /^sim_\d{1,15}$/.test(reference) ? Number(reference.slice(prefix.length)) : 0
