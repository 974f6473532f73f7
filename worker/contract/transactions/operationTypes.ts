/** Kinds of the operations of a payment. */
export const operationTypes = ['authorize', 'capture', 'void', 'credit', 'reversal'] as const
export type OperationType = (typeof operationTypes)[number]
