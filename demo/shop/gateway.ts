import { setTimeout as sleep } from 'node:timers/promises'
import type { Bag, Totals } from './bag.ts'
import { customer } from './customer.ts'
import { toUnits } from './money.ts'

export type GatewaySettings = { url: string; secretKey: string }

/** The members of the gateway's transaction response that this shop reads. */
export type TransactionAnswer = {
  requestId: string
  transactionId: string
  authCode: string | null
  responseCode: string
  responseText: string
  avs: { code: string; text: string } | null
  cvv: { code: string; text: string } | null
  amount: number
  errors: { type: string; message: { code: string; details?: { retry?: string } } }[] | null
}

/** What the gateway keeps of the card. */
export type CardAnswer = { network: string; accountNumber: string }

export type Answer =
  | { heard: true; transaction: TransactionAnswer }
  /** The gateway took the request for wrong: nothing was asked of any bank. `code` is the error's type. */
  | { heard: true; refused: string }
  /** No answer came, so that the payment may have happened. */
  | { heard: false }

const currency = 840
const patienceMs = 60_000
const attempts = 3
const betweenAttemptsMs = 1000

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

/** Every answer that is final under this idempotency key; after the others the same request is sent again. */
const isFinal = (status: number): boolean => status < 500 && status !== 409 && status !== 429

/** This shop sends each token for one payment only: one that is used has paid for it, or not, and we missed the answer. */
const tokenUsed = 'token_used'

const refusalOf = async (response: Response): Promise<string> => {
  const body = (await response.json().catch(() => null)) as { errors?: { type: string }[] } | null
  return body?.errors?.[0]?.type ?? `status_${response.status}`
}

const authorizeOnce = async (settings: GatewaySettings, token: string, body: string): Promise<Answer> => {
  const response = await fetch(`${settings.url}/v1/transactions/authorize`, {
    method: 'POST',
    headers: { 'x-api-key': settings.secretKey, 'content-type': 'application/json', 'idempotency-key': token },
    body,
    signal: AbortSignal.timeout(patienceMs),
  })
  if (response.ok) return { heard: true, transaction: (await response.json()) as TransactionAnswer }
  if (!isFinal(response.status)) return { heard: false }
  const refused = await refusalOf(response)
  return refused === tokenUsed ? { heard: false } : { heard: true, refused }
}

/**
 * Asks the gateway to authorize the bag's total on the card behind the token. A token pays once, so asking again after a
 * lost answer is no second charge; it is the idempotency key too, by which a gateway gives the lost answer again.
 */
export const authorize = async (
  settings: GatewaySettings,
  { token, bag, totals }: { token: string; bag: Bag; totals: Totals },
): Promise<Answer> => {
  const body = JSON.stringify({
    payment: { token },
    amount: { value: toUnits(totals.total), currency },
    order: orderOf(bag, totals),
  })
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const answer = await authorizeOnce(settings, token, body).catch((): Answer => ({ heard: false }))
    if (answer.heard) return answer
    if (attempt < attempts) await sleep(betweenAttemptsMs)
  }
  return { heard: false }
}

/** The card of a transaction, masked; undefined when the gateway does not say. */
export const readCard = async (settings: GatewaySettings, transactionId: string): Promise<CardAnswer | undefined> => {
  try {
    const response = await fetch(`${settings.url}/v1/transactions/${encodeURIComponent(transactionId)}`, {
      headers: { 'x-api-key': settings.secretKey },
      signal: AbortSignal.timeout(patienceMs),
    })
    return response.ok ? ((await response.json()) as { payment: CardAnswer }).payment : undefined
  } catch {
    // The receipt is complete without the card: the payment stands.
    return undefined
  }
}
