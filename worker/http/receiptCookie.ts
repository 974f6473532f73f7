import { parse, serialize } from 'hono/utils/cookie'
import { receiptKeyLifetimeMs } from '../domain/checkouts/page/receiptKey.ts'
import type { CheckoutRow } from '../store/checkouts/checkoutColumns.ts'

const name = 'receipt'

/** The key to a receipt that the browser has; empty without one. */
export const readReceiptCookie = ({ headers }: Request): string => parse(headers.get('cookie') ?? '', name)[name] ?? ''

/**
 * The `Set-Cookie` header that leaves a receipt's key with the browser that paid, for the page of this checkout alone. It authorizes no
 * request, so a forged request gains nothing. In a frame of another site the key belongs to that site's page (CHIPS); browsers that
 * refuse such cookies show the receipt as to anybody. Plain http is local only, where some browsers ignore secure cookies.
 */
export const receiptCookie = (
  key: string,
  { id, origin, offer }: Pick<CheckoutRow, 'id' | 'origin' | 'offer'>,
): string => {
  const secure = origin.startsWith('https:')
  return serialize(name, key, {
    path: `/checkout/${id}`,
    maxAge: receiptKeyLifetimeMs / 1000,
    httpOnly: true,
    secure,
    ...(secure && offer.framed ? { sameSite: 'None', partitioned: true } : { sameSite: 'Lax' }),
  })
}
