import type { SubscriptionWithCustomer } from '../../client/types.ts'

const texts = { deleted: 'Deleted customer', nameless: 'Customer without a name' } as const

/** What a customer is called: name, company or email address, the first that it has. */
export const customerName = (customer: SubscriptionWithCustomer['customer']): string => {
  if (customer === null) return texts.deleted
  const { firstName, lastName, company, emailAddress } = customer
  return [firstName, lastName].filter(Boolean).join(' ') || company || emailAddress || texts.nameless
}
