import { approvedOf, type Line, stands, takes } from './line.ts'

/** The sums of one payment, in minor units: of what stands of its operations. */
export interface Payment {
  /** Its first operation, which still stands. */
  readonly root: Line
  readonly approved: bigint
  readonly captured: bigint
  readonly credited: bigint
  /** Approved, and given back for good. */
  readonly released: bigint
  /** Approved, and neither taken nor given back. */
  readonly held: bigint
  readonly hasSettled: boolean
}

const sum = (lines: readonly Line[]): bigint => lines.reduce((total, line) => total + approvedOf(line), 0n)

/** @param lines of one payment, the first operation first */
export const paymentOf = (lines: readonly Line[]): Payment | undefined => {
  const [root] = lines
  if (root === undefined || !stands(root) || root.request.type !== 'authorize') return undefined
  const standing = lines.filter(stands)
  const approved = approvedOf(root)
  const captured = sum(standing.filter(takes))
  return {
    root,
    approved,
    captured,
    credited: sum(standing.filter(({ request }) => request.type === 'credit')),
    released: root.released,
    held: approved - captured - root.released,
    hasSettled: standing.some(({ settled }) => settled),
  }
}
