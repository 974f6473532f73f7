import type { Prompts } from '#contract/terminals/device'
import type { PaymentTerminal } from '#contract/transactions/payment'
import type { Configuration } from '#contract/terminals/terminals'
import { amountIn } from '../transactions/amounts.ts'
import { decimalPlaces } from '../money.ts'

const minTipAmounts = 3

/**
 * Tip amounts in a currency that the contract could not know.
 *
 * Refusal: amount_precision_invalid.
 */
export const checkTipAmounts = ({ tipAmounts }: PaymentTerminal, currency: number): void =>
  tipAmounts?.forEach((value, index) => amountIn(value, currency, `payment.terminal.tipAmounts[${index}]`))

const isRepresentable = (value: string, currency: number): boolean =>
  (value.split('.')[1]?.length ?? 0) <= decimalPlaces(currency)

/** Asked at a reader: what, of whom, in which currency. */
export interface PromptContext {
  readonly type: 'payment' | 'credit'
  readonly currency: number
  readonly tipAtSale: boolean
}

/** What a reader asks the shopper: what the payment says, else what the terminal was configured with. */
export const promptsOf = (
  given: Configuration,
  configured: Configuration,
  { type, currency, tipAtSale }: PromptContext,
): Prompts => {
  const flag = (name: Exclude<keyof Configuration, 'tipAmounts'>) => given[name] ?? configured[name] ?? false
  const tips = [given.tipAmounts, configured.tipAmounts]
    .map((amounts) => (amounts ?? []).filter((value) => isRepresentable(value, currency)))
    .find(({ length }) => length >= minTipAmounts)
  return {
    tipAmounts: type === 'payment' && tipAtSale && flag('promptTip') ? (tips ?? null) : null,
    cvv: flag('promptCvv'),
    postalCode: flag('promptPostalCode'),
    amountConfirmation: flag('promptAmountConfirmation'),
    signature: flag('promptSignature'),
    keyCard: flag('keyCard'),
  }
}
