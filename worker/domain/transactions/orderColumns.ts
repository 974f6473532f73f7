import type { Order } from '#contract/transactions/order'
import type { StoredOrder } from '../../store/transactions/columns.ts'

/** The stored members of an order. Members that only the gateway sets are dropped, since a client may send any value. */
export const toStoredOrder = ({ id: _id, customerId: _customerId, ...order }: Order): StoredOrder => order

const idText = (id: Order['referenceObjectId']): string => {
  if (id == null) return ''
  return typeof id === 'string' ? id : id.rawJSON
}

/** The text that the list shows and its `reference` filter matches: object and id, joined by a colon. */
export const orderReference = ({ referenceObject, referenceObjectId }: Order): string | null =>
  referenceObject == null && referenceObjectId == null ? null : `${referenceObject ?? ''}:${idText(referenceObjectId)}`
