import type { TransactionState } from '../transactions/transactions.ts'

/** States of an attempt's payment in which no money has moved or will move. */
export const unpaidStates = ['declined', 'failed', 'reversed'] as const satisfies readonly TransactionState[]

/** A checkout closes after this number of declined attempts, to stop card testing. */
export const maxDeclines = 10
