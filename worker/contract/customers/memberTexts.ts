import { encryptedCardText, walletPayloadText } from '../transactions/paymentTexts.ts'
import type { MemberTexts } from '../schema/memberTexts.ts'

const clears = 'In a request, null or an empty string clears it, and an absent member keeps it.'

const one = { customers: 'The customer, as a list of one. Null in an error response.' }
const entry = { wallet: 'The payment method, as a list of one. Null in an error response.' }

const source = 'Exactly one of `token`, `creditCardEncrypted` and `digitalPayPayment` is required.'

/** Texts of customers, their payment methods, and their exported data. */
export const customerTexts: MemberTexts = {
  Customer: {
    id: 'Id of the customer.',
    firstName: `First name. Empty if unknown. ${clears}`,
    lastName: `Last name. Empty if unknown. ${clears}`,
    company: `Name of the company. Empty if unknown. ${clears}`,
    merchantIdentifier: `Your own id for the customer, unique in the account and mode unless it is empty (409 \`already_exists\` with \`details.id\`). ${clears}`,
    phoneNumber: `Phone number, in any format. Empty if unknown. ${clears}`,
    emailAddress: `Email address. Empty if unknown. ${clears}`,
    shippingAddress: `Shipping address. ${clears}`,
    metadata: `Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters. It is replaced as a whole. ${clears}`,
  },
  CreateCustomerRequest: { $as: 'Customer' },
  UpdateCustomerRequest: { $as: 'Customer' },
  WalletEntry: {
    id: 'Id of the payment method.',
    network: 'Card network; `ach` for a bank account.',
    accountNumber: 'Card or account number, masked except for the last four digits.',
    expiry: 'Expiry date of the card, MMYY. Empty for a bank account.',
    default:
      'Whether payments and subscriptions that name only the customer use this payment method. A customer with payment methods has exactly one default.',
    created: 'Time when the payment method was stored, RFC 3339 in UTC.',
    address: 'Billing address, for the address verification of later payments.',
  },
  AddWalletEntryRequest: {
    token: `An unused token of a card or bank account; it is used up. ${source}`,
    creditCardEncrypted: `${encryptedCardText} ${source}`,
    digitalPayPayment: `${walletPayloadText} ${source}`,
    default:
      'True makes this payment method the default. False, null or absent: it becomes the default only if the customer has no other.',
    address:
      'Billing address, for the address verification of later payments. Null or absent: the postal code of the card alone.',
  },
  UpdateWalletEntryRequest: {
    $as: 'WalletEntry',
    default:
      'True makes this payment method the default, and replaces the previous one. False on the default returns 409 `default_wallet_required`. Null or absent changes nothing.',
  },
  listCustomers: { customers: 'Active customers, newest first. Null in an error response.' },
  createCustomer: one,
  getCustomer: one,
  updateCustomer: one,
  listWallet: { wallet: 'Payment methods of the customer, newest first.' },
  addWalletEntry: entry,
  updateWalletEntry: entry,
  exportCustomer: {
    customer: 'The customer.',
    wallet: 'Payment methods, stored and deleted, newest first.',
    subscriptions: 'Subscriptions in all states, newest first.',
    checkouts: 'Checkouts of the customer, newest first.',
    transactions: 'Payments with the customer’s payment methods or checkouts, newest first: up to 10,000.',
    moreTransactions: 'Path of the request that returns further payments. Null if there are none.',
    notes: 'Entries of the audit log about the customer, newest first.',
  },
  'exportCustomer.customer': {
    $as: 'Customer',
    created: 'Time when the customer was created, RFC 3339 in UTC.',
    updated: 'Time of the latest change, RFC 3339 in UTC.',
    deleted: 'Time when the customer was deleted, RFC 3339 in UTC. Null for an active customer.',
  },
  'exportCustomer.wallet': {
    $as: 'WalletEntry',
    deleted: 'Time when the payment method was deleted, RFC 3339 in UTC. Null if it is stored.',
  },
  'exportCustomer.subscriptions': {
    $as: 'CustomerSubscription',
    bills: 'Bills of the subscription, latest period first.',
  },
  'exportCustomer.checkouts': {
    $as: 'Checkout',
    prefill: 'Data that prefilled the form.',
    'prefill.email': 'Email address. Empty if none was given.',
    'prefill.address': 'Name and address, by the names of the fields of the form.',
  },
  'exportCustomer.transactions': {
    $as: 'listTransactions.transactions',
    order: 'The order, as sent. Null if none was sent.',
    creditOrders: 'Orders of the payment’s credits, oldest first.',
    'creditOrders.transactionId': 'Id of the credit.',
    'creditOrders.order': 'The order, as sent with the credit.',
  },
  'exportCustomer.notes': {
    created: 'Time of the change, RFC 3339 in UTC.',
    action: 'What was done, such as `customer.updated`.',
    requestId: 'Id of the request that made the change.',
    detail: 'What was changed. Its members depend on `action`.',
  },
  eraseCustomer: {
    complete:
      'Whether everything is erased. False if the gateway erases the rest within minutes; a repeated request continues at once.',
  },
}
