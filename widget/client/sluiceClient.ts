// Generated from worker/contract by "npm run contract".

import type { CallOptions } from './call.ts'
import { connect } from './connect.ts'
import { withLists, type Gateway, type Listed } from './pages.ts'
import type { SluiceSettings } from './settings.ts'
import type {
  AddWalletEntryAnswer,
  AddWalletEntryRequest,
  AdvanceTestClockAnswer,
  AdvanceTestClockRequest,
  ApiKey,
  AuthorizeTransactionRequest,
  Bill,
  CancelCheckoutAnswer,
  CancelCustomerSubscriptionAnswer,
  CancelTerminalAnswer,
  CaptureTransactionRequest,
  CloseBatchAnswer,
  CreateCheckoutAnswer,
  CreateCheckoutRequest,
  CreateCustomerAnswer,
  CreateCustomerRequest,
  CreateCustomerSubscriptionAnswer,
  CreateCustomerSubscriptionRequest,
  CreateSubscriptionAnswer,
  CreateSubscriptionRequest,
  CreateTerminalAnswer,
  CreateTerminalRequest,
  CreateTokenAnswer,
  CreateTokenRequest,
  CreateWebhookAnswer,
  CreateWebhookRequest,
  CreditTransactionRequest,
  Customer,
  CustomerSubscription,
  Envelope,
  EraseCustomerAnswer,
  Event,
  ExportCustomerAnswer,
  GetAccountAnswer,
  GetBatchAnswer,
  GetCheckoutAnswer,
  GetCustomerAnswer,
  GetEventAnswer,
  GetSignatureAnswer,
  GetTerminalAnswer,
  GetTestClockAnswer,
  IssueApiKeyAnswer,
  IssueApiKeyRequest,
  ListApiKeysAnswer,
  ListApiKeysQuery,
  ListAttemptsAnswer,
  ListBatchesAnswer,
  ListBatchesEntry,
  ListBatchesQuery,
  ListBillsAnswer,
  ListBillsQuery,
  ListCustomerSubscriptionsAnswer,
  ListCustomerSubscriptionsQuery,
  ListCustomersAnswer,
  ListCustomersQuery,
  ListEncryptionKeysAnswer,
  ListEventsAnswer,
  ListEventsQuery,
  ListSubscriptionsAnswer,
  ListSubscriptionsQuery,
  ListTerminalsAnswer,
  ListTerminalsQuery,
  ListTransactionsAnswer,
  ListTransactionsEntry,
  ListTransactionsQuery,
  ListWalletAnswer,
  ListWalletQuery,
  ListWebhooksAnswer,
  ReplayEventAnswer,
  ReplayEventRequest,
  ReplayWebhookAnswer,
  ReplayWebhookRequest,
  ResetTestClockAnswer,
  RevokeApiKeyAnswer,
  RotateApiKeyAnswer,
  RotateApiKeyRequest,
  RotateWebhookSecretAnswer,
  SetTestClockAnswer,
  SetTestClockRequest,
  SimulateTerminalAnswer,
  SimulateTerminalRequest,
  Subscription,
  Terminal,
  TestWebhookAnswer,
  Transaction,
  TransactionResponse,
  UpdateAccountAnswer,
  UpdateAccountRequest,
  UpdateCustomerAnswer,
  UpdateCustomerRequest,
  UpdateCustomerSubscriptionAnswer,
  UpdateCustomerSubscriptionRequest,
  UpdateWalletEntryAnswer,
  UpdateWalletEntryRequest,
  UpdateWebhookAnswer,
  UpdateWebhookRequest,
  VoidTransactionRequest,
  WalletEntry,
} from './types.ts'

/**
 * A client of the gateway: one method for each operation of its contract.
 *
 * A method answers what the gateway answers with status 200. That includes declined payments: look at `responseCode` and `errors`.
 * Everything else is thrown, as a SluiceError. Requests that got no answer, or were asked to come back later, are sent again under the
 * same Idempotency-Key, so that nothing is done twice.
 *
 * For servers: Node, Workers, or whatever else has fetch. In a browser it takes a publishable key alone.
 */
export class SluiceClient {
  readonly #gateway: Gateway

  /** @throws {TypeError} where the settings cannot work, or would give a key away */
  constructor(settings: SluiceSettings) {
    this.#gateway = withLists(connect(settings))
  }

