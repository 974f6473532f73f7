import type { CheckoutView } from '#contract/checkouts/view'
import type { Gateway } from './gateway.ts'

/** Sends the receipts of checkouts. */
export const receipts = ({ mailer, drawReceipt }: Pick<Gateway, 'mailer' | 'drawReceipt'>) => ({
  /** Renders a receipt and returns the function that sends it, which returns false if it could not be sent. */
  drawReceipt: async (
    view: CheckoutView,
    { to, locale }: { readonly to: string; readonly locale: string },
  ): Promise<() => Promise<boolean>> => {
    if (mailer === null || to === '') return () => Promise.resolve(false)
    const mail = await drawReceipt(view, locale)
    return () => mailer.send(mail, to, view.merchant)
  },
})
