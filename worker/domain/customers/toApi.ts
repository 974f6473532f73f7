import type { NewCustomer } from '../../store/customers/customers.ts'
import type { WalletEntryRow } from '../../store/customers/walletEntries.ts'
import { maskedNumber } from '../transactions/responses/maskedNumber.ts'

/** An address as an API resource: members without a value are empty texts. */
const toAddress = (address: NewCustomer['shippingAddress']) => ({
  name: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  ...address,
})

/** A customer as an API resource. */
export const toCustomer = (customer: Omit<NewCustomer, 'created'>) => ({
  id: customer.id,
  firstName: customer.firstName,
  lastName: customer.lastName,
  company: customer.company,
  merchantIdentifier: customer.merchantIdentifier ?? '',
  phoneNumber: customer.phoneNumber,
  emailAddress: customer.emailAddress,
  shippingAddress: toAddress(customer.shippingAddress),
  metadata: customer.metadata,
})

/** A saved payment method as an API resource, with a masked number. */
export const toWalletEntry = (entry: WalletEntryRow) => ({
  id: entry.id,
  network: entry.network,
  accountNumber: maskedNumber(entry.last4, entry.digits),
  expiry: entry.expiry,
  default: entry.isDefault,
  created: new Date(entry.created).toISOString(),
  address: toAddress(entry.address),
})
