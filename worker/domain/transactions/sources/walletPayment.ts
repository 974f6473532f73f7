import type { DigitalPayPayment } from '#contract/payment'
import { refuse } from '#contract/refusal'
import type { Services } from '../../../services.ts'
import type { Source } from './source.ts'

export const walletPaymentSource = (_payment: DigitalPayPayment, _services: Services): Promise<Source> => {
  throw refuse('not_implemented', { field: 'payment.digitalPayPayment' })
}
