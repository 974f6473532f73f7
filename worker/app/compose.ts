import { Meter } from '../http/meter.ts'
import type { Log } from '../http/log.ts'
import { consoleLog } from '../http/log.ts'
import type { AccountSettings } from '#contract/accounts'
import type { CheckoutView } from '#contract/checkout/view'
import type { Secret } from '#contract/secret'
import type { Scope as KeyScope } from '#contract/endpoint'
import type { WebhookUrlRules } from '#contract/webhookUrl'
import { parseEnvironment } from './env.ts'
import type { Bindings, Environment, RateLimiters } from './env.ts'
import { eventsKeptMs } from '../domain/events/kept.ts'
import { createIds } from '../domain/ids.ts'
import type { Ids } from '../domain/ids.ts'
import type { AccountContext, Processor } from '../processors/processor.ts'
import { inAccountTime } from '../processors/inAccountTime.ts'
import { hearLate } from './lateResponses.ts'
import { createMailer } from './mailer.ts'
import type { Mail, Mailer } from './mailer.ts'
import { receiptMail } from '../pages/checkout/receiptMail.ts'
import { cardTrigger } from '../processors/simulator/cards.ts'
import { simulator } from '../processors/simulator/simulator.ts'
import { recordAbort } from '../store/transactions/cancellations.ts'
import { findOutdatedKeys, keepFirstAccountKey, replaceWrappings } from '../store/accounts/vaultKeys.ts'
import type { OutdatedKey, Rewrapped } from '../store/accounts/vaultKeys.ts'
import { writeSettings } from '../store/accounts/settings.ts'
import * as apiKeys from '../store/apiKeys/apiKeys.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry, AuditNote } from '../store/sql/audit.ts'
import * as batches from '../store/batches/batches.ts'
import { forgetUnpaid } from '../store/checkouts/redaction.ts'
import { completeCheckout } from '../store/checkouts/completions.ts'
import type { Completion } from '../store/checkouts/completions.ts'
import { expireCheckouts } from '../store/checkouts/checkoutEvents.ts'
import * as checkouts from '../store/checkouts/checkouts.ts'
import * as customerData from '../store/customers/personalData.ts'
import { deleteCustomer } from '../store/customers/deletion.ts'
import * as customers from '../store/customers/customers.ts'
import type { Database } from '../store/sql/database.ts'
import { findDueJobs } from '../store/sql/dueJobs.ts'
import type { DueJob } from '../store/sql/dueJobs.ts'
import { claimEndpointsBehind } from '../store/webhooks/endpoints.ts'
import { findEncryptionKey, keepFirstEncryptionKey } from '../store/accounts/encryptionKeys.ts'
import * as erasures from '../store/customers/erasures.ts'
import * as enrolments from '../store/subscriptions/create.ts'
import * as events from '../store/events/events.ts'
import * as expiry from '../store/transactions/expiry.ts'
import {
  findModificationContext,
  recordUnknownModification,
  recordModificationOutcome,
} from '../store/transactions/modificationOutcomes.ts'
import { createPendingModification } from '../store/transactions/modifications.ts'
import { insertPendingTransaction } from '../store/transactions/createPending.ts'
import * as operations from '../store/transactions/operations.ts'
import { recordAuthorizationOutcome } from '../store/transactions/authorizationOutcomes.ts'
import type { IdempotentRequest } from '../store/sql/idempotency.ts'
import type { Owner } from '../store/sql/owner.ts'
import { applyDueReturns } from '../store/batches/dueReturns.ts'
import { purgeExpired } from '../store/sql/idempotency.ts'
import { forgetWalletMessages } from '../store/tokens/walletMessages.ts'
import type { TakenMessage } from '../store/tokens/walletMessages.ts'
import * as plans from '../store/plans/plans.ts'
import type { SweepScope } from '../store/sql/sweepScope.ts'
import { changeTestClock } from '../store/accounts/testClock.ts'
import type { ClockChange } from '../store/accounts/testClock.ts'
import * as subscriptions from '../store/subscriptions/subscriptions.ts'
import { tryCode } from '../store/terminals/pairingAttempts.ts'
import { presentCard } from '../store/transactions/presentedCards.ts'
import { findSignature } from '../store/transactions/signatures.ts'
import * as terminals from '../store/terminals/terminals.ts'
import * as tokens from '../store/tokens/tokens.ts'
import * as transactions from '../store/transactions/transactions.ts'
import { searchTransactions } from '../store/transactions/search.ts'
import * as walletChanges from '../store/customers/walletChanges.ts'
import * as walletEntries from '../store/customers/walletEntries.ts'
import * as webhooks from '../store/webhooks/webhooks.ts'
import { createReaders } from '../terminals/readers.ts'
import type { Readers } from '../terminals/readers.ts'
import { AccountKeyring } from '../vault/accountKeyring.ts'
import type { AccountKey } from '../vault/accountKeys.ts'
import { createCardVault } from '../vault/cardVault.ts'
import type { CardVault } from '../vault/cardVault.ts'
import { EncryptionKeyring, createEncryptedCardVault } from '../vault/encryptedCardVault.ts'
import type { EncryptedCardVault } from '../vault/encryptedCardVault.ts'
import { createReaderVault } from '../vault/readerVault.ts'
import type { ReaderVault } from '../vault/readerVault.ts'
import { createWalletPayments } from '../vault/walletPayloads/walletPayments.ts'
import type { WalletPayments } from '../vault/walletPayloads/walletPayments.ts'
import { createWebhookVault } from '../vault/webhookVault.ts'
import type { WebhookVault } from '../vault/webhookVault.ts'
import { createEndpoints } from '../webhooks/endpoints.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { requestFingerprint } from '../vault/requestFingerprint.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** How long we wait, in milliseconds. */
export interface Limits {
  /** For the processor's answer. A Worker whose caller hangs up lives 30 s longer at most. */
  readonly processorTimeoutMs: number
  readonly reversalTimeoutMs: number
  /** After which a pending operation was certainly abandoned: the request that began it is over. */
  readonly abandonAfterMs: number
  /** How long a sweep that took up a piece of work keeps others from it. */
  readonly reversalLeaseMs: number
}

