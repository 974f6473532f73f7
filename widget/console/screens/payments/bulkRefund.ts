import { inProgressCode, responseText } from '#contract/transactions/responseCodes'
import { transitions } from '#contract/transactions/transitions'
import type { TransactionResponse } from '../../../client/types.ts'
import { newIdempotencyKey, type Api } from '../../api/api.ts'
import { ApiError } from '../../api/apiError.ts'
import type { Mode, Session } from '../../api/session.ts'
import { formatMoney, minus, sumOf, toHundredths } from '../../format/money.ts'
import { errorText } from '../../shell/errorText.ts'
import type { PaymentRow } from './list.ts'
import { paymentsTexts } from './texts.ts'

const texts = paymentsTexts.bulk

/**
 * - `waiting`: not sent yet
 * - `unknown`: sent, or about to be, without a response
 * - `done`: refunded; `accepted`: the processor decides later
 * - `failed`: not refunded
 */
export type ItemState = 'waiting' | 'unknown' | 'done' | 'accepted' | 'failed'

/** The refund of one payment. Its key belongs to this refund for good, so that repeating it cannot refund twice. */
export type Item = {
  readonly id: string
  readonly amount: number
  readonly currency: number
  readonly key: string
  readonly state: ItemState
  /** Why it failed. */
  readonly text: string
}

/** Refunds of several payments, as they are kept until all have ended. */
export type Plan = {
  readonly account: string
  readonly mode: Mode
  readonly member: string
  /** Milliseconds since 1970. */
  readonly created: number
  /** A key of the reasons; empty without one. */
  readonly reason: string
  readonly items: readonly Item[]
}

/** Why a payment cannot be refunded in full; empty if it can. */
export const obstacleOf = (row: PaymentRow, { role, refundLimit }: Session['member']): string => {
  if (row.type === 'credit') return texts.obstacles.payout
  const rest = minus(row.amountCaptured, row.amountCredited)
  const permissions: Readonly<Record<string, string>> = transitions.creditRest
  if (permissions[row.status] !== 'begin')
    return row.amountCaptured > 0 && rest <= 0
      ? texts.obstacles.refunded
      : row.status === 'authorized'
        ? texts.obstacles.authorized
        : texts.obstacles.state
  if (rest <= 0) return texts.obstacles.refunded
  // An owner confirms larger refunds with a passkey.
  if (refundLimit !== null && role !== 'owner' && toHundredths(row.amountCaptured) > toHundredths(refundLimit))
    return texts.obstacles.limit(formatMoney(refundLimit, row.currency))
  return ''
}

/** The amounts by currency, such as `$80.00 and €7.00`. */
export const sumText = (rows: readonly { readonly amount: number; readonly currency: number }[]): string => {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, same]) =>
    formatMoney(sumOf(same.map(({ amount }) => amount)), currency),
  )
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(sums)
}

/** The refund of all that is left of payments. */
export const planOf = (
  rows: readonly PaymentRow[],
  { session: { account, member }, mode }: { readonly session: Session; readonly mode: Mode },
): Plan => ({
  account: account.id,
  mode,
  member: member.id,
  created: Date.now(),
  reason: '',
  items: rows.map((row) => ({
    id: row.transactionId,
    amount: minus(row.amountCaptured, row.amountCredited),
    currency: row.currency,
    key: newIdempotencyKey(),
    state: 'waiting',
    text: '',
  })),
})

export const isOpen = ({ state }: Pick<Item, 'state'>): boolean => state === 'waiting' || state === 'unknown'

const storageKey = 'console-bulk-refund'

/** The gateway keeps keys for 24 hours. */
const keysLastMs = 23 * 3_600_000

/** Whether the refunds can still be continued with their keys. */
export const canContinue = ({ created }: Plan): boolean => Date.now() - created < keysLastMs

export const storePlan = (plan: Plan): void => {
  if (plan.items.some(isOpen)) localStorage.setItem(storageKey, JSON.stringify(plan))
  else localStorage.removeItem(storageKey)
}

export const removePlan = (): void => localStorage.removeItem(storageKey)

/** The refunds of this member that were broken off, in this mode; null without any. */
export const readPlan = ({ account, member }: Session, mode: Mode): Plan | null => {
  try {
    const plan = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Plan | null
    return plan &&
      plan.account === account.id &&
      plan.member === member.id &&
      plan.mode === mode &&
      plan.items.some(isOpen)
      ? plan
      : null
  } catch {
    return null
  }
}

const requestOf = ({ id, amount, currency }: Item, reason: string) => ({
  referenceTransactionId: id,
  amount: { value: amount, currency },
  ...(reason && { order: { metadata: { reason } } }),
})

/** What a response means for a refund. */
const resultOf = ({ approved, responseCode }: TransactionResponse): Pick<Item, 'state' | 'text'> => {
  if (responseCode === null || responseCode === inProgressCode) return { state: 'accepted', text: '' }
  return approved ? { state: 'done', text: '' } : { state: 'failed', text: responseText(responseCode) }
}

/** Errors that are about the session or the rate of requests, and not about the refund. */
const isAboutSession = ({ status, type }: ApiError): boolean =>
  status === 401 || status === 429 || type.startsWith('passkey')

/**
 * Sends the refunds that have not ended, one after the other: first those that were not sent, then those without a response, with the key of
 * the first time. Each is kept before it is sent.
 *
 * @param onChange is called with the refunds after each step
 * @returns why it stopped before the end, in words; empty if it did not
 */
export const runPlan = async (
  plan: Plan,
  api: Pick<Api, 'json'>,
  onChange: (plan: Plan) => void,
  isStopped: () => boolean,
): Promise<string> => {
  let current = plan
  const set = (id: string, change: Partial<Item>): void => {
    current = { ...current, items: current.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
    storePlan(current)
    onChange(current)
  }
  const order = [
    ...plan.items.filter(({ state }) => state === 'waiting'),
    ...plan.items.filter(({ state }) => state === 'unknown'),
  ]
  for (const item of order) {
    if (isStopped()) return texts.stopped
    set(item.id, { state: 'unknown' })
    try {
      const body = requestOf(item, plan.reason)
      set(
        item.id,
        resultOf(await api.json<TransactionResponse>('POST', '/v1/transactions/credit', { body, key: item.key })),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isAboutSession(error)) {
        set(item.id, { state: item.state })
        return errorText(error)
      }
      // After a lost response, a repetition that is forbidden says nothing about the first request.
      if (error.type === 'unreachable') return texts.lost
      if (!error.isOutcomeUnknown && !(item.state === 'unknown' && error.status === 403))
        set(item.id, { state: 'failed', text: errorText(error) })
    }
  }
  return current.items.some(isOpen) ? texts.lost : ''
}
