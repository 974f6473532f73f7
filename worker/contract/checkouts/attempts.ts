import type { TransactionState } from '../transactions/transactions.ts'

/** States of a try's payment in which no money moves with it any more, and none did. */
export const cameToNothing = ['declined', 'failed', 'reversed'] as const satisfies readonly TransactionState[]

/** After so many declined tries a checkout is closed: whoever tries cards does so elsewhere. */
export const mostDeclines = 10
