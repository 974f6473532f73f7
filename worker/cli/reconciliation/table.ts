import { alignColumns } from '../alignColumns.ts'

/** The result of a reconciliation as text. */

interface Side {
  readonly status: string
  readonly amount: number
  readonly created: string
}

export interface ListedDifference {
  readonly kind: string
  readonly repair: string
  readonly transactionId: string | null
  readonly originalTransactionId: string | null
  readonly type: string
  readonly currency: number
  readonly gateway: Side | null
  readonly processor: (Side & { readonly reference: string }) | null
}

export interface ListedRepair {
  readonly result: string
  readonly transactionId: string | null
  readonly type: string
  readonly currency: number
  readonly amount: number
  readonly reference: string
}

export interface ListedResult {
  readonly from: string
  readonly to: string
  readonly compared: number
  readonly differences: readonly ListedDifference[]
  readonly repairs: readonly ListedRepair[]
}

const nothing = '-'

const sideText = (side: Side | null): string => (side === null ? nothing : `${side.status} ${side.amount}`)

const next: Readonly<Record<string, string>> = {
  record: '--repair records it',
  reverse: '--repair reverses it',
  none: 'manual decision',
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const toTable = (connection: string, { from, to, compared, differences, repairs }: ListedResult): string => {
  const repaired = repairs.map(({ result, transactionId, type, amount, currency, reference }) => [
    result,
    type,
    transactionId ?? nothing,
    reference,
    `${amount} (${currency})`,
  ])
  const left = differences.map(({ kind, repair, transactionId, type, currency, gateway, processor }) => [
    kind,
    type,
    transactionId ?? nothing,
    processor?.reference ?? nothing,
    sideText(gateway),
    sideText(processor),
    String(currency),
    next[repair] ?? repair,
  ])
  const head = ['difference', 'type', 'transaction', 'reference', 'gateway', 'processor', 'currency', 'next']
  return [
    `Connection ${connection}, ${from} to ${to}: ${counted(compared, 'comparison')}.`,
    ...(repaired.length === 0
      ? []
      : ['', alignColumns([['repair', 'type', 'transaction', 'reference', 'amount'], ...repaired])]),
    '',
    left.length === 0
      ? 'Both sides agree.'
      : `${counted(left.length, 'difference')}:\n\n${alignColumns([head, ...left])}`,
  ].join('\n')
}
