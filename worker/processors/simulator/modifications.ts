import type { ModificationOp } from '../processor.ts'
import { cents } from './amounts.ts'

export type ModificationType = 'capture' | 'void' | 'credit'

/** The cents that decline a modification of a payment with the amount-driven card. Other amounts are approved. */
const amountDriven: Record<ModificationType, readonly string[]> = {
  capture: ['91'],
  void: [],
  credit: ['05'],
}

/** The response code for a capture, void or credit: a function of the request and of the mark in its original's references. */
export const decideModification = (
  type: ModificationType,
  { account, amount, original, settled }: ModificationOp,
): string => {
  if (account.mode === 'live') return 'G08'
  // A settled operation has left the processor's open batch and cannot be voided.
  if (type === 'void' && settled) return '25'
  const code = cents(amount)
  return original.raw === 'amountDriven' && amountDriven[type].includes(code) ? code : '00'
}
