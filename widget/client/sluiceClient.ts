// Generated from worker/contract by "npm run contract".

import type { CallOptions } from './call.ts'
import { connect } from './connect.ts'
import { withLists, type Gateway, type Listed } from './pages.ts'
import type { SluiceSettings } from './settings.ts'
import type {
  AcceptDisputeAnswer,
  AddWalletEntryAnswer,
  AddWalletEntryRequest,
  AdvanceTestClockAnswer,
  AdvanceTestClockRequest,
  ApiKey,
  AuditEntry,
  AuthorizeTransactionRequest,
  Bill,
  CancelCheckoutAnswer,
  CancelCustomerSubscriptionAnswer,
  CancelTerminalAnswer,
  CaptureTransactionRequest,
  CheckConnectionAnswer,
  CloseBatchAnswer,
  ConsoleSession,
  CreateCheckoutAnswer,
  CreateCheckoutRequest,
  CreateConnectionAnswer,
  CreateConnectionRequest,
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
  CreateViewAnswer,
  CreateViewRequest,
  CreateWebhookAnswer,
  CreateWebhookRequest,
  CreditTransactionRequest,
  Customer,
  CustomerSubscription,
  Dispute,
  Envelope,
  EraseCustomerAnswer,
  Event,
  ExportCustomerAnswer,
  GetAccountAnswer,
  GetBatchAnswer,
  GetCheckoutAnswer,
  GetConnectionAnswer,
  GetCustomerAnswer,
  GetDisputeAnswer,
  GetEventAnswer,
  GetFiguresAnswer,
  GetFiguresQuery,
  GetQuotasAnswer,
  GetSignatureAnswer,
  GetTerminalAnswer,
  GetTestClockAnswer,
  Invitation,
  InviteMemberAnswer,
  InviteMemberRequest,
  IssueApiKeyAnswer,
  IssueApiKeyRequest,
  ListAllCustomerSubscriptionsAnswer,
  ListAllCustomerSubscriptionsQuery,
  ListApiKeysAnswer,
  ListApiKeysQuery,
  ListAttemptsAnswer,
  ListAuditEntriesAnswer,
  ListAuditEntriesQuery,
  ListBatchesAnswer,
  ListBatchesEntry,
  ListBatchesQuery,
  ListBillsAnswer,
  ListBillsQuery,
  ListCheckoutsAnswer,
  ListCheckoutsEntry,
  ListCheckoutsQuery,
  ListConnectionsAnswer,
  ListCustomerSubscriptionsAnswer,
  ListCustomerSubscriptionsQuery,
  ListCustomersAnswer,
  ListCustomersQuery,
  ListDeliveriesAnswer,
  ListDeliveriesEntry,
  ListDeliveriesQuery,
  ListDisputesAnswer,
  ListDisputesQuery,
  ListEncryptionKeysAnswer,
  ListEventsAnswer,
  ListEventsQuery,
  ListInvitationsAnswer,
  ListInvitationsQuery,
  ListMembersAnswer,
  ListMembersQuery,
  ListProcessorsAnswer,
  ListSessionsAnswer,
  ListSessionsQuery,
  ListSubscriptionsAnswer,
  ListSubscriptionsQuery,
  ListTerminalsAnswer,
  ListTerminalsQuery,
  ListTransactionsAnswer,
  ListTransactionsEntry,
  ListTransactionsQuery,
  ListViewsAnswer,
  ListViewsQuery,
  ListWalletAnswer,
  ListWalletQuery,
  ListWebhooksAnswer,
  Member,
  ReconcileConnectionAnswer,
  ReconcileConnectionRequest,
  RecordDisputeAnswer,
  RecordDisputeRequest,
  ReplayEventAnswer,
  ReplayEventRequest,
  ReplayWebhookAnswer,
  ReplayWebhookRequest,
  ResetTestClockAnswer,
  ResolveTransactionRequest,
  RevokeApiKeyAnswer,
  RotateApiKeyAnswer,
  RotateApiKeyRequest,
  RotateWebhookSecretAnswer,
  SaleTransactionRequest,
  SavedView,
  SendReceiptAnswer,
  SendReceiptRequest,
  SetTestClockAnswer,
  SetTestClockRequest,
  SimulateTerminalAnswer,
  SimulateTerminalRequest,
  Subscription,
  SubscriptionWithCustomer,
  Terminal,
  TestWebhookAnswer,
  Transaction,
  TransactionResponse,
  UpdateAccountAnswer,
  UpdateAccountRequest,
  UpdateConnectionAnswer,
  UpdateConnectionRequest,
  UpdateCustomerAnswer,
  UpdateCustomerRequest,
  UpdateCustomerSubscriptionAnswer,
  UpdateCustomerSubscriptionRequest,
  UpdateMemberAnswer,
  UpdateMemberRequest,
  UpdateViewAnswer,
  UpdateViewRequest,
  UpdateWalletEntryAnswer,
  UpdateWalletEntryRequest,
  UpdateWebhookAnswer,
  UpdateWebhookRequest,
  VoidTransactionRequest,
  WalletEntry,
} from './types.ts'

/**
 * A client of the gateway, with one method for each operation of the API.
 *
 * Methods return the body of responses with status 200. These include declined payments, so check `approved`. All
 * other responses throw a SluiceError. Requests without a response, and those that the gateway rejects temporarily, are retried with the
 * same Idempotency-Key, so that no operation is performed twice.
 *
 * For servers with fetch, such as Node and Workers. In browsers it accepts only publishable keys.
 */
export class SluiceClient {
  readonly #gateway: Gateway

  /** @throws {TypeError} if the settings are invalid or would expose a secret key */
  constructor(settings: SluiceSettings) {
    this.#gateway = withLists(connect(settings))
  }

