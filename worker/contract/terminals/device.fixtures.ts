import type { Prompts } from './device.ts'

/** A payment that asks for nothing but a card. */
export const noPrompts: Prompts = {
  tipAmounts: null,
  cvv: false,
  postalCode: false,
  amountConfirmation: false,
  signature: false,
  keyCard: false,
}
