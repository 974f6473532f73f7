// In a shop that is not part of this repository: import { … } from 'sluice'
import {
  SluiceError,
  type SluiceClient,
  type Transaction,
  type TransactionResponse,
} from '../../widget/client/index.ts'
import type { Bag, Totals } from './bag.ts'
import { customer } from './customer.ts'
import { toUnits } from './money.ts'

/** What the gateway keeps of the card. */
export type Card = Pick<Transaction['payment'], 'network' | 'accountNumber'>

export type Answer =
  | { heard: true; transaction: TransactionResponse }
  /** The gateway took the request for wrong: nothing was asked of any bank. `refused` is the error's type. */
  | { heard: true; refused: string }
  /** Nobody knows whether the payment happened. */
  | { heard: false }

const currency = 840

const orderOf = (bag: Bag, totals: Totals) => ({
  email: customer.email,
  billTo: customer.address,
  shipTo: customer.address,
  shipping: toUnits(totals.shipping),
  tax: toUnits(totals.tax),
  total: toUnits(totals.total),
  lines: bag.map(({ product, quantity }) => ({
    productCode: product.id,
    description: product.name,
    unitOfMeasure: 'each',
    unitCost: toUnits(product.cents),
    quantity,
    total: toUnits(product.cents * quantity),
  })),
})

/** This shop sends each token for one payment only: one that is used has paid for it, or not, and we missed the answer. */
const tokenUsed = 'token_used'

const answerOf = (error: unknown): Answer => {
  if (!(error instanceof SluiceError)) throw error
  const [refused = `status_${error.status}`] = error.types
  return error.outcomeUnknown || refused === tokenUsed ? { heard: false } : { heard: true, refused }
}

/**
 * Asks the gateway to authorize the bag's total on the card behind the token. The token is the name of the payment, too: the client asks
 * again under it when an answer gets lost, and so does this shop when the shopper comes back; the gateway charges once.
 */
export const authorize = (
  sluice: SluiceClient,
  { token, bag, totals }: { token: string; bag: Bag; totals: Totals },
): Promise<Answer> =>
  sluice
    .authorizeTransaction(
      {
        payment: { token },
        amount: { value: toUnits(totals.total), currency },
        order: orderOf(bag, totals),
      },
      { idempotencyKey: token },
    )
    .then((transaction) => ({ heard: true, transaction }), answerOf)

/** Gives back what an approval holds on a card. False when that failed: the hold then ends by itself, after days. */
export const release = async (sluice: SluiceClient, transactionId: string): Promise<boolean> => {
  try {
    return (await sluice.voidTransaction({ transactionId })).errors === null
  } catch (error) {
    console.error(error)
    return false
  }
}

/** The card of a transaction, masked; undefined when the gateway does not say. */
export const readCard = async (sluice: SluiceClient, transactionId: string): Promise<Card | undefined> => {
  try {
    return (await sluice.getTransaction(transactionId)).payment
  } catch (error) {
    // The receipt is complete without the card: the payment stands.
    console.error(error)
    return undefined
  }
}
