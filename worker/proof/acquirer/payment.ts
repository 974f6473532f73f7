import { approvedOf, type LedgerLine, isInEffect, capturesMoney } from './line.ts'

/** The sums of a payment's operations that are in effect, in minor units. */
export interface Payment {
  /** The first operation, which is in effect. */
  readonly root: LedgerLine
  readonly approved: bigint
  readonly captured: bigint
  readonly credited: bigint
  /** Approved and permanently released. */
  readonly released: bigint
  /** Approved, and neither captured nor released. */
  readonly held: bigint
  readonly hasSettled: boolean
}

const sum = (lines: readonly LedgerLine[]): bigint => lines.reduce((total, line) => total + approvedOf(line), 0n)

/** @param lines the operations of one payment, the first operation first */
export const toPayment = (lines: readonly LedgerLine[]): Payment | undefined => {
  const [root] = lines
  if (root === undefined || !isInEffect(root) || root.request.type !== 'authorize') return undefined
  const inEffect = lines.filter(isInEffect)
  const approved = approvedOf(root)
  const captured = sum(inEffect.filter(capturesMoney))
  return {
    root,
    approved,
    captured,
    credited: sum(inEffect.filter(({ request }) => request.type === 'credit')),
    released: root.released,
    held: approved - captured - root.released,
    hasSettled: inEffect.some(({ settled }) => settled),
  }
}