  /**
   * Authorize a payment: `POST /v1/transactions/authorize`. Requires the scope `transactions:write`.
   *
   * Sends a payment to the processor for approval, and reserves the amount until it is captured, voided or expired. A declined payment returns status 200 with `approved` false, the `responseCode` of the decline and `errors`.
   */
  authorizeTransaction(body: AuthorizeTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'authorizeTransaction', method: 'POST', path: '/v1/transactions/authorize', body, keyed: true },
      options,
    )
  }

  /**
   * Authorize and capture a payment: `POST /v1/transactions/sale`. Requires the scope `transactions:write`.
   *
   * Authorizes and captures a payment in one step. The request and the response are those of authorize. Use it if you deliver immediately. Use authorize if you ship later: an authorization that is not captured expires.
   *
   * A partial approval (`responseCode` `10`) is captured for the approved `amount`. Void it if you need the whole amount. The money moves with the next batch. Until then, a void of `transactionId` cancels the sale. If the processor does not respond, the sale is reversed and returns `68`, as authorize does.
   */
  saleTransaction(body: SaleTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'saleTransaction', method: 'POST', path: '/v1/transactions/sale', body, keyed: true },
      options,
    )
  }

  /**
   * Capture an authorization: `POST /v1/transactions/capture`. Requires the scope `transactions:write`.
   *
   * Captures the given amount, or the remaining authorized amount if `amount` is absent. An authorization can be captured several times, up to the authorized amount.
   */
  captureTransaction(body: CaptureTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'captureTransaction', method: 'POST', path: '/v1/transactions/capture', body, keyed: true },
      options,
    )
  }

  /**
   * Void a transaction: `POST /v1/transactions/void`. Requires the scope `transactions:write`.
   *
   * Cancels an authorization, a capture or a credit before settlement.
   */
  voidTransaction(body: VoidTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'voidTransaction', method: 'POST', path: '/v1/transactions/void', body, keyed: true },
      options,
    )
  }

  /**
   * Credit a payment: `POST /v1/transactions/credit`. Requires the scope `transactions:credit`.
   *
   * With `referenceTransactionId`, refunds the given amount of that payment, or all of the captured amount that is left. `payment` and `amount` are optional then. Without it, pays out to the payment source, if the account allows unreferenced credits.
   *
   * A credit keeps its own `order` and `metadata`. A refund without an `order` shows those of the payment.
   */
  creditTransaction(body: CreditTransactionRequest, options?: CallOptions): Promise<TransactionResponse> {
    return this.#gateway.send(
      { operation: 'creditTransaction', method: 'POST', path: '/v1/transactions/credit', body, keyed: true },
      options,
    )
  }

  /**
   * Retrieve a transaction: `GET /v1/transactions/{id}`. Requires the scope `transactions:read`.
   *
   * Returns the payment with all its operations. The `id` can be that of any of them.
   *
   * The members `initiatedByUserId` and `referenceTransactionId` are those of the operation with this id; each entry of `operations` has its own. The `order` and its `metadata` are those of a credit that sent an `order`, otherwise those of the payment.
   */
  getTransaction(id: string, options?: CallOptions): Promise<Transaction> {
    return this.#gateway.send(
      { operation: 'getTransaction', method: 'GET', path: '/v1/transactions/{id}', ids: [id] },
      options,
    )
  }

  /**
   * Resolve an operation that needs attention: `POST /v1/transactions/{id}/resolve`. Requires the scope `transactions:write`.
   *
   * Records the outcome of an operation that the gateway cannot determine, after you have looked it up at the processor. `needsAttention` of the payment names the operation. The gateway sends nothing to the processor.
   *
   * For a capture, void or credit, `happened` records it as approved for its full amount. `did_not_happen` records it as failed and releases the amount that it reserved.
   *
   * For a reversal, `happened` means that no money is held or moved at the processor: the payment becomes `reversed`. `did_not_happen` means that the payment is still approved at the processor. It becomes `authorized`, or captured if it was a sale, as if its approval had just arrived. A payment that was declined stays declined. For the release of the rest of a hold, both values end the release and change no amount.
   *
   * The payment’s events are sent as usual, and the audit log and `resolutions` of the payment have the result with the `note`. An operation that does not need attention, or no longer does, returns 409 `attention_not_needed`. While an attempt is running, the request returns 409 `operation_in_progress`: read the payment again after a minute.
   */
  resolveTransaction(id: string, body: ResolveTransactionRequest, options?: CallOptions): Promise<Transaction> {
    return this.#gateway.send(
      {
        operation: 'resolveTransaction',
        method: 'POST',
        path: '/v1/transactions/{id}/resolve',
        ids: [id],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Retrieve a signature: `GET /v1/transactions/{id}/signature`. Requires the scope `transactions:read`.
   *
   * Returns the signature that the shopper drew at the terminal for an approved payment, as a PNG image in base64. `id` can be the id of any operation of the payment. Returns 404 if the payment has no signature.
   */
  getSignature(id: string, options?: CallOptions): Promise<GetSignatureAnswer> {
    return this.#gateway.send(
      { operation: 'getSignature', method: 'GET', path: '/v1/transactions/{id}/signature', ids: [id] },
      options,
    )
  }

  /**
   * List and search transactions: `GET /v1/transactions`. Requires the scope `transactions:read`.
   *
   * Returns the payments of the account in the mode of the key, newest first, with one entry per payment. A payment must match all filters. Unknown parameters are ignored.
   *
   * `nextCursor` is the cursor of the next page, and null on the last page. A search examines up to 2,000 payments per page, so a page with few matches, or none, can still have a `nextCursor`. Filters by reference, customer, last four digits, batch or dates, by the day of captures or credits, and `disputed=true`, `returned=true` or `needsAttention=true`, limit the payments that are examined.
   *
   * With `batchId`, `batchNet` is the payment's captures minus its credits in that batch; the sum over all entries of a currency is the batch's `net`. Otherwise it is null.
   *
   * With `format=csv` the response is `text/csv`, with the same header `Link`. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. `disputes` and `returns` are texts there, such as `open 10.4 26.25`, joined by semicolons. `needsAttention` is the time `since`.
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
   * List batches: `GET /v1/batches`. Requires the scope `transactions:read`.
   *
   * Returns batches, newest first. A batch closes every day at 23:59:59 in the account's time zone and contains all captures and credits since the previous batch. Days without captures or credits have no batch. Operations in progress at that moment, such as a capture that is being voided, go into the next batch. `GET /v1/transactions?batchId=` lists the payments of a batch.
   */
  listBatches(query: ListBatchesQuery = {}, options?: CallOptions): Listed<ListBatchesAnswer, ListBatchesEntry> {
    return this.#gateway.list(
      { operation: 'listBatches', method: 'GET', path: '/v1/batches', query },
      'batches',
      options,
    )
  }

  /**
   * Retrieve a batch: `GET /v1/batches/{id}`. Requires the scope `transactions:read`.
   *
   * Returns the batch with its totals in each currency.
   */
  getBatch(id: string, options?: CallOptions): Promise<GetBatchAnswer> {
    return this.#gateway.send({ operation: 'getBatch', method: 'GET', path: '/v1/batches/{id}', ids: [id] }, options)
  }

  /**
   * Close the batch now: `POST /v1/batches/close`. Requires the scope `transactions:write`.
   *
   * Closes the batch without waiting for the end of the day, in test mode only. `batch` is null if there is nothing to settle. A batch with thousands of operations is returned while it is closing, and closes within minutes.
   *
   * Available in test mode only.
   */
  closeBatch(options?: CallOptions): Promise<CloseBatchAnswer> {
    return this.#gateway.send(
      { operation: 'closeBatch', method: 'POST', path: '/v1/batches/close', keyed: true },
      options,
    )
  }

  /**
   * Retrieve daily figures: `GET /v1/figures`. Requires the scope `transactions:read`.
   *
   * Returns the captures, credits and authorizations of each UTC day by currency, and their totals. An operation belongs to the day on which it was created, by the account's clock. It counts once it has ended: a pending one is in no figure.
   *
   * - Captures and credits count while they stand: approved or settled, not voided and not returned by the bank. A later void or return corrects the day of the capture or credit, not the day of the void.
   * - Authorizations count as approved or declined by their response, also if they are voided or expire later. Those that failed or were reversed count as neither.
   * - Disputes change no figure.
   *
   * The range has at most 400 days. Without `to` it ends today, and without `from` it has 30 days.
   */
  getFigures(query: GetFiguresQuery = {}, options?: CallOptions): Promise<GetFiguresAnswer> {
    return this.#gateway.send({ operation: 'getFigures', method: 'GET', path: '/v1/figures', query }, options)
  }

  /**
   * List disputes: `GET /v1/disputes`. Requires the scope `disputes:read`.
   *
   * Returns the disputes of the account in the mode of the key, newest first. A dispute must match all filters. `stage=warning,open` lists those that you can still respond to.
   */
  listDisputes(query: ListDisputesQuery = {}, options?: CallOptions): Listed<ListDisputesAnswer, Dispute> {
    return this.#gateway.list(
      { operation: 'listDisputes', method: 'GET', path: '/v1/disputes', query },
      'disputes',
      options,
    )
  }

  /**
   * Retrieve a dispute: `GET /v1/disputes/{id}`. Requires the scope `disputes:read`.
   *
   * Returns the dispute with all its stages so far.
   */
  getDispute(id: string, options?: CallOptions): Promise<GetDisputeAnswer> {
    return this.#gateway.send({ operation: 'getDispute', method: 'GET', path: '/v1/disputes/{id}', ids: [id] }, options)
  }

  /**
   * Record a dispute manually: `POST /v1/disputes`. Requires the scope `disputes:write`.
   *
   * For a processor that reports no disputes, such as NMI: records what its site shows about a case. The first request with a `caseId` creates the dispute, with its events. Send the same `caseId` again for each later stage. Nothing is sent to the processor, and no money moves.
   *
   * A repeated request changes nothing. A payment without a capture returns 409 `invalid_state`, and a case of another payment 409 `already_exists`.
   */
  recordDispute(body: RecordDisputeRequest, options?: CallOptions): Promise<RecordDisputeAnswer> {
    return this.#gateway.send(
      { operation: 'recordDispute', method: 'POST', path: '/v1/disputes', body, keyed: true },
      options,
    )
  }

  /**
   * Accept a dispute: `POST /v1/disputes/{id}/accept`. Requires the scope `disputes:write`.
   *
   * Accepts a dispute or an early warning: the cardholder keeps the money, and the dispute is closed. This cannot be undone. Do not credit the payment as well, or you pay twice. The stage becomes `accepted`; a repeated request returns the same dispute. A dispute that is won or lost returns 409 `invalid_state`.
   */
  acceptDispute(id: string, options?: CallOptions): Promise<AcceptDisputeAnswer> {
    return this.#gateway.send(
      { operation: 'acceptDispute', method: 'POST', path: '/v1/disputes/{id}/accept', ids: [id], keyed: true },
      options,
    )
  }

  /**
   * Create a token: `POST /v1/tokens`. Requires the scope `tokens:write`.
   *
   * Exchanges card or bank account data, an encrypted card or a wallet payload for a token. This is the only operation that accepts card data from a browser. A token can be used once, within 15 minutes, in the account of the key.
   *
   * `preferredNetwork` is the shopper’s choice for a co-badged card: the network of the number, or `cartesBancaires` with Visa, Mastercard and Maestro. Other values return 400 `enum_invalid`. The choice applies to the payment with the token, or to all payments with the payment method that the token is stored as.
   */
  createToken(body: CreateTokenRequest, options?: CallOptions): Promise<CreateTokenAnswer> {
    return this.#gateway.send({ operation: 'createToken', method: 'POST', path: '/v1/tokens', body }, options)
  }

  /**
   * List encryption keys: `GET /v1/encryptionkeys`. Requires the scope `tokens:write`.
   *
   * Returns a JWK Set of RSA public keys. To create `creditCardEncrypted`, serialize a credit card object as JSON and encrypt it as a compact JWE. Its header has the alg RSA-OAEP-256, the enc A256GCM, the kid of one of these keys, and `iat`, the current time in seconds since 1970. Only the header parameters alg, enc, kid, iat, typ and cty are allowed. An encrypted card can be used once, within 15 minutes (the account setting `encryptedCardMaxAgeSeconds`); `iat` may be 5 minutes ahead. Keys are replaced after 30 days and decrypt for 30 more, so fetch them at least once a day.
   */
  listEncryptionKeys(options?: CallOptions): Promise<ListEncryptionKeysAnswer> {
    return this.#gateway.send({ operation: 'listEncryptionKeys', method: 'GET', path: '/v1/encryptionkeys' }, options)
  }

  /**
   * List customers: `GET /v1/customers`. Requires the scope `customers:read`.
   *
   * Returns active customers, newest first.
   */
  listCustomers(query: ListCustomersQuery = {}, options?: CallOptions): Listed<ListCustomersAnswer, Customer> {
    return this.#gateway.list(
      { operation: 'listCustomers', method: 'GET', path: '/v1/customers', query },
      'customers',
      options,
    )
  }

  /**
   * Create a customer: `POST /v1/customers`. Requires the scope `customers:write`.
   *
   * All members are optional. If another customer has the same `merchantIdentifier`, the response is 409 `already_exists` with the id of that customer in `details.id`.
   */
  createCustomer(body: CreateCustomerRequest, options?: CallOptions): Promise<CreateCustomerAnswer> {
    return this.#gateway.send(
      { operation: 'createCustomer', method: 'POST', path: '/v1/customers', body, keyed: true },
      options,
    )
  }

  /**
   * Retrieve a customer: `GET /v1/customers/{Customer}`. Requires the scope `customers:read`.
   *
   * Returns a list with one customer.
   */
  getCustomer(customer: string, options?: CallOptions): Promise<GetCustomerAnswer> {
    return this.#gateway.send(
      { operation: 'getCustomer', method: 'GET', path: '/v1/customers/{Customer}', ids: [customer] },
      options,
    )
  }

  /**
   * Update a customer: `PUT /v1/customers/{Customer}`. Requires the scope `customers:write`.
   *
   * Accepts any subset of the members. Omitted members keep their values; null or an empty string clears a member.
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
   * Delete a customer: `DELETE /v1/customers/{Customer}`. Requires the scope `customers:write`.
   *
   * Cancels the subscriptions and checkouts of the customer, and permanently deletes the stored payment methods. Payments are kept, with masked numbers. Personal data is no longer returned, and is kept until the customer is erased.
   */
  deleteCustomer(customer: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteCustomer', method: 'DELETE', path: '/v1/customers/{Customer}', ids: [customer], keyed: true },
      options,
    )
  }

  /**
   * List payment methods: `GET /v1/customers/{Customer}/wallet`. Requires the scope `customers:read`.
   *
   * Returns payment methods, newest first.
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
   * Store a payment method: `POST /v1/customers/{Customer}/wallet`. Requires the scope `customers:write`.
   *
   * Stores the card or bank account of a `token`, or the card of `creditCardEncrypted` or `digitalPayPayment`, for later payments. Send exactly one of them; it is used up. The security code is not stored. The first payment method of a customer becomes the default; later ones do if `default` is true.
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
   * Make a payment method the default: `PUT /v1/customers/{Customer}/wallet/{Wallet}`. Requires the scope `customers:write`.
   *
   * Sets `default` to true. The previous default is replaced. Setting `default` to false on the default payment method is rejected with `default_wallet_required`. Subscriptions without their own payment method are charged to the default.
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
   * Delete a payment method: `DELETE /v1/customers/{Customer}/wallet/{Wallet}`. Requires the scope `customers:write`.
   *
   * Permanently deletes the card or bank account. If it was the default, the newest remaining payment method becomes the default. A payment method that a subscription is charged to cannot be deleted (409 `invalid_state`).
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
   * Export all data of a customer: `GET /v1/customers/{Customer}/export`. Requires the scopes `customers:read`, `transactions:read`, and `subscriptions:read`.
   *
   * Returns all data about a customer in one document, also for a deleted customer that is not erased yet. It has the customer, the masked payment methods, the subscriptions with their bills, the checkouts and the audit log. It also has the payments made with these payment methods or checkouts. Lists are newest first. Events are not included, since they repeat this data.
   *
   * The `order` of a transaction is that of the payment; `creditOrders` has the orders that its credits sent, the oldest first.
   *
   * An export contains up to 10,000 payments. If there are more, `moreTransactions` is the path of the request that returns the rest; otherwise it is null.
   */
  exportCustomer(customer: string, options?: CallOptions): Promise<ExportCustomerAnswer> {
    return this.#gateway.send(
      { operation: 'exportCustomer', method: 'GET', path: '/v1/customers/{Customer}/export', ids: [customer] },
      options,
    )
  }

  /**
   * Erase a customer: `POST /v1/customers/{Customer}/erase`. Requires the scope `customers:write`.
   *
   * Deletes the customer if necessary, and permanently erases the data that identifies the person:
   *
   * - customer: names, company, `merchantIdentifier`, phone number, email address, shipping address, metadata
   * - payment methods: billing address, last four digits, expiry, and the card's fingerprints
   * - checkouts: the values of `customerInfo`, `customerDefinedField`, `thankYouUrl` and `cancelUrl`, and the shopper's email address
   * - payments made with these payment methods or checkouts: all card data, and `billTo`, `shipTo`, `email`, `customerPublicIdentifier` and `metadata` of the order and of the orders of its credits, also of credits that are made later
   * - stored responses of requests with an Idempotency-Key about the customer: repeated requests receive empty lists from then on
   * - events: they are kept, but delivered and returned without this data
   *
   * Data that you need for accounting is kept:
   *
   * - payments: amounts, dates, card network, response and authorization codes, network transaction id
   * - orders of payments: references, figures and lines
   * - subscriptions and bills, all ids, and the audit log
   *
   * A name in the `description` of a line or in a `referenceObject` is not erased. Payments made without a stored payment method or a checkout of the customer do not belong to the customer, and are not changed. Captures, voids and credits of erased payments still work, but a credit by card number no longer finds the payment.
   *
   * The backups of the database contain the data for up to 30 more days. Only the operator of the gateway can access them, and must erase the customer again after restoring one.
   *
   * If the customer has too many payments for one request, `complete` is false. A background job erases the rest within minutes; repeating the request does it sooner. After the first request the customer is no longer found by any other operation. Erasing a customer again is not an error.
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
   * List subscriptions of a customer: `GET /v1/customers/{Customer}/subscriptions`. Requires the scope `subscriptions:read`.
   *
   * Returns the subscriptions of a customer in all states, newest first.
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
   * Subscribe a customer to a plan: `POST /v1/customers/{Customer}/subscriptions`. Requires the scope `subscriptions:write`.
   *
   * The first bill is due on the first billing day of the cycle on or after `startDate` (default: today), at midnight in the account’s time zone.
   *
   * A bill that is due today is charged before the response, and `charge` has the result. If it is declined, the status is 200 and the subscription is `past_due`, or `unpaid` after a decline that must not be retried. If the outcome is unknown, `charge.status` is `pending`. If the first bill is due later, `charge` is null.
   *
   * A repeated request with the same Idempotency-Key returns the subscription as it is now, and never charges again. Without `wallet`, each bill is charged to the customer’s default payment method at that time. `installments` and `amount` replace those of the plan. The plan’s price is a subtotal without tax, surcharge and shipping.
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
   * Update a subscription: `PUT /v1/customers/{Customer}/subscriptions/{Subscription}`. Requires the scope `subscriptions:write`.
   *
   * Changes the price or the payment method, pauses or resumes a subscription.
   *
   * A new price applies from the next bill. `total` is `subtotal` + `tax` + `surcharge` + `shipping`. Absent members keep their values. A `total` alone changes the subtotal; without `total` it is computed. Members that do not add up return 400 `amount_mismatch`.
   *
   * A `total` of 0 pauses the subscription and keeps its price; a later price above 0 resumes it. `status` and `resumesAt` do the same explicitly. Periods during a pause are never billed.
   *
   * `wallet` is the payment method for all further charges; null is the customer’s default. A declined bill is retried with it at once.
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
   * Cancel a subscription: `DELETE /v1/customers/{Customer}/subscriptions/{Subscription}`. Requires the scope `subscriptions:write`.
   *
   * Takes effect at once, without a refund. A charge in progress is completed.
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
   * List bills: `GET /v1/customers/{Customer}/subscriptions/{Subscription}/bills`. Requires the scope `subscriptions:read`.
   *
   * Returns one bill per period, newest first, with its amount and payment status.
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
   * List subscriptions of all customers: `GET /v1/customersubscriptions`. Requires the scopes `subscriptions:read` and `customers:read`.
   *
   * Returns the subscriptions of the account in the mode of the key, the latest `startDate` first. `status=past_due` lists those whose last bill was declined.
   *
   * `nextCursor` is the cursor of the next page, and null on the last page. A page reads the same rows with a million subscriptions as with a thousand.
   */
  listAllCustomerSubscriptions(
    query: ListAllCustomerSubscriptionsQuery = {},
    options?: CallOptions,
  ): Listed<ListAllCustomerSubscriptionsAnswer, SubscriptionWithCustomer> {
    return this.#gateway.list(
      { operation: 'listAllCustomerSubscriptions', method: 'GET', path: '/v1/customersubscriptions', query },
      'customerSubscriptions',
      options,
    )
  }

  /**
   * List plans: `GET /v1/subscriptions`. Requires the scope `subscriptions:read`.
   *
   * Returns plans, newest first.
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
   * Create a plan: `POST /v1/subscriptions`. Requires the scope `subscriptions:write`.
   *
   * A plan is billed every `interval` days, weeks, months or years, on `dayOfCycle`. It is 1 (Monday) to 7 for weeks, 1 to 31 for months (the last day in shorter months), and 1 to 365 for years. If `dayOfCycle` is 0 or absent, it is the day on which the customer’s subscription starts. `installments` is the number of charges; 0 continues until the subscription is canceled. The label must be unique among the plans of the account.
   */
  createSubscription(body: CreateSubscriptionRequest, options?: CallOptions): Promise<CreateSubscriptionAnswer> {
    return this.#gateway.send(
      { operation: 'createSubscription', method: 'POST', path: '/v1/subscriptions', body, keyed: true },
      options,
    )
  }

  /**
   * Delete a plan: `DELETE /v1/subscriptions/{Subscription}`. Requires the scope `subscriptions:write`.
   *
   * Deleted plans accept no new subscriptions. Existing subscriptions continue at their price.
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
   * Register a terminal: `POST /v1/terminals`. Requires the scope `terminals:write`.
   *
   * `registrationCode` is the pairing code on the terminal’s display: 6 characters, valid once and for 10 minutes. The case of letters does not matter. In test mode every other code creates a simulated terminal that is online at once. SIM002 to SIM008 simulate special behavior.
   *
   * `deviceId`, from the back of the terminal, is required if the account processes in Canada. `configuration` has the defaults of the terminal options of payments.
   *
   * After 10 failed codes within a minute the response is 429. Codes of simulated terminals count only if a real terminal could display them.
   */
  createTerminal(body: CreateTerminalRequest, options?: CallOptions): Promise<CreateTerminalAnswer> {
    return this.#gateway.send(
      { operation: 'createTerminal', method: 'POST', path: '/v1/terminals', body, keyed: true },
      options,
    )
  }

  /**
   * List terminals: `GET /v1/terminals`. Requires the scope `terminals:read`.
   *
   * Returns terminals, newest first.
   */
  listTerminals(query: ListTerminalsQuery = {}, options?: CallOptions): Listed<ListTerminalsAnswer, Terminal> {
    return this.#gateway.list(
      { operation: 'listTerminals', method: 'GET', path: '/v1/terminals', query },
      'terminals',
      options,
    )
  }

  /**
   * Retrieve a terminal: `GET /v1/terminals/{Terminal}`. Requires the scope `terminals:read`.
   *
   * `status` is `pending` until the terminal first connects, `busy` while a payment is open, `online` if it was connected within the last 60 seconds, otherwise `offline`.
   */
  getTerminal(terminal: string, options?: CallOptions): Promise<GetTerminalAnswer> {
    return this.#gateway.send(
      { operation: 'getTerminal', method: 'GET', path: '/v1/terminals/{Terminal}', ids: [terminal] },
      options,
    )
  }

  /**
   * Delete a terminal: `DELETE /v1/terminals/{Terminal}`. Requires the scope `terminals:write`.
   *
   * A payment that is waiting for a card ends with response code G14. A terminal that is processing a payment cannot be deleted (409 `terminal_in_use`). The device deletes its key and displays a new pairing code.
   */
  deleteTerminal(terminal: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteTerminal', method: 'DELETE', path: '/v1/terminals/{Terminal}', ids: [terminal], keyed: true },
      options,
    )
  }

  /**
   * Cancel the payment at a terminal: `POST /v1/terminals/{Terminal}/cancel`. Requires the scope `transactions:write`.
   *
   * A payment that is waiting for a card ends with response code G15. While the processor handles the payment it cannot be canceled (409 `terminal_in_use`). Without an open payment the request has no effect.
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
   * Simulate the shopper at a simulated terminal: `POST /v1/terminals/{Terminal}/simulate`. Requires the scope `transactions:write`.
   *
   * `present` presents a test card, `cancel` cancels the payment, `remove` removes the card too early, and `offline` disconnects the terminal until the next other action.
   *
   * Available in test mode only.
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
   * List checkouts: `GET /v1/dynamiccheckout`. Requires the scope `checkout:write`.
   *
   * Returns the checkouts of the account in the mode of the key, newest first. A checkout must match all filters. Only the operation for one checkout returns its items.
   *
   * `nextCursor` is the cursor of the next page, and null on the last page. A page examines up to 1000 checkouts, so with `status` it can have few matches, or none, and still a `nextCursor`. The other filters limit what is examined.
   */
  listCheckouts(
    query: ListCheckoutsQuery = {},
    options?: CallOptions,
  ): Listed<ListCheckoutsAnswer, ListCheckoutsEntry> {
    return this.#gateway.list(
      { operation: 'listCheckouts', method: 'GET', path: '/v1/dynamiccheckout', query },
      'checkouts',
      options,
    )
  }

  /**
   * Create a hosted checkout: `POST /v1/dynamiccheckout`. Requires the scope `checkout:write`.
   *
   * Creates a page where the shopper pays once, and returns its URL. Either `total` or `items` is required.
   *
   * `subtotal` is the sum of price × quantity of the items. `total` is `subtotal` + `tax` + `surcharge` + `shipping` - `discount`; absent members are 0. Absent figures are computed. Figures that do not add up return 400 `amount_mismatch` with the computed amount. Without `items` and `subtotal`, any `total` is accepted, and the page shows the rest of it as the subtotal.
   *
   * The shopper can change what is paid with `items.adjustableQuantity`, `discounts`, `shippingOptions` and `taxRates`. Figures that could become wrong, and `subscription`, are then refused with 400 `format_invalid`, and choices with a total above 999999999.99 with 400 `out_of_range`. The gateway computes each total: subtotal - discount + tax + surcharge + shipping. The tax is that of the discounted subtotal. A code that would leave nothing to pay is refused. If a total has changed when the shopper pays, nothing is charged, and the page shows the new one.
   *
   * `currency` must be enabled in the account; by default it is the account’s default currency. The plan of `subscription` must have the same currency.
   *
   * The page links to `cancelUrl`, which does not cancel the checkout. After a payment it goes to `thankYouUrl` after `returnAutomatically` seconds, unless the shopper stops it. A checkout in a frame (`iframe`) never navigates: `<sluice-checkout>` fires the events `cancel` and `complete` with the URL.
   *
   * A checkout is open for 24 hours, or until 30 days after `invoiceInfo.dueDate`, at most one year. Deleting the customer of `customerInfo.id` cancels it. The personal data of an unpaid checkout is deleted 90 days after it expired.
   */
  createCheckout(body: CreateCheckoutRequest, options?: CallOptions): Promise<CreateCheckoutAnswer> {
    return this.#gateway.send(
      { operation: 'createCheckout', method: 'POST', path: '/v1/dynamiccheckout', body, keyed: true },
      options,
    )
  }

  /**
   * Retrieve a checkout: `GET /v1/dynamiccheckout/{Checkout}`. Requires the scope `checkout:write`.
   *
   * Returns the current state of a checkout. Call this operation, or GET /v1/transactions/{id}, from your server to confirm a payment; data from the browser can be forged. `metadata` has the values of `customerDefinedField`.
   *
   * `subscription` is the `customerSubscriptionId` of the new subscription. Its first payment is the payment of the checkout, or an account verification with the amount 0 if it starts later. Later payments fall on the same day of each cycle, regardless of the `dayOfCycle` of the plan.
   *
   * The tenth declined attempt cancels the checkout with the reason `too_many_declines`.
   */
  getCheckout(checkout: string, options?: CallOptions): Promise<GetCheckoutAnswer> {
    return this.#gateway.send(
      { operation: 'getCheckout', method: 'GET', path: '/v1/dynamiccheckout/{Checkout}', ids: [checkout] },
      options,
    )
  }

  /**
   * Cancel a checkout: `DELETE /v1/dynamiccheckout/{Checkout}`. Requires the scope `checkout:write`.
   *
   * Closes the page for the shopper. Returns 409 `operation_in_progress` during a payment, 409 `checkout_closed` if the checkout is paid or expired, and 409 `already_canceled` if it was canceled before.
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
   * Send a receipt again: `POST /v1/dynamiccheckout/{Checkout}/receipt`. Requires the scope `checkout:write`.
   *
   * Sends the receipt of a paid checkout to the shopper's address, or to `email`. The address is not stored. Another address gets the receipt without what the page keeps from strangers. `receipts` has the result: `failed` if the email was not accepted for delivery.
   *
   * A checkout has at most 10 of them in 24 hours (409 `limit_reached`). One that is not paid returns 409 `invalid_state`. Without `email`, a checkout whose shopper gave no address, or was erased, returns 400 `required`.
   */
  sendReceipt(checkout: string, body: SendReceiptRequest, options?: CallOptions): Promise<SendReceiptAnswer> {
    return this.#gateway.send(
      {
        operation: 'sendReceipt',
        method: 'POST',
        path: '/v1/dynamiccheckout/{Checkout}/receipt',
        ids: [checkout],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Register a webhook: `POST /v1/webhook`. Requires the scope `webhooks:write`.
   *
   * Sends all further events of the kinds in `subscribedEvents` to `url`: all kinds if it is null, none if it is empty. Kinds: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. `secret` is the signing secret, and is returned only once.
   *
   * `eventTypes` narrows the kinds to single types: `{"subscribedEvents": null, "eventTypes": ["transaction.captured"]}` sends captures alone. A type whose kind is not subscribed returns 400 `enum_invalid`. [All types](/events).
   *
   * A key can subscribe to the events that it can read: `transaction` and `batch` events need `transactions:read`, `customer` and `wallet` events `customers:read`, `subscription` events `subscriptions:read`, `terminal` events `terminals:read`, `checkout` events `checkout:write`. Without them the response is 403 `scope_missing`. A webhook never delivers an event that the key which last registered or changed it cannot read. When that key is rotated, revoked or expires, the webhook continues.
   *
   * If the `url` is already registered, the request replaces all settings of that webhook, and `secret` is null. An account can have 16 webhooks per mode (409 `limit_reached`).
   *
   * `headers` are sent with each delivery, to the host of `url` only. Null uses the account's `webhookDefaults`, as they are at each delivery, if these are bound to the host; `{}` sends none. Headers and secret are stored encrypted.
   *
   * `maxConcurrency` limits concurrent deliveries. The gateway starts with 5, raises the number while your server responds in time, and halves it after failures.
   */
  createWebhook(body: CreateWebhookRequest, options?: CallOptions): Promise<CreateWebhookAnswer> {
    return this.#gateway.send(
      { operation: 'createWebhook', method: 'POST', path: '/v1/webhook', body, keyed: true },
      options,
    )
  }

  /**
   * List webhooks: `GET /v1/webhook`. Requires the scope `webhooks:write`.
   *
   * Returns all webhooks in the mode of the key, newest first. The names of the headers of deliveries are in `headerNames`; values are never returned. `failingSince` is the time of the first of the failed attempts since the last successful one.
   *
   * `disabledReason` is why the gateway disabled a webhook. `gone`: The endpoint returned 410 Gone. `failing`: All deliveries failed for five days.
   */
  listWebhooks(options?: CallOptions): Promise<ListWebhooksAnswer> {
    return this.#gateway.send({ operation: 'listWebhooks', method: 'GET', path: '/v1/webhook' }, options)
  }

  /**
   * Update a webhook: `PUT /v1/webhook/{Webhook}`. Requires the scope `webhooks:write`.
   *
   * Omitted members keep their values. `subscribedEvents` null means all kinds, `eventTypes` null all types of these kinds. A URL of another webhook returns 409 `already_exists` with its id in `details.id`. The key must be able to read all events of the changed webhook (403 `scope_missing`).
   *
   * `headers` are replaced as a whole; null means `webhookDefaults` of the account, `{}` none. A webhook with `headers` moves to another host only together with its headers: a request with the new `url` alone returns 400 `required` for `headers`.
   *
   * While `enabled` is false no events are sent: pending deliveries and new events are dropped, and a replay can deliver them later. `enabled` true also enables a webhook that the gateway disabled.
   */
  updateWebhook(webhook: string, body: UpdateWebhookRequest, options?: CallOptions): Promise<UpdateWebhookAnswer> {
    return this.#gateway.send(
      { operation: 'updateWebhook', method: 'PUT', path: '/v1/webhook/{Webhook}', ids: [webhook], body, keyed: true },
      options,
    )
  }

  /**
   * Delete a webhook: `DELETE /v1/webhook/{Webhook}`. Requires the scope `webhooks:write`.
   *
   * Permanently deletes the webhook with its secret and headers. Pending deliveries are dropped.
   */
  deleteWebhook(webhook: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteWebhook', method: 'DELETE', path: '/v1/webhook/{Webhook}', ids: [webhook], keyed: true },
      options,
    )
  }

  /**
   * Rotate the secret of a webhook: `POST /v1/webhook/{Webhook}/rotate`. Requires the scope `webhooks:write`.
   *
   * Creates a new `secret` and returns it only once. Deliveries are signed with both the new and the previous secret for 24 hours, so you can switch at any time until then. A second rotation within that time ends the older secret at once.
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
   * Send a test event: `POST /v1/webhook/{Webhook}/test`. Requires the scope `webhooks:write`.
   *
   * Sends one signed test event without retries, also to a disabled webhook. The body has the format of an event with `type` `webhook.test` and `kind` null.
   *
   * The status that the endpoint returned is in `attempt.status`, or null without a response within 15 seconds. A status of 2xx sets `delivered` to true.
   */
  testWebhook(webhook: string, options?: CallOptions): Promise<TestWebhookAnswer> {
    return this.#gateway.send(
      { operation: 'testWebhook', method: 'POST', path: '/v1/webhook/{Webhook}/test', ids: [webhook], keyed: true },
      options,
    )
  }

  /**
   * Replay events to a webhook: `POST /v1/webhook/{Webhook}/replay`. Requires the scope `webhooks:write`.
   *
   * Delivers all events of the webhook's kinds from `since` to before `until` (default: now) again, in their original order and with the same ids. Both are dates in UTC or date-times of RFC 3339. A date without a time in `until` includes the whole day. Events are kept for 30 days. A disabled webhook is rejected with 409 `webhook_disabled`. The key must be able to read the webhook's events (403 `scope_missing`).
   *
   * With `undelivered`, only events whose delivery to this webhook failed or was dropped are delivered again, and `since` may be absent.
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
   * List the deliveries of a webhook: `GET /v1/webhook/{Webhook}/deliveries`. Requires the scope `webhooks:write`.
   *
   * Returns the deliveries of a webhook that were attempted or have ended, newest event first, with all attempts. Events that the key cannot read are left out, and so are those past their retention. `POST /v1/events/{Event}/replay` delivers one again, and `POST /v1/webhook/{Webhook}/replay` with `undelivered` all that failed.
   */
  listDeliveries(
    webhook: string,
    query: ListDeliveriesQuery = {},
    options?: CallOptions,
  ): Listed<ListDeliveriesAnswer, ListDeliveriesEntry> {
    return this.#gateway.list(
      { operation: 'listDeliveries', method: 'GET', path: '/v1/webhook/{Webhook}/deliveries', ids: [webhook], query },
      'deliveries',
      options,
    )
  }

  /**
   * List events: `GET /v1/events`. Requires the scope `webhooks:write`.
   *
   * Returns the events of the account in the mode of the key, newest first, in the format of webhook deliveries. Events are recorded with and without webhooks, and kept for 30 days. An event must match all filters. Events that the key cannot read are left out: `transaction` and `batch` events need `transactions:read`, `customer` and `wallet` events `customers:read`, `subscription` events `subscriptions:read`, `terminal` events `terminals:read`, `checkout` events `checkout:write`.
   */
  listEvents(query: ListEventsQuery = {}, options?: CallOptions): Listed<ListEventsAnswer, Event> {
    return this.#gateway.list({ operation: 'listEvents', method: 'GET', path: '/v1/events', query }, 'events', options)
  }

  /**
   * Retrieve an event: `GET /v1/events/{Event}`. Requires the scope `webhooks:write`.
   *
   * The key must be able to read the resource of the event (403 `scope_missing` with the scope).
   */
  getEvent(event: string, options?: CallOptions): Promise<GetEventAnswer> {
    return this.#gateway.send(
      { operation: 'getEvent', method: 'GET', path: '/v1/events/{Event}', ids: [event] },
      options,
    )
  }

  /**
   * List the delivery attempts of an event: `GET /v1/events/{Event}/attempts`. Requires the scope `webhooks:write`.
   *
   * Returns one delivery per webhook that is subscribed to the event, with all attempts. A `pending` delivery is retried at `next`, a `failed` one has no attempts left, and a `dropped` one was not delivered before the webhook was disabled. Only the status of the endpoint’s responses is stored. The key must be able to read the event (403 `scope_missing`).
   */
  listAttempts(event: string, options?: CallOptions): Promise<ListAttemptsAnswer> {
    return this.#gateway.send(
      { operation: 'listAttempts', method: 'GET', path: '/v1/events/{Event}/attempts', ids: [event] },
      options,
    )
  }

  /**
   * Replay an event: `POST /v1/events/{Event}/replay`. Requires the scope `webhooks:write`.
   *
   * Delivers the event again with the same id and the full number of attempts. With `webhook`, only this webhook receives it, even if it is not subscribed. Otherwise all enabled webhooks that are subscribed to its kind receive it. The response lists the ids of these webhooks. If the given webhook is disabled, the response is 409 `webhook_disabled`. The key must be able to read the event, and so must the key that registered the given webhook (403 `scope_missing`, with `details.webhook` for the latter).
   */
  replayEvent(event: string, body: ReplayEventRequest, options?: CallOptions): Promise<ReplayEventAnswer> {
    return this.#gateway.send(
      { operation: 'replayEvent', method: 'POST', path: '/v1/events/{Event}/replay', ids: [event], body, keyed: true },
      options,
    )
  }

  /**
   * Retrieve the account settings: `GET /v1/account`. Requires the scope `keys:admin`.
   *
   * Returns the settings of the key's mode. Test and live mode have separate settings, except for those that both modes share: `name`, `logoUrl`, `supportEmail`, `supportUrl`, `timeZone`, `processingCountry`, `rateTier` and `quotas`.
   */
  getAccount(options?: CallOptions): Promise<GetAccountAnswer> {
    return this.#gateway.send({ operation: 'getAccount', method: 'GET', path: '/v1/account' }, options)
  }

  /**
   * Update the account settings: `PUT /v1/account`. Requires the scope `keys:admin`.
   *
   * Accepts any subset of the settings. Omitted members keep their values; null clears optional settings. Concurrent changes of different members are all kept, and the response has the stored settings.
   *
   * A key changes the settings of its own mode. `name`, `logoUrl`, `supportEmail`, `supportUrl`, `timeZone` and `processingCountry` are shared by both modes. A test key changes them only while the account has never had a live key (403 `live_key_required`). Only the operator of the gateway changes `rateTier` and `quotas` (403 `operator_only`). Current values are always accepted, so a client can send back what it read.
   *
   * - `webhookDefaults`: `headers` for webhooks that have none of their own, such as `authorization`, and the exact `hosts` that they are sent to. A webhook of any other host, a sub-domain included, is sent none. Both are stored encrypted together and replaced together: headers without hosts, and other hosts without the headers, return 400 `required`. Responses contain the hosts and `headerNames`, never values. `headers` null or `{}` deletes them
   * - `unknownMembers`: `refuse` (default) or `ignore` members of a request body that the API does not know. Ignored ones are named in the header `Sluice-Ignored`. The top level of authorize and sale always refuses them.
   * - `cardNumbersInText`: `warn` (default) about a card number in free text in the header `Sluice-Warning`, or `refuse` it with 400 `card_number_not_allowed`
   * - `encryptedCardMaxAgeSeconds`: maximum age of `creditCardEncrypted`, by default 900 seconds; 0 accepts any age
   * - `routing`: rules that choose the connection of a payment. The first rule whose `methods`, `currencies` and `networks` match counts; an absent or null member matches everything. Rules of disabled connections are skipped. Without a match, test mode uses the built-in simulator, and live mode declines with `G08`. A connection of another account or mode returns 400 `connection_not_found`
   */
  updateAccount(body: UpdateAccountRequest, options?: CallOptions): Promise<UpdateAccountAnswer> {
    return this.#gateway.send(
      { operation: 'updateAccount', method: 'PUT', path: '/v1/account', body, keyed: true },
      options,
    )
  }

  /**
   * Retrieve the quotas: `GET /v1/account/quotas`. Requires the scope `keys:admin`.
   *
   * Returns the limit and the current use of each quota in the key's mode. `limit` is null if there is none. A request that would exceed a quota returns 403 `quota_exceeded` with its name, limit and use in `details` (authorize: without a body). The limit is checked with a delay of up to ten seconds, so `used` may exceed it. Captures, voids, cancellations and deletions always work. The operator of the gateway can raise quotas. Ask before you reach them.
   *
   * | Quota | Counts | Test mode | Live mode |
   * | --- | --- | --- | --- |
   * | `customers` | Customers that are not deleted | 10,000 | 1,000,000 |
   * | `walletEntries` | Stored payment methods that are not deleted | 20,000 | 2,000,000 |
   * | `plans` | Plans that are not deleted | 1,000 | 10,000 |
   * | `subscriptions` | Subscriptions that are neither completed nor canceled | 10,000 | 1,000,000 |
   * | `terminals` | Terminals that are not deleted | 500 | 10,000 |
   * | `checkouts` | Open checkouts | 10,000 | 1,000,000 |
   * | `tokens` | Tokens that are neither used nor expired | 20,000 | 1,000,000 |
   * | `apiKeys` | API keys that are not revoked | 500 | 1,000 |
   * | `payments` | Payments and unreferenced credits | 250,000 | 10,000,000 |
   * | `events` | Events of the last 30 days | 500,000 | 25,000,000 |
   * | `idempotencyKeys` | Idempotency keys of the last 24 hours | 250,000 | 10,000,000 |
   * | `bytes` | Bytes of orders of payments, of offers of checkouts, and of metadata and addresses of customers | 250,000,000 | 2,000,000,000 |
   */
  getQuotas(options?: CallOptions): Promise<GetQuotasAnswer> {
    return this.#gateway.send({ operation: 'getQuotas', method: 'GET', path: '/v1/account/quotas' }, options)
  }

  /**
   * List connections: `GET /v1/connections`. Requires the scope `connections:admin`.
   *
   * Returns all connections in the mode of the key, oldest first. In test mode the first one is the built-in simulator, with the id `simulator`. It cannot be changed or deleted (409 `connection_built_in`).
   */
  listConnections(options?: CallOptions): Promise<ListConnectionsAnswer> {
    return this.#gateway.send({ operation: 'listConnections', method: 'GET', path: '/v1/connections' }, options)
  }

  /**
   * Add a connection: `POST /v1/connections`. Requires the scope `connections:admin`.
   *
   * Adds an account at a processor, in the mode of the key. `GET /v1/processors` lists the settings of each processor. An unknown processor returns 400 `processor_not_found`; one that is not available in the mode of the key returns 400 `processor_mode_mismatch`.
   *
   * Secret settings are stored encrypted with a key of this account and mode. No response contains them. Payments do not use the connection before a rule routes them to it. An account can have 16 connections per mode (409 `limit_reached`).
   */
  createConnection(body: CreateConnectionRequest, options?: CallOptions): Promise<CreateConnectionAnswer> {
    return this.#gateway.send(
      { operation: 'createConnection', method: 'POST', path: '/v1/connections', body, keyed: true },
      options,
    )
  }

  /**
   * Retrieve a connection: `GET /v1/connections/{Connection}`. Requires the scope `connections:admin`.
   *
   * The names of stored secret settings are in `secretNames`. Their values are never returned.
   */
  getConnection(connection: string, options?: CallOptions): Promise<GetConnectionAnswer> {
    return this.#gateway.send(
      { operation: 'getConnection', method: 'GET', path: '/v1/connections/{Connection}', ids: [connection] },
      options,
    )
  }

  /**
   * Update a connection: `PUT /v1/connections/{Connection}`. Requires the scope `connections:admin`.
   *
   * Omitted members and omitted settings keep their values, secret ones included. Null resets a setting to its default, or clears it; a required one returns 400 `required`. A setting that decides where the secrets are sent, such as a host, is changed only together with all secrets that are stored: without them the response is 400 `required`.
   *
   * After a change of settings the status is `untested` again. New payments skip a connection whose `disabled` is true; captures, voids and credits of its earlier payments still use it.
   */
  updateConnection(
    connection: string,
    body: UpdateConnectionRequest,
    options?: CallOptions,
  ): Promise<UpdateConnectionAnswer> {
    return this.#gateway.send(
      {
        operation: 'updateConnection',
        method: 'PUT',
        path: '/v1/connections/{Connection}',
        ids: [connection],
        body,
        keyed: true,
      },
      options,
    )
  }

  /**
   * Delete a connection: `DELETE /v1/connections/{Connection}`. Requires the scope `connections:admin`.
   *
   * Permanently deletes the connection with its secrets. A connection that a payment has used, or that a routing rule names, returns 409 `connection_in_use` with `details.by`. Disable it instead: later operations of its payments need it.
   */
  deleteConnection(connection: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      {
        operation: 'deleteConnection',
        method: 'DELETE',
        path: '/v1/connections/{Connection}',
        ids: [connection],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Check a connection: `POST /v1/connections/{Connection}/check`. Requires the scope `connections:admin`.
   *
   * Checks the credentials of the connection with the processor, without moving money. A failed check returns 200 with `check.result` `failed` and the reason. The status of the connection follows the result.
   */
  checkConnection(connection: string, options?: CallOptions): Promise<CheckConnectionAnswer> {
    return this.#gateway.send(
      {
        operation: 'checkConnection',
        method: 'POST',
        path: '/v1/connections/{Connection}/check',
        ids: [connection],
        keyed: true,
      },
      options,
    )
  }

  /**
   * Reconcile a connection: `POST /v1/connections/{Connection}/reconcile`. Requires the scope `connections:admin`.
   *
   * Compares the operations of the connection with those that its processor reports for a period, and returns the differences. Without `repair` nothing is changed.
   *
   * One request compares one page. Send `cursor` with the same members until it is null; `npm run reconcile` does so. With `repair: true` the first pages repair, and the following ones compare what is left:
   *
   * - A capture, void or credit that only the processor has is recorded, if its payment is here and its state allows it. So is the outcome of one that is pending here.
   * - A payment that only the processor has is reversed, since nobody is waiting for its result. It is listed with the status `reversed` and the method `unknown`. One that has settled, or whose captures or credits have settled, requires a manual decision.
   * - A payment that is reversed here but still approved at the processor is reversed again.
   *
   * Everything else requires a manual decision, with `repair` `none`. A repeated request repairs nothing twice. The request with `repair` also needs the scope `transactions:write`. A processor without reports returns 409 `not_supported_by_processor`; one that does not respond 503 `unavailable`.
   */
  reconcileConnection(
    connection: string,
    body: ReconcileConnectionRequest,
    options?: CallOptions,
  ): Promise<ReconcileConnectionAnswer> {
    return this.#gateway.send(
      {
        operation: 'reconcileConnection',
        method: 'POST',
        path: '/v1/connections/{Connection}/reconcile',
        ids: [connection],
        body,
      },
      options,
    )
  }

  /**
   * List processors: `GET /v1/processors`. Requires the scope `connections:admin`.
   *
   * Returns the processors that connections can use, with the settings of each. Build the form for a new connection from them.
   */
  listProcessors(options?: CallOptions): Promise<ListProcessorsAnswer> {
    return this.#gateway.send({ operation: 'listProcessors', method: 'GET', path: '/v1/processors' }, options)
  }

  /**
   * Create an API key: `POST /v1/apikeys`. Requires the scope `keys:admin`.
   *
   * Creates a key in the mode of the requesting key. `key` is returned only once. A restricted key has the given `scopes`; a publishable key can be limited to the pages of `allowedOrigins`. A key cannot grant scopes that it does not have. Secret keys have all scopes but those of the team, which only restricted keys have that name them. `warning` describes what a live key cannot do yet.
   *
   * Scopes:
   *
   * - `transactions:read`: Read payments, signatures, batches, figures and the test clock.
   * - `transactions:write`: Authorize, capture and void payments, at terminals and with stored payment methods, and offer these in a checkout; close batches.
   * - `transactions:credit`: Credit payments.
   * - `disputes:read`: Read disputes.
   * - `disputes:write`: Accept disputes, which forfeits the disputed amount.
   * - `customers:read`: Read customers and their stored payment methods.
   * - `customers:write`: Create, change, delete and erase customers and their stored payment methods.
   * - `subscriptions:read`: Read plans, subscriptions and their bills.
   * - `subscriptions:write`: Create, change and cancel plans and subscriptions, which charge stored payment methods.
   * - `terminals:read`: Read terminals.
   * - `terminals:write`: Register and delete terminals.
   * - `checkout:write`: Create, read and cancel checkouts. A checkout of a customer also needs `transactions:write`.
   * - `webhooks:write`: Manage webhooks. Events need the scope that reads their resource as well.
   * - `tokens:write`: Create tokens and read the encryption key of cards.
   * - `keys:admin`: Manage API keys, account settings and the test clock.
   * - `audit:read`: Read the audit log of the account.
   * - `connections:admin`: Manage connections to processors, with their credentials.
   * - `views:read`: Read the team's saved views.
   * - `views:write`: Save, change and delete the team's views.
   * - `team:read`: Read the members of the team, their invitations and sessions. Only restricted live keys that name it have it.
   * - `team:write`: Invite, change and remove members, and end sessions. A key with it is as strong as an owner, who does everything. Only restricted live keys that name it have it.
   */
  issueApiKey(body: IssueApiKeyRequest, options?: CallOptions): Promise<IssueApiKeyAnswer> {
    return this.#gateway.send(
      { operation: 'issueApiKey', method: 'POST', path: '/v1/apikeys', body, keyed: true },
      options,
    )
  }

  /**
   * List API keys: `GET /v1/apikeys`. Requires the scope `keys:admin`.
   *
   * Returns the keys of the account in the mode of the requesting key, newest first, including expired and revoked keys.
   */
  listApiKeys(query: ListApiKeysQuery = {}, options?: CallOptions): Listed<ListApiKeysAnswer, ApiKey> {
    return this.#gateway.list(
      { operation: 'listApiKeys', method: 'GET', path: '/v1/apikeys', query },
      'apiKeys',
      options,
    )
  }

  /**
   * Revoke an API key: `DELETE /v1/apikeys/{id}`. Requires the scope `keys:admin`.
   *
   * Takes effect at once in test mode and within 10 seconds in live mode, where keys are cached for that time. A key can revoke itself.
   */
  revokeApiKey(id: string, options?: CallOptions): Promise<RevokeApiKeyAnswer> {
    return this.#gateway.send(
      { operation: 'revokeApiKey', method: 'DELETE', path: '/v1/apikeys/{id}', ids: [id], keyed: true },
      options,
    )
  }

  /**
   * Rotate an API key: `POST /v1/apikeys/{id}/rotate`. Requires the scope `keys:admin`.
   *
   * Creates a new key with the same kind, scopes and origins, and returns it only once as `key`. The old key, `previous`, keeps working for `overlapHours` (default 24; 0 revokes it). Responses to the old key have its expiry in the header `X-Api-Key-Expires`.
   *
   * A key can be rotated once, and only by a key that has all of its scopes.
   */
  rotateApiKey(id: string, body: RotateApiKeyRequest, options?: CallOptions): Promise<RotateApiKeyAnswer> {
    return this.#gateway.send(
      { operation: 'rotateApiKey', method: 'POST', path: '/v1/apikeys/{id}/rotate', ids: [id], body, keyed: true },
      options,
    )
  }

  /**
   * List audit entries: `GET /v1/audit`. Requires the scope `audit:read`.
   *
   * Returns who changed what in the account, newest first. An entry must match all filters. Entries belong to the account, so a key of either mode reads those of both. Entries do not store a mode: the key that made the change has one, and the `detail` of some actions names it. Entries are never changed or deleted, except that personal data in them is redacted when a customer is erased.
   */
  listAuditEntries(
    query: ListAuditEntriesQuery = {},
    options?: CallOptions,
  ): Listed<ListAuditEntriesAnswer, AuditEntry> {
    return this.#gateway.list(
      { operation: 'listAuditEntries', method: 'GET', path: '/v1/audit', query },
      'entries',
      options,
    )
  }

  /**
   * List members: `GET /v1/team/members`. Requires the scope `team:read`.
   *
   * Returns the people of the team, newest first. They belong to the account, in both modes.
   *
   * Available in live mode only.
   */
  listMembers(query: ListMembersQuery = {}, options?: CallOptions): Listed<ListMembersAnswer, Member> {
    return this.#gateway.list(
      { operation: 'listMembers', method: 'GET', path: '/v1/team/members', query },
      'members',
      options,
    )
  }

  /**
   * Change a member: `PUT /v1/team/members/{Member}`. Requires the scope `team:write`.
   *
   * Changes role or refund limit of a member, from the member's next request on. Absent members keep their values. The last owner keeps the role (409 `last_owner`). In the console, a passkey must have signed in the last five minutes (403 `passkey_required`).
   *
   * Available in live mode only.
   */
  updateMember(member: string, body: UpdateMemberRequest, options?: CallOptions): Promise<UpdateMemberAnswer> {
    return this.#gateway.send(
      { operation: 'updateMember', method: 'PUT', path: '/v1/team/members/{Member}', ids: [member], body, keyed: true },
      options,
    )
  }

  /**
   * Remove a member: `DELETE /v1/team/members/{Member}`. Requires the scope `team:write`.
   *
   * Removes a person from the team, and ends the person's sessions at once. Own saved views are deleted. The last owner stays (409 `last_owner`). In the console, a passkey must have signed in the last five minutes (403 `passkey_required`).
   *
   * Available in live mode only.
   */
  removeMember(member: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'removeMember', method: 'DELETE', path: '/v1/team/members/{Member}', ids: [member], keyed: true },
      options,
    )
  }

  /**
   * Invite a member: `POST /v1/team/invitations`. Requires the scope `team:write`.
   *
   * Creates a link with which one person joins the team, within 24 hours. `link` is returned only once: send it to the person alone, since the first who opens it has the role. A gateway without a console returns 409 `invalid_state`. In the console, a passkey must have signed in the last five minutes (403 `passkey_required`).
   *
   * Available in live mode only.
   */
  inviteMember(body: InviteMemberRequest, options?: CallOptions): Promise<InviteMemberAnswer> {
    return this.#gateway.send(
      { operation: 'inviteMember', method: 'POST', path: '/v1/team/invitations', body, keyed: true },
      options,
    )
  }

  /**
   * List invitations: `GET /v1/team/invitations`. Requires the scope `team:read`.
   *
   * Returns the invitations that can be accepted, newest first, without their links.
   *
   * Available in live mode only.
   */
  listInvitations(query: ListInvitationsQuery = {}, options?: CallOptions): Listed<ListInvitationsAnswer, Invitation> {
    return this.#gateway.list(
      { operation: 'listInvitations', method: 'GET', path: '/v1/team/invitations', query },
      'invitations',
      options,
    )
  }

  /**
   * Cancel an invitation: `DELETE /v1/team/invitations/{Invitation}`. Requires the scope `team:write`.
   *
   * The link of the invitation opens nothing from then on.
   *
   * Available in live mode only.
   */
  cancelInvitation(invitation: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      {
        operation: 'cancelInvitation',
        method: 'DELETE',
        path: '/v1/team/invitations/{Invitation}',
        ids: [invitation],
        keyed: true,
      },
      options,
    )
  }

  /**
   * List sessions: `GET /v1/team/sessions`. Requires the scope `team:read`.
   *
   * Returns the sessions of the console that have neither ended nor expired, newest first. An API key and an owner read those of the whole team, other members their own.
   *
   * Available in live mode only.
   */
  listSessions(query: ListSessionsQuery = {}, options?: CallOptions): Listed<ListSessionsAnswer, ConsoleSession> {
    return this.#gateway.list(
      { operation: 'listSessions', method: 'GET', path: '/v1/team/sessions', query },
      'sessions',
      options,
    )
  }

  /**
   * End a session: `DELETE /v1/team/sessions/{Session}`. Requires the scope `team:write`.
   *
   * Signs a browser out of the console at once. An API key and an owner end any session of the team, other members their own.
   *
   * Available in live mode only.
   */
  endSession(session: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'endSession', method: 'DELETE', path: '/v1/team/sessions/{Session}', ids: [session], keyed: true },
      options,
    )
  }

  /**
   * List saved views: `GET /v1/views`. Requires the scope `views:read`.
   *
   * Returns saved searches of the console's lists, newest first: those that the team shares. A key reaches the shared views of its mode. In the console a member also has own views, which nobody else sees.
   */
  listViews(query: ListViewsQuery = {}, options?: CallOptions): Listed<ListViewsAnswer, SavedView> {
    return this.#gateway.list({ operation: 'listViews', method: 'GET', path: '/v1/views', query }, 'views', options)
  }

  /**
   * Save a view: `POST /v1/views`. Requires the scope `views:write`.
   *
   * Saves a search of a list under a name, in the mode of the key. A key reaches the shared views of its mode. In the console a member also has own views, which nobody else sees. A name is unique among the shared views of a list, and among those of a member (409 `already_exists` with `details.id`). The team has up to 100 shared views in each mode, and each member up to 100 own ones (409 `limit_reached`).
   */
  createView(body: CreateViewRequest, options?: CallOptions): Promise<CreateViewAnswer> {
    return this.#gateway.send(
      { operation: 'createView', method: 'POST', path: '/v1/views', body, keyed: true },
      options,
    )
  }

  /**
   * Change a saved view: `PUT /v1/views/{View}`. Requires the scope `views:write`.
   *
   * Changes the name or the search of a view. Absent members keep their values.
   */
  updateView(view: string, body: UpdateViewRequest, options?: CallOptions): Promise<UpdateViewAnswer> {
    return this.#gateway.send(
      { operation: 'updateView', method: 'PUT', path: '/v1/views/{View}', ids: [view], body, keyed: true },
      options,
    )
  }

  /**
   * Delete a saved view: `DELETE /v1/views/{View}`. Requires the scope `views:write`.
   */
  deleteView(view: string, options?: CallOptions): Promise<Envelope> {
    return this.#gateway.send(
      { operation: 'deleteView', method: 'DELETE', path: '/v1/views/{View}', ids: [view], keyed: true },
      options,
    )
  }

  /**
   * Retrieve the test clock: `GET /v1/testclock`. Requires the scope `transactions:read`.
   *
   * Returns the time of the account’s test mode, and by how much it differs from real time.
   *
   * Available in test mode only.
   */
  getTestClock(options?: CallOptions): Promise<GetTestClockAnswer> {
    return this.#gateway.send({ operation: 'getTestClock', method: 'GET', path: '/v1/testclock' }, options)
  }

  /**
   * Set the test clock: `POST /v1/testclock`. Requires the scope `keys:admin`.
   *
   * Sets the time of the account's test mode to a value from 2024 to 2308. The clock continues from there, and is shared by everyone who uses the account in test mode. Live mode keeps real time. The clock can be set back; existing resources keep their times and are then newer than new ones, and nothing is undone.
   *
   * The clock passes through the time in between. Bills and their retries, expiries, reversals, batches, returns, terminal sessions and webhook deliveries happen in order, each at its own time, as if you had waited.
   *
   * `complete` is false if one request cannot do all of that work; `testClock.now` is the time that was reached. To continue, send `cursor` to `POST /v1/testclock/advance` until `complete` is true. The client library does so. Without further requests the gateway continues within minutes. `cursor` is null if some of the work failed; the gateway repeats it within minutes. Nothing is lost or done twice if a request is interrupted.
   *
   * The Idempotency-Key is ignored, since keys expire by this clock.
   *
   * Available in test mode only.
   */
  setTestClock(body: SetTestClockRequest, options?: CallOptions): Promise<SetTestClockAnswer> {
    return this.#gateway.follow(
      { operation: 'setTestClock', method: 'POST', path: '/v1/testclock', body },
      '/v1/testclock/advance',
      options,
    )
  }

  /**
   * Advance the test clock: `POST /v1/testclock/advance`. Requires the scope `keys:admin`.
   *
   * Advances the clock of the account's test mode. Concurrent advances add up. With a cursor alone an earlier change is continued.
   *
   * The clock passes through the time in between. Bills and their retries, expiries, reversals, batches, returns, terminal sessions and webhook deliveries happen in order, each at its own time, as if you had waited.
   *
   * `complete` is false if one request cannot do all of that work; `testClock.now` is the time that was reached. To continue, send `cursor` to `POST /v1/testclock/advance` until `complete` is true. The client library does so. Without further requests the gateway continues within minutes. `cursor` is null if some of the work failed; the gateway repeats it within minutes. Nothing is lost or done twice if a request is interrupted.
   *
   * The Idempotency-Key is ignored, since keys expire by this clock.
   *
   * Available in test mode only.
   */
  advanceTestClock(body: AdvanceTestClockRequest, options?: CallOptions): Promise<AdvanceTestClockAnswer> {
    return this.#gateway.follow(
      { operation: 'advanceTestClock', method: 'POST', path: '/v1/testclock/advance', body },
      '/v1/testclock/advance',
      options,
    )
  }

  /**
   * Reset the test clock to real time: `DELETE /v1/testclock`. Requires the scope `keys:admin`.
   *
   * The clock passes through the time in between. Bills and their retries, expiries, reversals, batches, returns, terminal sessions and webhook deliveries happen in order, each at its own time, as if you had waited.
   *
   * `complete` is false if one request cannot do all of that work; `testClock.now` is the time that was reached. To continue, send `cursor` to `POST /v1/testclock/advance` until `complete` is true. The client library does so. Without further requests the gateway continues within minutes. `cursor` is null if some of the work failed; the gateway repeats it within minutes. Nothing is lost or done twice if a request is interrupted.
   *
   * The Idempotency-Key is ignored, since keys expire by this clock.
   *
   * Available in test mode only.
   */
  resetTestClock(options?: CallOptions): Promise<ResetTestClockAnswer> {
    return this.#gateway.follow(
      { operation: 'resetTestClock', method: 'DELETE', path: '/v1/testclock' },
      '/v1/testclock/advance',
      options,
    )
  }
}
