import type { PayBody } from '#contract/checkouts/page'
import { type Answer, request } from './request.ts'

/** Sends a try to pay, with the card in it: the one function that sends card data. It is sent once; see makeTry for what then. */
export const pay = (checkout: string, body: PayBody): Promise<Answer> => request(checkout, 'pay', body)
