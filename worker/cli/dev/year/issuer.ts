import type { Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'

/** Response codes of declined cards, by how often they occur at a shop like this. */
export const declineCodes = [
  ['51', 42],
  ['05', 22],
  ['54', 8],
  ['82', 9],
  ['61', 5],
  ['65', 4],
  ['57', 3],
  ['14', 2],
  ['41', 1],
  ['59', 2],
  ['91', 2],
] as const

/** The simulator, with outcomes that the year decides: the cards of its shoppers trigger nothing. */
export const createIssuer = (now: () => number) => {
  const simulated = simulator({ now, wait: async () => undefined })
  let next: string | null = null
  /** Response codes by card number. */
  const declined = new Map<string, string>()
  const lost = new Set<string>()
  let losesNext = false
  const processor: Processor = {
    ...simulated,
    authorize: async (op, ref) => {
      const outcome = await simulated.authorize(op, ref)
      const { instrument } = op
      const code = next ?? (instrument.kind === 'card' ? declined.get(instrument.pan.reveal()) : undefined) ?? null
      next = null
      if (losesNext) {
        losesNext = false
        lost.add(op.op)
        return { result: 'unknown', ref, reason: 'timeout' }
      }
      if (code === null || outcome.result !== 'approved') return outcome
      const { avs, cvv } = outcome
      return {
        result: 'declined',
        ref,
        code,
        ...(avs === undefined ? {} : { avs }),
        ...(code === '82' ? { cvv: 'N' } : cvv === undefined ? {} : { cvv }),
      }
    },
    reverse: async (of, ...more) => (lost.has(of.op) ? 'retry' : simulated.reverse(of, ...more)),
  }
  return {
    processor,
    /** Declines the next authorization that would be approved. */
    declineNext: (code: string): void => void (next = code),
    /** Declines a card from now on. */
    declineCard: (accountNumber: string, code: string): void => void declined.set(accountNumber, code),
    /** Does not respond to the next authorization, nor to its reversals. */
    loseNext: (): void => void (losesNext = true),
  }
}

export type Issuer = ReturnType<typeof createIssuer>
