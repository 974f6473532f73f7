import type { Prompts } from './device.ts'

/** A payment without prompts. */
export const noPrompts: Prompts = {
  tipAmounts: null,
  cvv: false,
  postalCode: false,
  amountConfirmation: false,
  signature: false,
  keyCard: false,
}