  /**
   * Authorize a payment: `POST /v1/transactions/authorize`, for keys with the scope `transactions:write`.
   *
   * Asks the processor to approve a payment and holds the amount until it is captured, voided or expires. A decline is an answer with status 200, a responseCode other than 00 and errors.
   */
  authorizeTransaction(body: AuthorizeTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'authorizeTransaction', method: 'POST', path: '/v1/transactions/authorize', body, keyed: true },
      options,
    )
  }

  /**
   * Capture an authorization: `POST /v1/transactions/capture`, for keys with the scope `transactions:write`.
   *
   * Takes an amount up to what was authorized. Without amount: all that is left. Captures add up.
   */
  captureTransaction(body: CaptureTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'captureTransaction', method: 'POST', path: '/v1/transactions/capture', body, keyed: true },
      options,
    )
  }

  /**
   * Void a transaction: `POST /v1/transactions/void`, for keys with the scope `transactions:write`.
   *
   * Undoes an authorization, a capture or a credit that has not settled.
   */
  voidTransaction(body: VoidTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'voidTransaction', method: 'POST', path: '/v1/transactions/void', body, keyed: true },
      options,
    )
  }

  /**
   * Give money back: `POST /v1/transactions/credit`, for keys with the scope `transactions:credit`.
   *
   * With referenceTransactionId: gives back up to what that payment captured; payment and amount may be left out. Without: pays out to the payment source, where the account allows it.
   */
  creditTransaction(body: CreditTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'creditTransaction', method: 'POST', path: '/v1/transactions/credit', body, keyed: true },
      options,
    )
  }

  /**
   * Read a transaction: `GET /v1/transactions/{id}`, for keys with the scope `transactions:read`.
   *
   * Takes the id of any operation of the payment.
   */
  getTransaction(id: string, options?: CallOptions): Promise<Transaction> {
    return this.#gateway.send(
      { operation: 'getTransaction', method: 'GET', path: '/v1/transactions/{id}', ids: [id] },
      options,
    )
  }

  /**
   * Read a shopper's signature: `GET /v1/transactions/{id}/signature`, for keys with the scope `transactions:read`.
   *
   * What the shopper drew at the card reader, of an approved payment: a PNG image in base64. Takes the id of any operation of the payment; 404 where nobody signed.
   */
  getSignature(id: string, options?: CallOptions): Promise<GetSignatureAnswer> {
    return this.#gateway.send(
      { operation: 'getSignature', method: 'GET', path: '/v1/transactions/{id}/signature', ids: [id] },
      options,
    )
  }

  /**
   * List and search transactions: `GET /v1/transactions`, for keys with the scope `transactions:read`.
   *
   * Payments of the account in the mode of the key that asks, newest first, one entry each. Filters add up; unknown parameters are ignored.
   *
   * `nextCursor` leads to the next page, and so does the header `Link` with `rel="next"`; at the end it is null. A search looks at up to 2,000 payments a page: one that finds little may answer a short page, even an empty one, that still has a `nextCursor`. A filter by reference, customer, last four digits or batch, and a range of dates, make it look at those payments alone.
   *
   * With `batchId`, `batchNet` is what the payment brought in that batch, captures less credits: over all entries of a currency it adds up to the batch's `net`. Without, it is null.
   *
   * With `format=csv` the answer is `text/csv`, and the header `Link` has the next page. A text that a spreadsheet would take for a formula has an apostrophe before it.
   */
  listTransactions(
    query: ListTransactionsQuery = {},
    options?: CallOptions,
  ): Listed<ListTransactionsAnswer, ListTransactionsEntry> {
    return this.#gateway.list(
      { operation: 'listTransactions', method: 'GET', path: '/v1/transactions', query },
      'transactions',
      options,
    )
  }

  /**
   * List batches: `GET /v1/batches`, for keys with the scope `transactions:read`.
   *
   * Newest first. The batch of a day closes at 23:59:59 by the account's time zone, with everything that was captured and credited since the last one. A day on which nothing was has no batch. What is in flight at that moment, such as a capture whose void is under way, goes into the next one. `GET /v1/transactions?batchId=` lists the payments of a batch.
   */
  listBatches(query: ListBatchesQuery = {}, options?: CallOptions): Listed<ListBatchesAnswer, ListBatchesEntry> {
    return this.#gateway.list(
      { operation: 'listBatches', method: 'GET', path: '/v1/batches', query },
      'batches',
      options,
    )
  }

  /**
   * Read a batch: `GET /v1/batches/{id}`, for keys with the scope `transactions:read`.
   */
  getBatch(id: string, options?: CallOptions): Promise<GetBatchAnswer> {
    return this.#gateway.send({ operation: 'getBatch', method: 'GET', path: '/v1/batches/{id}', ids: [id] }, options)
  }

  /**
   * Close the batch now: `POST /v1/batches/close`, for keys with the scope `transactions:write`.
   *
   * In test mode, instead of waiting for the end of the day. `batch` is null where there is nothing to settle. A batch of thousands of operations is answered while it is still closing, and closes within minutes.
   *
   * In test mode alone.
   */
  closeBatch(options?: CallOptions): Promise<CloseBatchAnswer> {
    return this.#gateway.send(
      { operation: 'closeBatch', method: 'POST', path: '/v1/batches/close', keyed: true },
      options,
    )
  }

  /**
   * Turn card data into a token: `POST /v1/tokens`, for keys with the scope `tokens:write`.
   *
   * The one road by which card data enters from a browser. A token pays once, within 15 minutes, for the account whose key made it. preferredNetwork is the choice of a shopper whose card is of two networks: the number’s own, or cartesBancaires with Visa, Mastercard and Maestro; any other is an enum_invalid. It goes along to every payment that is made with the token, or with the payment method that the token is stored as.
   */
  createToken(body: CreateTokenRequest, options?: CallOptions): Promise<CreateTokenAnswer> {
    return this.#gateway.send({ operation: 'createToken', method: 'POST', path: '/v1/tokens', body }, options)
  }

  /**
   * Public keys for creditCardEncrypted: `GET /v1/encryptionkeys`, for keys with the scope `tokens:write`.
   *
   * A JWK Set of RSA keys. A credit card object, as JSON, in a compact JWE with alg RSA-OAEP-256, enc A256GCM and the kid of one of these keys is a creditCardEncrypted. Other header parameters than these, typ and cty are refused.
   */
  listEncryptionKeys(options?: CallOptions): Promise<ListEncryptionKeysAnswer> {
    return this.#gateway.send({ operation: 'listEncryptionKeys', method: 'GET', path: '/v1/encryptionkeys' }, options)
  }

  /**
   * List customers: `GET /v1/customers`, for keys with the scope `customers:read`.
   *
   * Active customers, newest first. The Link header leads to the next page, X-Total-Count says how many there are.
   */
  listCustomers(query: ListCustomersQuery = {}, options?: CallOptions): Listed<ListCustomersAnswer, Customer> {
    return this.#gateway.list(
      { operation: 'listCustomers', method: 'GET', path: '/v1/customers', query },
      'customers',
      options,
    )
  }

  /**
   * Create a customer: `POST /v1/customers`, for keys with the scope `customers:write`.
   *
   * No member is required. A `merchantIdentifier` that another customer has is refused with 409, and `details.id` says whose it is.
   */
  createCustomer(body: CreateCustomerRequest, options?: CallOptions): Promise<CreateCustomerAnswer> {
    return this.#gateway.send(
      { operation: 'createCustomer', method: 'POST', path: '/v1/customers', body, keyed: true },
      options,
    )
  }

  /**
   * Read a customer: `GET /v1/customers/{Customer}`, for keys with the scope `customers:read`.
   *
   * Answers like the list of customers, with one entry.
   */
  getCustomer(customer: string, options?: CallOptions): Promise<GetCustomerAnswer> {
    return this.#gateway.send(
      { operation: 'getCustomer', method: 'GET', path: '/v1/customers/{Customer}', ids: [customer] },
      options,
    )
  }

  /**
   * Change a customer: `PUT /v1/customers/{Customer}`, for keys with the scope `customers:write`.
   *
   * Takes any part of the customer. What is left out stays as it is; null or an empty text clears it.
   */
  updateCustomer(customer: string, body: UpdateCustomerRequest, options?: CallOptions): Promise<UpdateCustomerAnswer> {
    return this.#gateway.send(
      {
        operation: 'updateCustomer',
        method: 'PUT',
        path: '/v1/customers/{Customer}',
        ids: [customer],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Delete a customer: `DELETE /v1/customers/{Customer}`, for keys with the scope `customers:write`.
   *
   * Subscriptions and checkouts that name the customer are canceled first, stored payment methods are erased for good. Payments stay, with masked numbers. What the customer said of themselves is kept, unseen, until it is erased.
   */
  deleteCustomer(customer: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteCustomer', method: 'DELETE', path: '/v1/customers/{Customer}', ids: [customer], keyed: true },
      options,
    )
  }

  /**
   * List a customer's payment methods: `GET /v1/customers/{Customer}/wallet`, for keys with the scope `customers:read`.
   *
   * Newest first. The Link header leads to the next page, X-Total-Count says how many there are.
   */
  listWallet(
    customer: string,
    query: ListWalletQuery = {},
    options?: CallOptions,
  ): Listed<ListWalletAnswer, WalletEntry> {
    return this.#gateway.list(
      { operation: 'listWallet', method: 'GET', path: '/v1/customers/{Customer}/wallet', ids: [customer], query },
      'wallet',
      options,
    )
  }

  /**
   * Store a payment method: `POST /v1/customers/{Customer}/wallet`, for keys with the scope `customers:write`.
   *
   * Spends a token: the card or bank account is kept for later payments, its security code is not. The first payment method of a customer becomes the default whatever is said, a later one with default true.
   */
  addWalletEntry(customer: string, body: AddWalletEntryRequest, options?: CallOptions): Promise<AddWalletEntryAnswer> {
    return this.#gateway.send(
      {
        operation: 'addWalletEntry',
        method: 'POST',
        path: '/v1/customers/{Customer}/wallet',
        ids: [customer],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Make a payment method the default: `PUT /v1/customers/{Customer}/wallet/{Wallet}`, for keys with the scope `customers:write`.
   *
   * With default true the entry becomes the one default of the customer. A customer with entries keeps one default: false on it is refused. The default is what subscriptions are charged to that name no entry of their own.
   */
  updateWalletEntry(
    customer: string,
    wallet: string,
    body: UpdateWalletEntryRequest,
    options?: CallOptions,
  ): Promise<UpdateWalletEntryAnswer> {
    return this.#gateway.send(
      {
        operation: 'updateWalletEntry',
        method: 'PUT',
        path: '/v1/customers/{Customer}/wallet/{Wallet}',
        ids: [customer, wallet],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Delete a payment method: `DELETE /v1/customers/{Customer}/wallet/{Wallet}`, for keys with the scope `customers:write`.
   *
   * Erases the card or bank account for good. Where it was the default, the newest other entry is from then on. One that a subscription is charged to is kept, with 409.
   */
  deleteWalletEntry(customer: string, wallet: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      {
        operation: 'deleteWalletEntry',
        method: 'DELETE',
        path: '/v1/customers/{Customer}/wallet/{Wallet}',
        ids: [customer, wallet],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Export all data of a customer: `GET /v1/customers/{Customer}/export`, for keys with the scope `customers:read`.
   *
   * One document with everything that is held about a customer, also about one that was deleted and is not erased yet: the customer, its payment methods (masked), its subscriptions with their bills, its checkouts, the payments that were made with its payment methods or for its checkouts, and what was noted about it. Newest first. Events are not among it: they are copies of this.
   *
   * Holds up to 10,000 payments. Where there are more, `moreTransactions` is the path of `GET /v1/transactions` that goes on; else it is null.
   *
   * The key needs `transactions:read` and `subscriptions:read`, too.
   */
  exportCustomer(customer: string, options?: CallOptions): Promise<ExportCustomerAnswer> {
    return this.#gateway.send(
      { operation: 'exportCustomer', method: 'GET', path: '/v1/customers/{Customer}/export', ids: [customer] },
      options,
    )
  }

  /**
   * Erase a customer: `POST /v1/customers/{Customer}/erase`, for keys with the scope `customers:write`.
   *
   * Deletes the customer, if it is not deleted, and blanks for good what identifies the person:
   *
   * - of the customer: names, company, your own number, phone, email, address, metadata
   * - of its payment methods: the address, the last four digits, the expiry, and what a card is recognized by
   * - of its checkouts: what `customerInfo`, `customerDefinedField` and `thankYouUrl` said, and the shopper’s email address
   * - of the payments that were made with its payment methods or for its checkouts: the card in every form, and of the order `billTo`, `shipTo`, `email`, `customerPublicIdentifier` and `metadata`
   * - the answers that are kept for repetitions of earlier requests about the customer: they have empty lists from then on
   * - the events of all that: they stay, and are delivered and read without it from then on
   *
   * What your books need stays: payments with amounts, dates, card network, response and authorization codes, the network's id, the order's references, figures and lines; subscriptions and bills; ids; who did what when. Lines are about goods: a person whose name is in a `description`, or in a `referenceObject`, stays named there. Payments that were made with neither a stored payment method nor a checkout of the customer’s have no customer, and stay as they are. Captures, voids and credits of erased payments work as before; a credit that names the card instead of the payment does not find it any more.
   *
   * The database's own history has everything for up to 30 days more. Only whoever operates the gateway can reach it, and who restores the database from it must erase again.
   *
   * With more payments than one request may change, `complete` is false: the rest is erased by itself within minutes, or by asking again. From the first answer on the customer is not found anywhere, except here: to erase it again is no error.
   */
  eraseCustomer(customer: string, options?: CallOptions): Promise<EraseCustomerAnswer> {
    return this.#gateway.send(
      {
        operation: 'eraseCustomer',
        method: 'POST',
        path: '/v1/customers/{Customer}/erase',
        ids: [customer],
        keyed: true,
      },
      options,
    )
  }

  /**
   * List a customer's subscriptions: `GET /v1/customers/{Customer}/subscriptions`, for keys with the scope `subscriptions:read`.
   *
   * Newest first. requestId and errors are additions to the two members of the interface.
   */
  listCustomerSubscriptions(
    customer: string,
    query: ListCustomerSubscriptionsQuery = {},
    options?: CallOptions,
  ): Listed<ListCustomerSubscriptionsAnswer, CustomerSubscription> {
    return this.#gateway.list(
      {
        operation: 'listCustomerSubscriptions',
        method: 'GET',
        path: '/v1/customers/{Customer}/subscriptions',
        ids: [customer],
        query,
      },
      'customerSubscriptions',
      options,
    )
  }

  /**
   * Subscribe a customer to a plan: `POST /v1/customers/{Customer}/subscriptions`, for keys with the scope `subscriptions:write`.
   *
   * The first bill falls on the first day of the cycle that is not before `startDate` (today, where it is left out), at midnight in the time zone of the account. Without `wallet` the default payment method of the customer is charged, whichever that is then. `amount` and `installments` stand in for those of the plan.
   */
  createCustomerSubscription(
    customer: string,
    body: CreateCustomerSubscriptionRequest,
    options?: CallOptions,
  ): Promise<CreateCustomerSubscriptionAnswer> {
    return this.#gateway.send(
      {
        operation: 'createCustomerSubscription',
        method: 'POST',
        path: '/v1/customers/{Customer}/subscriptions',
        ids: [customer],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Change the price or payment method of a subscription, pause it or resume it: `PUT /v1/customers/{Customer}/subscriptions/{Subscription}`, for keys with the scope `subscriptions:write`.
   *
   * A new price counts from the next bill. A `total` of 0 pauses and keeps the price; a later one above 0 resumes. `status` and `resumesAt` are additions that say the same in words. Periods that pass in a pause are never billed. `wallet`, an addition too, is the payment method that is charged from now on, null the default of the customer; what was declined is tried with it at once.
   */
  updateCustomerSubscription(
    customer: string,
    subscription: string,
    body: UpdateCustomerSubscriptionRequest,
    options?: CallOptions,
  ): Promise<UpdateCustomerSubscriptionAnswer> {
    return this.#gateway.send(
      {
        operation: 'updateCustomerSubscription',
        method: 'PUT',
        path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
        ids: [customer, subscription],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Cancel a subscription: `DELETE /v1/customers/{Customer}/subscriptions/{Subscription}`, for keys with the scope `subscriptions:write`.
   *
   * At once, and without a refund. A charge that is under way finishes.
   */
  cancelCustomerSubscription(
    customer: string,
    subscription: string,
    options?: CallOptions,
  ): Promise<CancelCustomerSubscriptionAnswer> {
    return this.#gateway.send(
      {
        operation: 'cancelCustomerSubscription',
        method: 'DELETE',
        path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
        ids: [customer, subscription],
        keyed: true,
      },
      options,
    )
  }

  /**
   * List a subscription's bills: `GET /v1/customers/{Customer}/subscriptions/{Subscription}/bills`, for keys with the scope `subscriptions:read`.
   *
   * Newest first: what was charged for each period, and what became of it.
   */
  listBills(
    customer: string,
    subscription: string,
    query: ListBillsQuery = {},
    options?: CallOptions,
  ): Listed<ListBillsAnswer, Bill> {
    return this.#gateway.list(
      {
        operation: 'listBills',
        method: 'GET',
        path: '/v1/customers/{Customer}/subscriptions/{Subscription}/bills',
        ids: [customer, subscription],
        query,
      },
      'bills',
      options,
    )
  }

  /**
   * List what can be subscribed to: `GET /v1/subscriptions`, for keys with the scope `subscriptions:read`.
   *
   * Newest first. The Link header leads to the next page, X-Total-Count says how many there are.
   */
  listSubscriptions(
    query: ListSubscriptionsQuery = {},
    options?: CallOptions,
  ): Listed<ListSubscriptionsAnswer, Subscription> {
    return this.#gateway.list(
      { operation: 'listSubscriptions', method: 'GET', path: '/v1/subscriptions', query },
      'subscriptions',
      options,
    )
  }

  /**
   * Create a plan: `POST /v1/subscriptions`, for keys with the scope `subscriptions:write`.
   *
   * Each `interval` days, weeks, months or years, on `dayOfCycle`: 1 (Monday) to 7 of a week, 1 to 31 of a month (its last day where it is shorter), 1 to 365 of a year. 0 or nothing is the day on which each customer starts. `installments` is the number of charges, 0 until canceled. A label is unique among the plans of the account.
   */
  createSubscription(body: CreateSubscriptionRequest, options?: CallOptions): Promise<CreateSubscriptionAnswer> {
    return this.#gateway.send(
      { operation: 'createSubscription', method: 'POST', path: '/v1/subscriptions', body, keyed: true },
      options,
    )
  }

  /**
   * Delete a plan: `DELETE /v1/subscriptions/{Subscription}`, for keys with the scope `subscriptions:write`.
   *
   * Nobody can subscribe to it any more. Who has, keeps the subscription and its price.
   */
  deleteSubscription(subscription: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      {
        operation: 'deleteSubscription',
        method: 'DELETE',
        path: '/v1/subscriptions/{Subscription}',
        ids: [subscription],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Register a card reader: `POST /v1/terminals`, for keys with the scope `terminals:write`.
   *
   * registrationCode is what the reader shows when it starts: 6 characters, in any case, for 10 minutes and once. In test mode every other code makes a simulated reader, online at once; SIM002 to SIM008 behave in special ways. deviceId, from the back of the reader, is required where the account processes in Canada. configuration holds defaults for the flags of a payment. After 10 codes in a minute that opened no reader, the next answers 429; of codes for simulated readers, those count that a reader could have shown.
   */
  createTerminal(body: CreateTerminalRequest, options?: CallOptions): Promise<CreateTerminalAnswer> {
    return this.#gateway.send(
      { operation: 'createTerminal', method: 'POST', path: '/v1/terminals', body, keyed: true },
      options,
    )
  }

  /**
   * List card readers: `GET /v1/terminals`, for keys with the scope `terminals:read`.
   *
   * Newest first. The Link header leads to the next page, X-Total-Count says how many there are.
   */
  listTerminals(query: ListTerminalsQuery = {}, options?: CallOptions): Listed<ListTerminalsAnswer, Terminal> {
    return this.#gateway.list(
      { operation: 'listTerminals', method: 'GET', path: '/v1/terminals', query },
      'terminals',
      options,
    )
  }

  /**
   * Read a card reader: `GET /v1/terminals/{Terminal}`, for keys with the scope `terminals:read`.
   *
   * status is pending until the reader was seen, busy while a payment is open on it, online where it was heard of in the last 60 seconds, else offline.
   */
  getTerminal(terminal: string, options?: CallOptions): Promise<GetTerminalAnswer> {
    return this.#gateway.send(
      { operation: 'getTerminal', method: 'GET', path: '/v1/terminals/{Terminal}', ids: [terminal] },
      options,
    )
  }

  /**
   * Delete a card reader: `DELETE /v1/terminals/{Terminal}`, for keys with the scope `terminals:write`.
   *
   * A payment that waits for a card ends with G14. While it processes one it cannot be deleted (409). The device forgets its key and shows a new code.
   */
  deleteTerminal(terminal: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteTerminal', method: 'DELETE', path: '/v1/terminals/{Terminal}', ids: [terminal], keyed: true },
      options,
    )
  }

  /**
   * Cancel the payment at a card reader: `POST /v1/terminals/{Terminal}/cancel`, for keys with the scope `transactions:write`.
   *
   * The payment that waits for a card ends with G15. Once the card was presented and the processor is asked it cannot be canceled any more (409 terminal_in_use). Where no payment is open nothing happens.
   */
  cancelTerminal(terminal: string, options?: CallOptions): Promise<CancelTerminalAnswer> {
    return this.#gateway.send(
      {
        operation: 'cancelTerminal',
        method: 'POST',
        path: '/v1/terminals/{Terminal}/cancel',
        ids: [terminal],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Act as the shopper at a simulated card reader: `POST /v1/terminals/{Terminal}/simulate`, for keys with the scope `transactions:write`.
   *
   * present presents a test card, cancel is the shopper who does not want to, remove takes the card away too early, offline takes the reader off the network until the next other action.
   *
   * In test mode alone.
   */
  simulateTerminal(
    terminal: string,
    body: SimulateTerminalRequest,
    options?: CallOptions,
  ): Promise<SimulateTerminalAnswer> {
    return this.#gateway.send(
      {
        operation: 'simulateTerminal',
        method: 'POST',
        path: '/v1/terminals/{Terminal}/simulate',
        ids: [terminal],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Create a hosted checkout: `POST /v1/dynamiccheckout`, for keys with the scope `checkout:write`.
   *
   * Answers the address of a page where the shopper pays, once. total or items are needed: subtotal, where absent, is the sum of the items, and total is subtotal + tax + surcharge - discount. The currency is the account’s. Open for 24 hours; with invoiceInfo.dueDate until 30 days after it, a year at most. To delete the customer whom customerInfo.id names cancels it. Of one that nobody paid, what it says of a person is forgotten 90 days after it expired.
   */
  createCheckout(body: CreateCheckoutRequest, options?: CallOptions): Promise<CreateCheckoutAnswer> {
    return this.#gateway.send(
      { operation: 'createCheckout', method: 'POST', path: '/v1/dynamiccheckout', body, keyed: true },
      options,
    )
  }

  /**
   * Read a checkout: `GET /v1/dynamiccheckout/{Checkout}`, for keys with the scope `checkout:write`.
   *
   * What the browser says of a payment is a hint: read here, or by GET /v1/transactions/{id}, whether it was paid. metadata are the answers to customerDefinedField. subscription is the customerSubscriptionId of what was subscribed to: its first payment is the checkout’s, or an account verification with an amount of 0 where it begins later; the ones after it fall on the same day of its plan’s cycles, whatever day the plan names. The tenth declined try cancels a checkout, with the reason too_many_declines.
   */
  getCheckout(checkout: string, options?: CallOptions): Promise<GetCheckoutAnswer> {
    return this.#gateway.send(
      { operation: 'getCheckout', method: 'GET', path: '/v1/dynamiccheckout/{Checkout}', ids: [checkout] },
      options,
    )
  }

  /**
   * Cancel a checkout: `DELETE /v1/dynamiccheckout/{Checkout}`, for keys with the scope `checkout:write`.
   *
   * Whoever opens its page from then on reads that it was canceled. One that is being paid right now answers 409 operation_in_progress, one that is paid or expired 409 checkout_closed, one that was canceled 409 already_canceled.
   */
  cancelCheckout(checkout: string, options?: CallOptions): Promise<CancelCheckoutAnswer> {
    return this.#gateway.send(
      {
        operation: 'cancelCheckout',
        method: 'DELETE',
        path: '/v1/dynamiccheckout/{Checkout}',
        ids: [checkout],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Register a webhook: `POST /v1/webhook`, for keys with the scope `webhooks:write`.
   *
   * Events of the kinds of `subscribedEvents` are sent to `url` from now on: all kinds where it is null, none where it is empty. Kinds: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. `secret` signs what is sent, and is shown this once.
   *
   * The same `url` again is no second registration: the request then says anew, as a whole, how the first is to be, and `secret` is null. An account has 16 webhooks in each mode at most (409 limit_reached).
   *
   * `headers` are sent with each delivery. Without them these are the `webhookDefaults` of the account as they are now; `{}` is none. They are kept encrypted, and so is the secret.
   */
  createWebhook(body: CreateWebhookRequest, options?: CallOptions): Promise<CreateWebhookAnswer> {
    return this.#gateway.send(
      { operation: 'createWebhook', method: 'POST', path: '/v1/webhook', body, keyed: true },
      options,
    )
  }

  /**
   * List webhooks: `GET /v1/webhook`, for keys with the scope `webhooks:write`.
   *
   * All of them in the mode of the key that asks, newest first. Values of headers are not shown, only their names. `disabledReason` says why the gateway has given an endpoint up: `gone`: The endpoint answered 410 Gone. `failing`: All deliveries of five days failed.
   */
  listWebhooks(options?: CallOptions): Promise<ListWebhooksAnswer> {
    return this.#gateway.send({ operation: 'listWebhooks', method: 'GET', path: '/v1/webhook' }, options)
  }

  /**
   * Change a webhook: `PUT /v1/webhook/{Webhook}`, for keys with the scope `webhooks:write`.
   *
   * What the request leaves out stays. `subscribedEvents` null is all kinds, `headers` null is none; headers are replaced as a whole. While `enabled` is false nothing is sent, what has not been delivered is dropped, and so is what happens meanwhile: a replay brings it back. `enabled` true also takes one into service again that the gateway has given up. A url that another webhook has is refused (409 already_exists, details.id).
   */
  updateWebhook(webhook: string, body: UpdateWebhookRequest, options?: CallOptions): Promise<UpdateWebhookAnswer> {
    return this.#gateway.send(
      { operation: 'updateWebhook', method: 'PUT', path: '/v1/webhook/{Webhook}', ids: [webhook], body, keyed: true },
      options,
    )
  }

  /**
   * Delete a webhook: `DELETE /v1/webhook/{Webhook}`, for keys with the scope `webhooks:write`.
   *
   * For good, with its secret and its headers. What has not been delivered to it is dropped.
   */
  deleteWebhook(webhook: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteWebhook', method: 'DELETE', path: '/v1/webhook/{Webhook}', ids: [webhook], keyed: true },
      options,
    )
  }

  /**
   * Replace the secret of a webhook: `POST /v1/webhook/{Webhook}/rotate`, for keys with the scope `webhooks:write`.
   *
   * A new `secret`, shown this once. The one before it signs, too, for 24 hours more, so that a receiver may change over at any time until then. There are two at most: a second rotation within that time ends the older of them at once.
   */
  rotateWebhookSecret(webhook: string, options?: CallOptions): Promise<RotateWebhookSecretAnswer> {
    return this.#gateway.send(
      {
        operation: 'rotateWebhookSecret',
        method: 'POST',
        path: '/v1/webhook/{Webhook}/rotate',
        ids: [webhook],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Send a test to a webhook: `POST /v1/webhook/{Webhook}/test`, for keys with the scope `webhooks:write`.
   *
   * At once and one time, signed as any delivery, also where the webhook is disabled. Its body is like that of an event, its `type` is `webhook.test`, its `kind` null. `attempt.status` is what the endpoint answered, null where it did not within 15 seconds; `delivered` whether that was 2xx.
   */
  testWebhook(webhook: string, options?: CallOptions): Promise<TestWebhookAnswer> {
    return this.#gateway.send(
      { operation: 'testWebhook', method: 'POST', path: '/v1/webhook/{Webhook}/test', ids: [webhook], keyed: true },
      options,
    )
  }

  /**
   * Deliver the events of a time once more: `POST /v1/webhook/{Webhook}/replay`, for keys with the scope `webhooks:write`.
   *
   * Everything of its kinds that happened from `since` until before `until`, which is now where it is left out, in the order in which it happened and under the same ids. Both are dates or date-times of RFC 3339, in UTC unless they have an offset; with a date alone, `until` is the end of that day. Events are kept for 30 days. A disabled webhook gets none (409 webhook_disabled).
   */
  replayWebhook(webhook: string, body: ReplayWebhookRequest, options?: CallOptions): Promise<ReplayWebhookAnswer> {
    return this.#gateway.send(
      {
        operation: 'replayWebhook',
        method: 'POST',
        path: '/v1/webhook/{Webhook}/replay',
        ids: [webhook],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * List events: `GET /v1/events`, for keys with the scope `webhooks:write`.
   *
   * What happened in the account, in the mode of the key that asks, newest first: each as it is delivered to webhooks, whether there are any or not. Events are kept for 30 days. Filters add up. The Link header leads to the next page; nobody counts how many there are.
   */
  listEvents(query: ListEventsQuery = {}, options?: CallOptions): Listed<ListEventsAnswer, Event> {
    return this.#gateway.list({ operation: 'listEvents', method: 'GET', path: '/v1/events', query }, 'events', options)
  }

  /**
   * Read an event: `GET /v1/events/{Event}`, for keys with the scope `webhooks:write`.
   */
  getEvent(event: string, options?: CallOptions): Promise<GetEventAnswer> {
    return this.#gateway.send(
      { operation: 'getEvent', method: 'GET', path: '/v1/events/{Event}', ids: [event] },
      options,
    )
  }

  /**
   * See how an event was delivered: `GET /v1/events/{Event}/attempts`, for keys with the scope `webhooks:write`.
   *
   * An entry for each webhook that was to be told of it, with every attempt. `pending` is tried again at `next`, `failed` has used its attempts up, `dropped` was not delivered before the webhook was disabled. Of what an endpoint answers nothing is kept but the status.
   */
  listAttempts(event: string, options?: CallOptions): Promise<ListAttemptsAnswer> {
    return this.#gateway.send(
      { operation: 'listAttempts', method: 'GET', path: '/v1/events/{Event}/attempts', ids: [event] },
      options,
    )
  }

  /**
   * Deliver an event once more: `POST /v1/events/{Event}/replay`, for keys with the scope `webhooks:write`.
   *
   * To the webhook that is named, whatever it is subscribed to; without one, to all that are enabled and subscribed to its kind. `webhooks` is who gets it. It comes under the same id, and is tried as often as if it had just happened. A webhook that is named and disabled gets nothing (409 webhook_disabled).
   */
  replayEvent(event: string, body: ReplayEventRequest, options?: CallOptions): Promise<ReplayEventAnswer> {
    return this.#gateway.send(
      { operation: 'replayEvent', method: 'POST', path: '/v1/events/{Event}/replay', ids: [event], body, keyed: true },
      options,
    )
  }

  /**
   * Read the settings of the account: `GET /v1/account`, for keys with the scope `keys:admin`.
   */
  getAccount(options?: CallOptions): Promise<GetAccountAnswer> {
    return this.#gateway.send({ operation: 'getAccount', method: 'GET', path: '/v1/account' }, options)
  }

  /**
   * Change settings of the account: `PUT /v1/account`, for keys with the scope `keys:admin`.
   *
   * Takes any part of the settings. What is left out stays as it is; null clears what can be cleared.
   */
  updateAccount(body: UpdateAccountRequest, options?: CallOptions): Promise<UpdateAccountAnswer> {
    return this.#gateway.send(
      { operation: 'updateAccount', method: 'PUT', path: '/v1/account', body, keyed: true },
      options,
    )
  }

  /**
   * Issue an API key: `POST /v1/apikeys`, for keys with the scope `keys:admin`.
   *
   * Of the mode of the key that asks. `key` is shown this once. A restricted key has the `scopes` that are chosen, a publishable one may be narrowed to pages of `allowedOrigins`; no key gets a scope that the key that asks does not have. `warning` says what a live key cannot do yet.
   */
  issueApiKey(body: IssueApiKeyRequest, options?: CallOptions): Promise<IssueApiKeyAnswer> {
    return this.#gateway.send(
      { operation: 'issueApiKey', method: 'POST', path: '/v1/apikeys', body, keyed: true },
      options,
    )
  }

  /**
   * List API keys: `GET /v1/apikeys`, for keys with the scope `keys:admin`.
   *
   * Those of the account in the mode of the key that asks, newest first, expired and revoked ones included.
   */
  listApiKeys(query: ListApiKeysQuery = {}, options?: CallOptions): Listed<ListApiKeysAnswer, ApiKey> {
    return this.#gateway.list(
      { operation: 'listApiKeys', method: 'GET', path: '/v1/apikeys', query },
      'apiKeys',
      options,
    )
  }

  /**
   * Revoke an API key: `DELETE /v1/apikeys/{id}`, for keys with the scope `keys:admin`.
   *
   * It stops at once in test mode, and within 10 seconds in live mode, where keys are remembered so long. A key may revoke itself.
   */
  revokeApiKey(id: string, options?: CallOptions): Promise<RevokeApiKeyAnswer> {
    return this.#gateway.send(
      { operation: 'revokeApiKey', method: 'DELETE', path: '/v1/apikeys/{id}', ids: [id], keyed: true },
      options,
    )
  }

  /**
   * Replace an API key: `POST /v1/apikeys/{id}/rotate`, for keys with the scope `keys:admin`.
   *
   * A new key of the same kind, scopes and origins, shown this once as `key`. The old one, `previous`, works for `overlapHours` more (24 unless you say otherwise; 0 ends it as a revocation does), and every answer to it says until when in the header `X-Api-Key-Expires`. A key is rotated once, and only by a key that has all of its scopes.
   */
  rotateApiKey(id: string, body: RotateApiKeyRequest, options?: CallOptions): Promise<RotateApiKeyAnswer> {
    return this.#gateway.send(
      { operation: 'rotateApiKey', method: 'POST', path: '/v1/apikeys/{id}/rotate', ids: [id], body, keyed: true },
      options,
    )
  }

  /**
   * Read the test clock: `GET /v1/testclock`, for keys with the scope `transactions:read`.
   *
   * In test mode alone.
   */
  getTestClock(options?: CallOptions): Promise<GetTestClockAnswer> {
    return this.#gateway.send({ operation: 'getTestClock', method: 'GET', path: '/v1/testclock' }, options)
  }

  /**
   * Set the test clock: `POST /v1/testclock`, for keys with the scope `keys:admin`.
   *
   * What time it is for the account's test mode, from 2024 to 2308. The clock goes on running from there, for everybody who uses the account in test mode; live mode keeps the real time. It may go back, too: what has happened stays, and what is made from then on is older than that. The answer comes when everything that is due then has run: expiries, reversals, batches, returns. `complete` is false where that was too much for one request, or something failed: the rest follows within minutes, or at once by another advance, of 0 seconds if need be. An Idempotency-Key is not heeded, since keys live by this clock.
   *
   * In test mode alone.
   */
  setTestClock(body: SetTestClockRequest, options?: CallOptions): Promise<SetTestClockAnswer> {
    return this.#gateway.send({ operation: 'setTestClock', method: 'POST', path: '/v1/testclock', body }, options)
  }

  /**
   * Advance the test clock: `POST /v1/testclock/advance`, for keys with the scope `keys:admin`.
   *
   * Puts the clock of the account's test mode forward. Advances that are asked for at once add up. The answer comes when everything that is due then has run: expiries, reversals, batches, returns. `complete` is false where that was too much for one request, or something failed: the rest follows within minutes, or at once by another advance, of 0 seconds if need be. An Idempotency-Key is not heeded, since keys live by this clock.
   *
   * In test mode alone.
   */
  advanceTestClock(body: AdvanceTestClockRequest, options?: CallOptions): Promise<AdvanceTestClockAnswer> {
    return this.#gateway.send(
      { operation: 'advanceTestClock', method: 'POST', path: '/v1/testclock/advance', body },
      options,
    )
  }

  /**
   * Return to the real time: `DELETE /v1/testclock`, for keys with the scope `keys:admin`.
   *
   * The answer comes when everything that is due then has run: expiries, reversals, batches, returns. `complete` is false where that was too much for one request, or something failed: the rest follows within minutes, or at once by another advance, of 0 seconds if need be. An Idempotency-Key is not heeded, since keys live by this clock.
   *
   * In test mode alone.
   */
  resetTestClock(options?: CallOptions): Promise<ResetTestClockAnswer> {
    return this.#gateway.send({ operation: 'resetTestClock', method: 'DELETE', path: '/v1/testclock' }, options)
  }
}
