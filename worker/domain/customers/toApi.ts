import type { NewCustomer } from '../../store/customers/customers.ts'
import type { WalletEntryRow } from '../../store/customers/walletEntries.ts'
import { maskedNumber } from '../transactions/responses/maskedNumber.ts'

/** An address as the API shows it: a member without a value is an empty text. */
const shownAddress = (address: NewCustomer['shippingAddress']) => ({
  name: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  ...address,
})

/** A customer as the API shows it. */
export const shownCustomer = (customer: Omit<NewCustomer, 'created'>) => ({
  id: customer.id,
  firstName: customer.firstName,
  lastName: customer.lastName,
  company: customer.company,
  merchantIdentifier: customer.merchantIdentifier ?? '',
  phoneNumber: customer.phoneNumber,
  emailAddress: customer.emailAddress,
  shippingAddress: shownAddress(customer.shippingAddress),
  metadata: customer.metadata,
})

/** A saved payment method as the API shows it: the last four digits of its number, its time in RFC 3339. */
export const shownEntry = (entry: WalletEntryRow) => ({
  id: entry.id,
  network: entry.network,
  accountNumber: maskedNumber(entry.last4, entry.digits),
  expiry: entry.expiry,
  default: entry.isDefault,
  created: new Date(entry.created).toISOString(),
  address: shownAddress(entry.address),
})
