// In a shop that is not part of this repository: import { … } from "@sluicepay/sluice"
import {
  SluiceError,
  type SluiceClient,
  type Transaction,
  type TransactionResponse,
} from '../../widget/client/index.ts'
import type { Bag, Totals } from './bag.ts'
import { customer } from './customer.ts'
import { toUnits } from './money.ts'

/** Masked card details, as the gateway stores them. */
export type Card = Pick<Transaction['payment'], 'network' | 'accountNumber'>

export type Sale =
  | { isKnown: true; transaction: TransactionResponse }
  /** The gateway rejected the request and charged nothing. `rejected` is the error type. */
  | { isKnown: true; rejected: string }
  /** Unknown outcome: the response was lost. */
  | { isKnown: false }

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

/** This shop uses each token for one payment, so a used token means that the response to that payment was lost. */
const tokenUsed = 'token_used'

const toSale = (error: unknown): Sale => {
  if (!(error instanceof SluiceError)) throw error
  const [rejected = `status_${error.status}`] = error.types
  return error.outcomeUnknown || rejected === tokenUsed ? { isKnown: false } : { isKnown: true, rejected }
}

/**
 * Charges the bag's total to the token. This shop ships on the same day; one that ships later calls `authorizeTransaction` here, which only
 * holds the amount, and `captureTransaction` when it ships.
 *
 * The order's id is the idempotency key: if a response is lost, the client and this shop retry with it, and the gateway charges once. A
 * token must not be a key, since keys appear in logs.
 */
export const sell = (
  sluice: SluiceClient,
  { order, token, bag, totals }: { order: string; token: string; bag: Bag; totals: Totals },
): Promise<Sale> =>
  sluice
    .saleTransaction(
      {
        payment: { token },
        amount: { value: toUnits(totals.total), currency },
        order: orderOf(bag, totals),
      },
      { idempotencyKey: order },
    )
    .then((transaction) => ({ isKnown: true, transaction }), toSale)

/** Voids a sale. Returns false on failure; the card is then charged, and the shop owes a refund. */
export const cancel = async (sluice: SluiceClient, transactionId: string): Promise<boolean> => {
  try {
    return (await sluice.voidTransaction({ transactionId })).approved
  } catch (error) {
    console.error(error)
    return false
  }
}

/** The masked card of a transaction; undefined if the gateway cannot be reached. */
export const readCard = async (sluice: SluiceClient, transactionId: string): Promise<Card | undefined> => {
  try {
    return (await sluice.getTransaction(transactionId)).payment
  } catch (error) {
    // The receipt can omit the card; the payment is approved.
    console.error(error)
    return undefined
  }
}
