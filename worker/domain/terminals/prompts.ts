import type { Prompts } from '#contract/terminals/device'
import type { PaymentTerminal } from '#contract/transactions/payment'
import type { Configuration } from '#contract/terminals/terminals'
import { amountIn } from '../transactions/amounts.ts'
import { decimalPlaces } from '../money.ts'

const minTipAmounts = 3

/**
 * Checks the decimals of tip amounts. The contract cannot, since it does not know the currency.
 *
 * Error: amount_precision_invalid.
 */
export const checkTipAmounts = ({ tipAmounts }: PaymentTerminal, currency: number): void =>
  tipAmounts?.forEach((value, index) => amountIn(value, currency, `payment.terminal.tipAmounts[${index}]`))

const isRepresentable = (value: string, currency: number): boolean =>
  (value.split('.')[1]?.length ?? 0) <= decimalPlaces(currency)

/** The payment that a terminal prompts for. `tipAtSale`: the account takes tips at the time of sale. */
export interface PromptContext {
  readonly type: 'payment' | 'credit'
  readonly currency: number
  readonly tipAtSale: boolean
}

/** The prompts of a payment: options of the payment override the terminal's configuration. */
export const resolvePrompts = (
  options: Configuration,
  configured: Configuration,
  { type, currency, tipAtSale }: PromptContext,
): Prompts => {
  const flag = (name: Exclude<keyof Configuration, 'tipAmounts'>) => options[name] ?? configured[name] ?? false
  const tips = [options.tipAmounts, configured.tipAmounts]
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
