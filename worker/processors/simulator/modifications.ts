import type { ModificationOp } from '../processor.ts'
import { cents } from './amounts.ts'

export type ModificationType = 'capture' | 'void' | 'credit'

/** The cents that decide a follow-up of a payment with the amount-driven card. Everything else approves. */
const amountDriven: Record<ModificationType, readonly string[]> = {
  capture: ['91'],
  void: [],
  credit: ['05'],
}

/** The code for a capture, void or credit: a function of it and of what its original's references remember. */
export const decideModification = (
  type: ModificationType,
  { account, amount, original, settled }: ModificationOp,
): string => {
  if (account.mode === 'live') return 'G08'
  // What is settled has left the processor's open batch: there is nothing to void.
  if (type === 'void' && settled) return '25'
  const code = cents(amount)
  return original.raw === 'amountDriven' && amountDriven[type].includes(code) ? code : '00'
}
