import { networkOf } from '#contract/card/networks'
import type { Order } from '#contract/order'
import { refuse } from '#contract/refusal'
import type { Authorize } from '#contract/transactions'
import type { Ref } from '../../processors/processor.ts'
import type { Services } from '../../services.ts'
import type { CardColumns, NewTransaction } from '../../store/transactions.ts'
import type { Money } from '../money.ts'
import { cardSource } from './cardSource.ts'
import type { OpenCard } from './cardSource.ts'
import { withFreshId } from './withFreshId.ts'

/** A payment that is written down as pending, its card open. */
export interface Opened {
  readonly id: number
  readonly ref: Ref
  readonly asked: Money
  readonly card: OpenCard
}

/**
 * Writes the payment down as pending, in one batch that also spends its token, and opens its card.
 *
 * Refusals: token_not_found, token_expired, token_used, reference_not_found and those of `cardSource`.
 */
export const openAuthorize = async (request: Authorize, asked: Money, services: Services): Promise<Opened> => {
  const source = await cardSource(request, services)
  const write = await ('token' in source ? spendToken(source.token, services) : sealCard(source.card, services))
  return withFreshId(services, async (id) => {
    const ref = await services.processor.prepare({
      type: 'authorize',
      op: String(id),
      account: services.accountContext,
      amount: asked,
    })
    return { id, ref, asked, card: await write(newTransaction(id, ref, request, asked, services)) }
  })
}

/** What is kept of an order: all of it but the members that only we may set, which a client may send and which may hold anything. */
const orderText = ({ id: _id, customerId: _customerId, ...order }: Order): string => JSON.stringify(order)

const newTransaction = (
  id: number,
  ref: Ref,
  request: Authorize,
  asked: Money,
  { clock, limits, requestId }: Services,
): NewTransaction => ({
  id,
  method: 'creditCard',
  currency: asked.currency,
  requested: Number(asked.minor),
  initiatedBy: 'customer',
  initial: 'first',
  orderData: request.order === undefined ? null : orderText(request.order),
  referenceTransactionId: request.referenceTransactionId ?? null,
  initiatedByUserId: request.initiatedByUserId ?? null,
  processorRef: JSON.stringify(ref),
  requestId,
  created: clock.now(),
  due: clock.now() + limits.abandonAfterMs,
})

type Write = (row: NewTransaction) => Promise<OpenCard>

const sealCard = async (card: OpenCard, { vault, transactions }: Services): Promise<Write> => {
  const [sealed, fingerprint] = await Promise.all([vault.sealPan(card), vault.fingerprint(card.number)])
  const digits = card.number.reveal()
  const columns: CardColumns = {
    ...sealed,
    network: networkOf(digits),
    last4: digits.slice(-4),
    digits: digits.length,
    expiry: card.expiry,
    fingerprint,
  }
  return async (row) => {
    if ((await transactions.openWithCard(row, columns)) === 'opened') return card
    throw refuse('reference_not_found', { field: 'referenceTransactionId' })
  }
}

const spendToken = async (text: string, { vault, transactions }: Services): Promise<Write> => {
  const token = await vault.presentToken(text)
  if (token === null) throw refuse('token_not_found', { field: 'payment.token' })
  return async (row) => {
    const opening = await transactions.openWithToken(row, token.presented)
    switch (opening.result) {
      case 'opened':
        return { ...(await token.open(opening.card)), entry: 'ecom' }
      case 'reference_not_found':
        throw refuse('reference_not_found', { field: 'referenceTransactionId' })
      case 'other_method':
        throw refuse('not_implemented', { field: 'payment.token' })
      default:
        throw refuse(opening.result, { field: 'payment.token' })
    }
  }
}
