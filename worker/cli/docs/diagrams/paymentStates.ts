import {
  deriveStatus,
  type ModificationRequest,
  modificationRequests,
  type PaymentAmounts,
  transitions,
} from '#contract/transactions/transitions'
import type { TransactionState } from '#contract/transactions/transactions'
import { type Edge, stateDiagram } from './states.ts'

const begun: PaymentAmounts = { approved: 3, captured: 0, credited: 0, settled: 0, released: 0 }

/** What a modification of one unit, or of all that is left, does to the amounts. */
const effects: Partial<Record<ModificationRequest, (amounts: PaymentAmounts) => PaymentAmounts>> = {
  capturePart: (amounts) => ({ ...amounts, captured: amounts.captured + 1 }),
  captureRest: (amounts) => ({ ...amounts, captured: amounts.approved - amounts.released }),
  voidPayment: (amounts) => ({ ...amounts, captured: 0, released: amounts.approved }),
  creditPart: (amounts) => ({
    ...amounts,
    credited: amounts.credited + 1,
    released: amounts.approved - amounts.captured,
  }),
  creditRest: (amounts) => ({ ...amounts, credited: amounts.captured, released: amounts.approved - amounts.captured }),
}

const causes: Partial<Record<ModificationRequest, string>> = {
  capturePart: 'capture of a part',
  captureRest: 'capture',
  voidPayment: 'void',
  creditPart: 'credit of a part',
  creditRest: 'credit',
}

const isPossible = ({ approved, captured, credited, released }: PaymentAmounts): boolean =>
  captured + released <= approved && credited <= captured

/** The changes of state that a merchant's requests make, found by trying every allowed request from a new authorization on. */
const edgesOfRequests = (): Edge<TransactionState>[] => {
  const found = new Map<string, Edge<TransactionState>>()
  const seen = new Set<string>()
  const waiting: PaymentAmounts[] = [begun]
  for (let amounts = waiting.pop(); amounts !== undefined; amounts = waiting.pop()) {
    const key = JSON.stringify(amounts)
    if (seen.has(key)) continue
    seen.add(key)
    const from = deriveStatus(amounts)
    // The batch closes: all that is captured is settled.
    if (from === 'captured') {
      waiting.push({ ...amounts, settled: amounts.captured })
      found.set('settled', ['captured', 'settled', 'batch closes'])
    }
    for (const request of modificationRequests) {
      const effect = effects[request]
      if (effect === undefined || transitions[request][from] !== 'begin') continue
      const after = effect(amounts)
      if (!isPossible(after)) continue
      waiting.push(after)
      const to = deriveStatus(after)
      const cause = causes[request]!
      // A part that happens to be all that is left is no cause of its own.
      if (to !== from && !(request.endsWith('Part') && !to.startsWith('partially_')))
        found.set(`${from} ${to} ${cause}`, [from, to, cause])
    }
  }
  return [...found.values()].toSorted(([a], [b]) => String(a).localeCompare(String(b)))
}

/** Changes that no request of a merchant makes: the processor’s response, the clock, the bank. */
const otherEdges: readonly Edge<TransactionState>[] = [
  [null, 'pending', 'authorize or sale'],
  ['pending', 'authorized', 'approved'],
  ['pending', 'captured', 'approved sale'],
  ['pending', 'declined', 'declined'],
  ['pending', 'reversed', 'no response'],
  ['pending', 'failed', 'never sent'],
  ['authorized', 'expired', 'hold expires'],
  ['partially_captured', 'captured', 'hold expires'],
  ['captured', 'returned', 'bank returns it'],
  ['settled', 'returned', 'bank returns it'],
]

export const paymentStates = stateDiagram<TransactionState>([...otherEdges, ...edgesOfRequests()], {
  authorized: 'accent',
  captured: 'success',
  settled: 'success',
  declined: 'alert',
  failed: 'alert',
  returned: 'alert',
})
