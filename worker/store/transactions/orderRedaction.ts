import { toSqlList } from '../sql/database.ts'

/**
 * Members of an order. Those of `person` are erased with the customer; those of `sale` are retained for the merchant's accounting.
 */
export const orderMembers = {
  person: ['customerPublicIdentifier', 'billTo', 'shipTo', 'email', 'metadata'],
  sale: [
    'referenceObject',
    'referenceObjectId',
    'discount',
    'surcharge',
    'shipping',
    'tip',
    'tax',
    'total',
    'date',
    'lines',
  ],
} as const

/** An order without the person. Appending an empty text converts JSON to text, the type in rows and snapshots. */
export const withoutPerson = (column: string): string =>
  `json_remove(${column}, ${toSqlList(orderMembers.person.map((member) => `$.${member}`))}) || ''`