const shippedLimits: Limits = {
  processorTimeoutMs: 25_000,
  reversalTimeoutMs: 5_000,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

/** A clock so far ahead of another, or behind it. */
const ahead = (clock: Clock, offsetMs: number): Clock => ({ now: () => clock.now() + offsetMs })

/** What an isolate has once: wired here, and nowhere else. Tests replace parts of it. */
export interface Gateway {
  readonly environment: Environment
  readonly clock: Clock
  readonly ids: Ids
  readonly processor: Processor
  readonly limits: Limits
  readonly log: Log
  /** How long a key and its account are remembered. Test mode is never cached, so that it always shows the cold number of round trips. */
  readonly keyCacheMs: { readonly test: number; readonly live: number }
  readonly rateLimiters: RateLimiters
  readonly accountKeys: AccountKeyring
  readonly encryptionKeys: EncryptionKeyring
  readonly walletPayments: WalletPayments
  /** What sends mail; null where nothing does. */
  readonly mailer: Mailer | null
  drawReceipt(view: CheckoutView, locale: string): Promise<Mail>
  /** What carries a webhook to its receiver. */
  readonly fetch: (request: Request) => Promise<Response>
}

export type GatewayParts = Partial<
  Omit<Gateway, 'environment' | 'accountKeys' | 'encryptionKeys' | 'walletPayments' | 'drawReceipt'>
>

export const createGateway = (environment: Environment, parts: GatewayParts = {}): Gateway => {
  const clock = parts.clock ?? { now: () => Date.now() }
  const processor = parts.processor ?? simulator({ delayMs: environment.simulatorDelayMs })
  hearLate(processor, environment, clock.now)
  return {
    environment,
    clock,
    ids: parts.ids ?? createIds({ clock: () => clock.now() }),
    processor,
    limits: parts.limits ?? shippedLimits,
    log: parts.log ?? consoleLog,
    keyCacheMs: parts.keyCacheMs ?? { test: 0, live: 10_000 },
    rateLimiters: parts.rateLimiters ?? environment.rateLimiters,
    accountKeys: new AccountKeyring(environment.rootKeys),
    encryptionKeys: new EncryptionKeyring(),
    walletPayments: createWalletPayments(environment.wallet),
    mailer: parts.mailer ?? createMailer(environment),
    drawReceipt: (view, locale) => receiptMail(view, locale, environment.assets),
    fetch: parts.fetch ?? ((request) => fetch(request)),
  }
}

/** The gateway of an isolate's bindings, made when it is needed first. */
export const gatewayOf = (parts: GatewayParts): ((bindings: Bindings) => Gateway) => {
  const gateways = new WeakMap<Bindings, Gateway>()
  return (bindings) => {
    const known = gateways.get(bindings) ?? createGateway(parseEnvironment(bindings), parts)
    gateways.set(bindings, known)
    return known
  }
}

/** Things that a request's log line may warn of. Words of ours alone. */
export type Warning =
  | 'checkout_not_completed'
  | 'card_outside_test_list'
  | 'no_network_transaction_id'
  | 'card_testing_card'
  | 'card_testing_address'
  | 'card_testing_range'

/** What the business works with, for one request: bound to one account in one mode, so that no row of another can be reached. */
export interface Services {
  readonly requestId: string
  /** The request under its Idempotency-Key, if it has one, for work that reaches a processor: such work claims the key itself. */
  readonly idempotent: IdempotentRequest | null
  readonly account: { readonly id: string; readonly mode: 'test' | 'live'; readonly settings: AccountSettings }
  /** The key that asks, what it may do, the shard that all keys of its account name, and of a browser its address, as limits count it. */
  readonly caller: {
    readonly keyId: string
    readonly scopes: readonly KeyScope[]
    readonly shard: string
    readonly address: string | null
    /** Scheme, host and port that it used. */
    readonly origin: string
  }
  readonly accountContext: AccountContext
  readonly clock: Clock
  readonly ids: Ids
  readonly limits: Limits
  readonly processor: Processor
  /** Whether a number is one of the documented test cards, which are nobody's. */
  isTestCard(number: Secret): boolean
  /** Notes something for whoever reads the log; the request goes on. */
  warn(warning: Warning): void
  /** The same text for the same request of this account, and for no other. */
  requestFingerprint(request: string): Promise<string>
  readonly vault: CardVault
  readonly encryptedCards: EncryptedCardVault
  readonly walletPayments: WalletPayments
  readonly tokens: { insert(token: tokens.NewToken, message: TakenMessage | null): Promise<boolean> }
  readonly accounts: {
    writeSettings(settings: AccountSettings, audit: AuditNote): Promise<void>
  }
  readonly apiKeys: {
    insert(key: apiKeys.NewApiKey, audit: AuditNote): Promise<void>
    list: Bound<typeof apiKeys.listKeys>
    revoke(id: string, audit: AuditNote): ReturnType<typeof apiKeys.revokeKey>
    rotate(rotation: apiKeys.Rotation, audit: AuditNote): ReturnType<typeof apiKeys.rotateKey>
  }
  readonly customers: {
    insert(customer: customers.NewCustomer): ReturnType<typeof customers.insertCustomer>
    find: Bound<typeof customers.findCustomer>
    list: Bound<typeof customers.listCustomers>
    /** @param at milliseconds since 1970 */
    update(id: string, change: Partial<customers.CustomerMembers>, at: number): Promise<customers.Updating>
    delete(id: string, audit: AuditNote): Promise<boolean>
  }
  readonly customerData: {
    read: Bound<typeof customerData.readCustomerData>
    readOrders: Bound<typeof customerData.readOrders>
    beginErasure(customer: string, audit: AuditNote): Promise<boolean>
    eraseNext: OnDatabase<typeof erasures.eraseNextPayments>
  }
  readonly walletEntries: {
    /** The note is kept if the entry becomes the default. */
    addCard(
      entry: walletEntries.NewWalletEntry,
      card: walletEntries.SealedEntryCard,
      audit: AuditNote,
    ): Promise<walletEntries.Adding>
    addFromToken(
      entry: walletEntries.NewWalletEntry,
      token: walletEntries.PresentedEntryToken,
      audit: AuditNote,
    ): Promise<walletEntries.Adding>
    list: Bound<typeof walletEntries.listWallet>
    find: Bound<typeof walletChanges.findEntry>
    /** The note is kept if the entry was not the default before. */
    setDefault(
      path: walletChanges.WalletPath,
      audit: AuditNote,
    ): Promise<walletEntries.WalletEntryRow | walletChanges.WalletMissing>
    delete(
      path: walletChanges.WalletPath,
      audit: { readonly deleted: AuditNote; readonly becameDefault: AuditNote },
    ): Promise<walletChanges.EntryDeletion>
  }
  readonly plans: {
    insert: Bound<typeof plans.insertPlan>
    findByLabel: Bound<typeof plans.findPlanByLabel>
    list: Bound<typeof plans.listPlans>
    remove: Bound<typeof plans.deletePlan>
  }
  readonly subscriptions: {
    find: Bound<typeof subscriptions.findSubscription>
    findOf: Bound<typeof subscriptions.findSubscriptionOf>
    list: Bound<typeof subscriptions.listSubscriptions>
    listBills: Bound<typeof subscriptions.listBills>
    lookUpEnrolment: Bound<typeof enrolments.lookUpEnrolment>
    insert(subscription: subscriptions.SubscriptionRow): Promise<boolean>
    /** The note is kept if it is written. */
    write(before: subscriptions.Standing, after: subscriptions.StandingChange, audit?: AuditNote): Promise<boolean>
  }
  readonly checkouts: {
    insert(row: checkouts.CheckoutRow): Promise<boolean>
    find: Bound<typeof checkouts.findCheckout>
    cancel(id: string, audit: AuditNote): Promise<boolean>
    /** Throws where another was first. The note is kept if the payment method becomes the default. */
    complete(completion: Completion, audit: AuditNote | null): Promise<void>
    takeReceipt: Bound<typeof checkouts.takeReceipt>
    receiptSent: Bound<typeof checkouts.receiptSent>
    nothingDue: Bound<typeof checkouts.nothingDue>
  }
  /** Draws a checkout's receipt, and answers what sends it: false where it could not be sent. */
  drawReceipt(
    view: CheckoutView,
    mail: { readonly to: string; readonly locale: string },
  ): Promise<() => Promise<boolean>>
  readonly terminals: {
    find: Bound<typeof terminals.findTerminal>
    list: Bound<typeof terminals.listTerminals>
    insert(
      row: terminals.TerminalRow,
      how: Parameters<typeof terminals.insertTerminal>[3],
      audit: AuditNote,
    ): Promise<void>
    confirm: Bound<typeof terminals.confirmTerminal>
    withdraw: Bound<typeof terminals.withdrawTerminal>
    /** Those of the account's test mode at which a payment waits. */
    findWaiting(): Promise<string[]>
    tryCode: Bound<typeof tryCode>
  }
  /** The objects of card readers. */
  readonly readers: Readers
  readonly readerVault: ReaderVault
  readonly webhooks: {
    insert(webhook: webhooks.NewWebhook, most: number, audit: AuditNote): Promise<webhooks.Inserting>
    list: Bound<typeof webhooks.listWebhooks>
    find: Bound<typeof webhooks.findWebhook>
    update(id: string, change: webhooks.WebhookChange, audit: AuditNote): Promise<webhooks.Updating>
    delete(id: string, audit: AuditNote): Promise<boolean>
    rotate(
      id: string,
      rotation: Parameters<typeof webhooks.rotateWebhook>[3],
      audit: AuditNote,
    ): Promise<webhooks.WebhookRow | null>
  }
  readonly webhookVault: WebhookVault
  readonly webhookUrlRules: WebhookUrlRules
  /** The objects of webhooks. */
  readonly endpoints: Endpoints
  readonly events: {
    find: Bound<typeof events.findEvent>
    findWithWebhooks: Bound<typeof webhooks.findEventAndWebhooks>
    list: Bound<typeof events.listEvents>
  }
  readonly signatures: { find: Bound<typeof findSignature> }
  readonly transactions: {
    open: Bound<typeof insertPendingTransaction>
    presentCard: Bound<typeof presentCard>
    recordAuthorizationOutcome: Bound<typeof recordAuthorizationOutcome>
    createPendingModification: Bound<typeof createPendingModification>
    recordAbort: Bound<typeof recordAbort>
    recordModificationOutcome: Bound<typeof recordModificationOutcome>
    recordUnknownModification: Bound<typeof recordUnknownModification>
    find: Bound<typeof transactions.findTransaction>
    search: Bound<typeof searchTransactions>
  }
  readonly operations: OperationStore
  readonly batches: BatchStore & {
    findClosing: Bound<typeof batches.findClosing>
    find: Bound<typeof batches.findBatch>
    list: Bound<typeof batches.listBatches>
  }
  /** The clock of the account's test mode. */
  readonly testClock: {
    /** How far ahead of the real one it is, in milliseconds. */
    readonly offsetMs: number
    /** Answers how far ahead it is from now on, or null where it must not be put. */
    change(change: ClockChange, latestOffsetMs: number, audit: AuditNote): Promise<number | null>
    /** What a sweep of this test mode alone works with, its clock being so far ahead. */
    sweepServices(offsetMs: number): SweepServices
  }
}

/** What payments work with, whoever wants them: somebody with a key, or the gateway itself for a subscription. */
export type PaymentServices = Omit<Services, 'caller'>

/** A store function with its database and owner given. */
type Bound<F> = F extends (database: Database, owner: Owner, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

type OnDatabase<F> = F extends (database: Database, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

interface OperationStore {
  reversalDone: OnDatabase<typeof operations.reversalDone>
  reversalDeferred: OnDatabase<typeof operations.reversalDeferred>
  reverseAgain: OnDatabase<typeof operations.reverseAgain>
}

const operationStore = (database: Database): OperationStore => ({
  reversalDone: (...rest) => operations.reversalDone(database, ...rest),
  reversalDeferred: (...rest) => operations.reversalDeferred(database, ...rest),
  reverseAgain: (...rest) => operations.reverseAgain(database, ...rest),
})

/** What closes batches, whoever asks for it. */
export interface BatchStore {
  open: OnDatabase<typeof batches.openBatch>
  readSettleable: OnDatabase<typeof batches.readSettleable>
  settle: OnDatabase<typeof batches.settlePieces>
}

const batchStore = (database: Database): BatchStore => ({
  open: (...rest) => batches.openBatch(database, ...rest),
  readSettleable: (...rest) => batches.readSettleable(database, ...rest),
  settle: (...rest) => batches.settlePieces(database, ...rest),
})

/** What an account's keys are bound to: its test and live mode have each their own. */
const holderName = ({ account, mode }: Owner): string => `${account}/${mode}`

/** The processor, with the time that requests wait for it counted. */
const metered = (processor: Processor, meter: Meter): Processor => {
  const timed =
    <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const started = Date.now()
      try {
        return await verb(...args)
      } finally {
        meter.processorMs += Date.now() - started
      }
    }
  return {
    ...processor,
    authorize: timed(processor.authorize),
    capture: timed(processor.capture),
    void: timed(processor.void),
    credit: timed(processor.credit),
  }
}

interface Scope {
  readonly requestId: string
  readonly meter: Meter
  /** Where warnings are noted, for the request's log line. */
  readonly warnings: Warning[]
  readonly database: Database
}

export interface RequestScope extends Scope {
  readonly key: KeyRecord
  readonly shard: string
  /** Where the request comes from, as limits count it; null where that is not known. */
  readonly address: string | null
  readonly baseUrl: string
}

export const createServices = (
  gateway: Gateway,
  { key, shard, address, baseUrl, ...scope }: RequestScope,
): Services => ({
  ...createPaymentServices(gateway, {
    ...scope,
    cause: scope.requestId,
    shard,
    keyId: key.keyId,
    account: key.account,
  }),
  caller: {
    keyId: key.keyId,
    scopes: key.scopes,
    shard,
    address: key.kind === 'pk' ? address : null,
    origin: baseUrl,
  },
})

interface AccountScope extends Scope {
  readonly shard: string
  readonly account: KeyRecord['account']
  /** Of the key that the account's changes are made with. */
  readonly keyId: string
  /** The id of the request that brings about what happens; null where time does. Events say it. */
  readonly cause: string | null
}

/** A shard, and the database that it is. */
export interface Place {
  readonly shard: string
  readonly database: Database
}

/**
 * What a piece of the gateway works with that acts for an account, where no request asks: its billing, its card readers.
 *
 * @param by stands in the audit in place of a key
 */
export const createServicesOf = (
  gateway: Gateway,
  place: Place,
  account: KeyRecord['account'],
  by: string,
): PaymentServices =>
  createPaymentServices(gateway, {
    ...place,
    requestId: gateway.ids.requestId(),
    cause: null,
    meter: new Meter(),
    warnings: [],
    account,
    keyId: by,
  })

const createPaymentServices = (
  gateway: Gateway,
  { requestId, cause, meter, warnings, database, shard, account, keyId }: AccountScope,
): PaymentServices => {
  const signed = (note: AuditNote): AuditEntry => ({ ...note, key: keyId, requestId })
  const owner: Owner = { account: account.id, mode: account.mode }
  let fetched: Promise<AccountKey> | undefined
  const holder = holderName(owner)
  const accountKey = () =>
    (fetched ??= gateway.accountKeys.of({
      name: holder,
      stored: account.vaultKey,
      keepFirst: (fresh) => keepFirstAccountKey(database, account.id, account.mode, fresh),
    }))
  return {
    requestId,
    idempotent: null,
    account,
    accountContext: { id: account.id, mode: account.mode, strictTestPans: account.settings.strictTestPans },
    clock: ahead(gateway.clock, account.clockOffsetMs),
    ids: gateway.ids,
    limits: gateway.limits,
    processor: metered(inAccountTime(gateway.processor, account.clockOffsetMs), meter),
    isTestCard: (number) => cardTrigger(number.reveal()) !== undefined,
    warn: (warning) => void warnings.push(warning),
    requestFingerprint: async (request) => requestFingerprint(await accountKey(), request),
    vault: createCardVault(accountKey),
    walletPayments: gateway.walletPayments,
    encryptedCards: createEncryptedCardVault(gateway.encryptionKeys, {
      name: holder,
      accountKey,
      row: {
        find: () => findEncryptionKey(database, owner),
        keepFirst: (fresh) => keepFirstEncryptionKey(database, owner, fresh),
      },
      remembers: gateway.keyCacheMs[account.mode] > 0,
    }),
    tokens: { insert: (token, message) => tokens.insertToken(database, owner, keyId, token, message) },
    accounts: {
      writeSettings: (settings, audit) => writeSettings(database, account.id, settings, signed(audit)),
    },
    apiKeys: {
      insert: (fresh, audit) => apiKeys.insertKey(database, owner, fresh, signed(audit)),
      list: (...rest) => apiKeys.listKeys(database, owner, ...rest),
      revoke: (id, audit) => apiKeys.revokeKey(database, owner, id, signed(audit)),
      rotate: (rotation, audit) => apiKeys.rotateKey(database, owner, rotation, signed(audit)),
    },
    customers: {
      insert: (customer) => customers.insertCustomer(database, owner, customer, cause),
      find: (...rest) => customers.findCustomer(database, owner, ...rest),
      list: (...rest) => customers.listCustomers(database, owner, ...rest),
      update: (id, change, at) => customers.updateCustomer(database, owner, id, change, { at, requestId }),
      delete: (id, audit) => deleteCustomer(database, owner, id, signed(audit)),
    },
    customerData: {
      read: (...rest) => customerData.readCustomerData(database, owner, ...rest),
      readOrders: (...rest) => customerData.readOrders(database, owner, ...rest),
      beginErasure: (customer, audit) => erasures.beginErasure(database, owner, customer, signed(audit)),
      eraseNext: (...rest) => erasures.eraseNextPayments(database, ...rest),
    },
    walletEntries: {
      addCard: (entry, card, audit) => walletEntries.addCard(database, owner, entry, card, signed(audit)),
      addFromToken: (entry, token, audit) => walletEntries.addFromToken(database, owner, entry, token, signed(audit)),
      list: (...rest) => walletEntries.listWallet(database, owner, ...rest),
      find: (...rest) => walletChanges.findEntry(database, owner, ...rest),
      setDefault: (path, audit) => walletChanges.setDefault(database, owner, path, signed(audit)),
      delete: (path, audit) =>
        walletChanges.deleteEntry(database, owner, path, {
          deleted: signed(audit.deleted),
          becameDefault: signed(audit.becameDefault),
        }),
    },
    plans: {
      insert: (...rest) => plans.insertPlan(database, owner, ...rest),
      findByLabel: (...rest) => plans.findPlanByLabel(database, owner, ...rest),
      list: (...rest) => plans.listPlans(database, owner, ...rest),
      remove: (...rest) => plans.deletePlan(database, owner, ...rest),
    },
    subscriptions: {
      find: (...rest) => subscriptions.findSubscription(database, owner, ...rest),
      findOf: (...rest) => subscriptions.findSubscriptionOf(database, owner, ...rest),
      list: (...rest) => subscriptions.listSubscriptions(database, owner, ...rest),
      listBills: (...rest) => subscriptions.listBills(database, owner, ...rest),
      lookUpEnrolment: (...rest) => enrolments.lookUpEnrolment(database, owner, ...rest),
      insert: (subscription) => enrolments.insertSubscription(database, owner, subscription, cause),
      write: (before, after, audit) =>
        subscriptions.writeStanding(database, owner, before, after, {
          requestId: cause,
          audit: audit === undefined ? null : signed(audit),
        }),
    },
    checkouts: {
      insert: (row) => checkouts.insertCheckout(database, row, requestId),
      find: (...rest) => checkouts.findCheckout(database, owner, ...rest),
      cancel: (id, audit) => checkouts.cancelCheckout(database, owner, id, signed(audit)),
      complete: (completion, audit) => completeCheckout(database, owner, completion, audit && signed(audit), cause),
      takeReceipt: (...rest) => checkouts.takeReceipt(database, owner, ...rest),
      receiptSent: (...rest) => checkouts.receiptSent(database, owner, ...rest),
      nothingDue: (...rest) => checkouts.nothingDue(database, owner, ...rest),
    },
    drawReceipt: async (view, { to, locale }) => {
      const { mailer } = gateway
      if (mailer === null || to === '') return () => Promise.resolve(false)
      const mail = await gateway.drawReceipt(view, locale)
      return () => mailer.send(mail, to, view.merchant)
    },
    terminals: {
      find: (...rest) => terminals.findTerminal(database, owner, ...rest),
      list: (...rest) => terminals.listTerminals(database, owner, ...rest),
      insert: (row, how, audit) => terminals.insertTerminal(database, owner, row, how, signed(audit)),
      confirm: (...rest) => terminals.confirmTerminal(database, owner, ...rest),
      withdraw: (...rest) => terminals.withdrawTerminal(database, owner, ...rest),
      findWaiting: () => terminals.findWaitingTerminals(database, account.id),
      tryCode: (...rest) => tryCode(database, owner, ...rest),
    },
    readers: createReaders(gateway.environment, { shard, account, requestId, signed }),
    readerVault: createReaderVault(accountKey),
    webhooks: {
      insert: (webhook, most, audit) => webhooks.insertWebhook(database, owner, webhook, most, signed(audit)),
      list: (...rest) => webhooks.listWebhooks(database, owner, ...rest),
      find: (...rest) => webhooks.findWebhook(database, owner, ...rest),
      update: (id, change, audit) => webhooks.updateWebhook(database, owner, id, change, signed(audit)),
      delete: (id, audit) => webhooks.deleteWebhook(database, owner, id, signed(audit)),
      rotate: (id, rotation, audit) => webhooks.rotateWebhook(database, owner, id, rotation, signed(audit)),
    },
    webhookVault: createWebhookVault(accountKey),
    webhookUrlRules: { allowLocal: gateway.environment.allowLocalWebhooks },
    endpoints: createEndpoints(gateway.environment, { shard, account }),
    events: {
      find: (...rest) => events.findEvent(database, owner, ...rest),
      findWithWebhooks: (...rest) => webhooks.findEventAndWebhooks(database, owner, ...rest),
      list: (...rest) => events.listEvents(database, owner, ...rest),
    },
    signatures: { find: (...rest) => findSignature(database, owner, ...rest) },
    transactions: {
      open: (...rest) => insertPendingTransaction(database, owner, ...rest),
      presentCard: (...rest) => presentCard(database, owner, ...rest),
      recordAuthorizationOutcome: (...rest) => recordAuthorizationOutcome(database, owner, ...rest),
      createPendingModification: (...rest) => createPendingModification(database, owner, ...rest),
      recordAbort: (...rest) => recordAbort(database, owner, ...rest),
      recordModificationOutcome: (...rest) => recordModificationOutcome(database, owner, ...rest),
      recordUnknownModification: (...rest) => recordUnknownModification(database, owner, ...rest),
      find: (...rest) => transactions.findTransaction(database, owner, ...rest),
      search: (...rest) => searchTransactions(database, owner, ...rest),
    },
    operations: operationStore(database),
    batches: {
      ...batchStore(database),
      findClosing: (...rest) => batches.findClosing(database, owner, ...rest),
      find: (...rest) => batches.findBatch(database, owner, ...rest),
      list: (...rest) => batches.listBatches(database, owner, ...rest),
    },
    testClock: {
      offsetMs: account.clockOffsetMs,
      change: (change, latestOffsetMs, audit) =>
        changeTestClock(database, account.id, change, latestOffsetMs, signed(audit)),
      sweepServices: (offsetMs) =>
        createSweepServices(gateway, { shard, database }, { of: 'testAccount', account: account.id }, offsetMs),
    },
  }
}

/** A store function with its database and reach given. */
type Within<F> = F extends (database: Database, reach: SweepScope, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

/** What a sweep works with: everything of a shard that lives by one clock. What is due, each store function asks within the sweep's reach. */
export interface SweepServices extends Pick<Services, 'clock' | 'ids' | 'limits' | 'processor'> {
  /** One round trip: which of these have anything to do. */
  findDueJobs(of: readonly DueJob[]): Promise<ReadonlySet<DueJob>>
  readonly operations: OperationStore & {
    claimDue: Within<typeof operations.claimDue>
    abandon: OnDatabase<typeof operations.abandon>
    releaseDone: OnDatabase<typeof operations.releaseDone>
    releaseDeferred: OnDatabase<typeof operations.releaseDeferred>
    context: OnDatabase<typeof findModificationContext>
  }
  /** What writes down the outcome of an operation, for whose it is. */
  transactionsOf(
    owner: Owner,
  ): Pick<Services['transactions'], 'recordModificationOutcome' | 'recordUnknownModification'>
  readonly payments: {
    findLapsed: Within<typeof expiry.findLapsed>
    expire: OnDatabase<typeof expiry.expire>
  }
  readonly subscriptions: {
    claimDue: Within<typeof subscriptions.claimDueSubscriptions>
    /** What charging it works with: all of its account. */
    paymentServices(due: subscriptions.DueSubscription): PaymentServices
  }
  readonly checkouts: {
    claimDue: Within<typeof checkouts.claimDueCheckouts>
    expire: Within<typeof expireCheckouts>
    forgetUnpaid: Within<typeof forgetUnpaid>
    /** What finishing it works with: all of its account. */
    paymentServices(due: checkouts.DueCheckout): PaymentServices
  }
  readonly tokens: { clearExpired: Within<typeof tokens.clearExpiredTokens> }
  readonly webhooks: {
    claimBehind: Within<typeof claimEndpointsBehind>
    /** Never fails. */
    wake(webhooks: readonly string[]): Promise<void>
  }
  readonly batches: BatchStore & {
    agenda: Within<typeof batches.batchAgenda>
    date: OnDatabase<typeof batches.dateUnsettled>
    applyDueReturns: Within<typeof applyDueReturns>
  }
  /** Of the whole shard, whatever the sweep reaches: no clock drives them. */
  readonly accountKeys: {
    /** Wrapped by another root key than the newest, at most so many. */
    outdated(limit: number): Promise<OutdatedKey[]>
    wrapAnew(old: OutdatedKey): Promise<Rewrapped>
    replace: OnDatabase<typeof replaceWrappings>
  }
  readonly idempotency: { purgeExpired: Within<typeof purgeExpired> }
  readonly events: { forget: Within<typeof events.forgetEvents> }
  readonly walletMessages: { forget: Within<typeof forgetWalletMessages> }
  /** Of the whole shard, too. */
  readonly erasures: {
    findUnfinished: OnDatabase<typeof erasures.findUnfinishedErasures>
    eraseNext: OnDatabase<typeof erasures.eraseNextPayments>
  }
}

/** Stands in the audit where the gateway changed something by itself. */
const billingKey = 'billing'

/** @param offsetMs how far the clock of what is reached is ahead of the real one */
export const createSweepServices = (
  gateway: Gateway,
  place: Place,
  reach: SweepScope,
  offsetMs: number,
): SweepServices => {
  const { database } = place
  const ofAccount = (
    { account, mode, settings, vaultKey }: Owner & Pick<KeyRecord['account'], 'settings' | 'vaultKey'>,
    keyId: string,
  ) =>
    createServicesOf(
      gateway,
      place,
      // Whom it concerns is told when the sweep is over.
      { id: account, mode, suspended: false, settings, clockOffsetMs: offsetMs, vaultKey, endpoints: [] },
      keyId,
    )
  const clock = ahead(gateway.clock, offsetMs)
  return {
    clock,
    ids: gateway.ids,
    limits: gateway.limits,
    processor: inAccountTime(gateway.processor, offsetMs),
    findDueJobs: async (of) => {
      const now = clock.now()
      const rootVersion = await gateway.accountKeys.newestVersion()
      return findDueJobs(database, reach, of, { now, eventsFrom: now - eventsKeptMs, rootVersion })
    },
    operations: {
      ...operationStore(database),
      claimDue: (...rest) => operations.claimDue(database, reach, ...rest),
      abandon: (...rest) => operations.abandon(database, ...rest),
      releaseDone: (...rest) => operations.releaseDone(database, ...rest),
      releaseDeferred: (...rest) => operations.releaseDeferred(database, ...rest),
      context: (...rest) => findModificationContext(database, ...rest),
    },
    transactionsOf: (owner) => ({
      recordModificationOutcome: (...rest) => recordModificationOutcome(database, owner, ...rest),
      recordUnknownModification: (...rest) => recordUnknownModification(database, owner, ...rest),
    }),
    payments: {
      findLapsed: (...rest) => expiry.findLapsed(database, reach, ...rest),
      expire: (...rest) => expiry.expire(database, ...rest),
    },
    subscriptions: {
      claimDue: (...rest) => subscriptions.claimDueSubscriptions(database, reach, ...rest),
      paymentServices: ({ subscription: { account, mode }, settings, vaultKey }) =>
        ofAccount({ account, mode, settings, vaultKey }, billingKey),
    },
    checkouts: {
      claimDue: (...rest) => checkouts.claimDueCheckouts(database, reach, ...rest),
      expire: (...rest) => expireCheckouts(database, reach, ...rest),
      forgetUnpaid: (...rest) => forgetUnpaid(database, reach, ...rest),
      paymentServices: ({ account, mode, settings, vaultKey, key }) =>
        ofAccount({ account, mode, settings, vaultKey }, key),
    },
    webhooks: {
      claimBehind: (...rest) => claimEndpointsBehind(database, reach, ...rest),
      wake: (endpoints) =>
        createEndpoints(gateway.environment, { shard: place.shard, account: { endpoints } }).wakeAll(),
    },
    tokens: { clearExpired: (...rest) => tokens.clearExpiredTokens(database, reach, ...rest) },
    batches: {
      ...batchStore(database),
      agenda: (...rest) => batches.batchAgenda(database, reach, ...rest),
      date: (...rest) => batches.dateUnsettled(database, ...rest),
      applyDueReturns: (...rest) => applyDueReturns(database, reach, ...rest),
    },
    accountKeys: {
      outdated: async (limit) => findOutdatedKeys(database, await gateway.accountKeys.newestVersion(), limit),
      wrapAnew: async (old) => ({
        old,
        fresh: await gateway.accountKeys.wrapAnew(holderName(old), old.wrappedKey),
      }),
      replace: (...rest) => replaceWrappings(database, ...rest),
    },
    idempotency: { purgeExpired: (...rest) => purgeExpired(database, reach, ...rest) },
    events: { forget: (...rest) => events.forgetEvents(database, reach, ...rest) },
    walletMessages: { forget: (...rest) => forgetWalletMessages(database, reach, ...rest) },
    erasures: {
      findUnfinished: (...rest) => erasures.findUnfinishedErasures(database, ...rest),
      eraseNext: (...rest) => erasures.eraseNextPayments(database, ...rest),
    },
  }
}
