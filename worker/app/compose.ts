import { databasePatience } from '../domain/timeLimits.ts'
import { createKeeperClient } from '../outcomes/keeperClient.ts'
import { keptTransactions } from '../outcomes/keptTransactions.ts'
import type { Secret } from '#contract/schema/secret'
import { cardKeyLifetimeMs } from '#contract/tokens/cardKeyLifetime'
import type { Caller } from '../domain/accounts/account.ts'
import { offsetClock } from '../domain/clock.ts'
import type { AccountRouting } from '../domain/connections/connection.ts'
import { noteConnection, noteConnections } from '../domain/connections/health.ts'
import { usageCountedEveryMs } from '../domain/accounts/countUsage.ts'
import { tokenTimes } from '../domain/tokens/clearExpired.ts'
import { scannedUntil } from '../domain/transactions/recovery/scans.ts'
import { eventRetentionMs } from '../domain/events/retention.ts'
import { notificationRetentionMs } from '../domain/notifications/retention.ts'
import type { Warning } from '../domain/warning.ts'
import { noteCheckout } from '../http/rateLimits/notedCheckouts.ts'
import { inAccountTime } from '../processors/inAccountTime.ts'
import { cardTrigger } from '../processors/simulator/cards.ts'
import { accountStore } from '../store/accounts/accountStore.ts'
import { vaultKeySweepStore } from '../store/accounts/vaultKeyStore.ts'
import { apiKeyStore } from '../store/apiKeys/apiKeyStore.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import { batchStore, batchSweepStore } from '../store/batches/batchStore.ts'
import { checkoutStore, checkoutSweepStore } from '../store/checkouts/checkoutStore.ts'
import type { ConnectionRow } from '../store/connections/connectionColumns.ts'
import { connectionStore, connectionSweepStore } from '../store/connections/connectionStore.ts'
import { customerStore } from '../store/customers/customerStore.ts'
import { erasureSweepStore, personalDataStore } from '../store/customers/personalDataStore.ts'
import { walletStore } from '../store/customers/walletStore.ts'
import { acceptanceStore, disputeStore } from '../store/disputes/disputeStore.ts'
import { eventStore } from '../store/events/eventStore.ts'
import { notificationStore } from '../store/notifications/notificationStore.ts'
import { planStore } from '../store/plans/planStore.ts'
import { reconciliationStore } from '../store/reconciliation/reconciliationStore.ts'
import { findDueJobs, findNextDue } from '../store/sql/dueJobs.ts'
import type { DueJob } from '../store/sql/dueJobs.ts'
import type { IdempotentRequest } from '../store/sql/idempotency.ts'
import type { Owner } from '../store/sql/owner.ts'
import { retentionSweepStore } from '../store/sql/retentionSweepStore.ts'
import type { StoreScope } from '../store/sql/scope.ts'
import type { SweptRows } from '../store/sql/sweepScope.ts'
import { subscriptionStore, subscriptionSweepStore } from '../store/subscriptions/subscriptionStore.ts'
import { terminalStore } from '../store/terminals/terminalStore.ts'
import { tokenStore } from '../store/tokens/tokenStore.ts'
import {
  operationStore,
  resolutionStore,
  transactionStore,
  transactionSweepStore,
} from '../store/transactions/transactionStore.ts'
import { webhookStore, webhookSweepStore } from '../store/webhooks/webhookStore.ts'
import { createTerminalsClient } from '../terminals/terminalsClient.ts'
import { createEndpointsClient } from '../webhooks/endpointsClient.ts'
import { connectedProcessor } from './connectedProcessor.ts'
import type { AccountContext, ShardContext } from './context.ts'
import type { Gateway } from './gateway.ts'
import { Meter } from './meter.ts'
import { meteredProcessor } from './meteredProcessor.ts'
import { openAccountProcessors, openSettings, openSweptProcessors, processorPorts } from './openProcessor.ts'
import { receipts } from './receipts.ts'
import { toConnections } from './toConnections.ts'
import { accountVaults, rootKeys } from './vaults.ts'

/**
 * How long the outcome of a processor is written from now on, in milliseconds. Background work has no client who waits.
 *
 * @param started when its request began, or null
 */
const outcomeBudget = ({ patience }: Pick<Gateway, 'patience'>, started: number | null): number => {
  if (patience.writeMs === 0) return 0
  const { outcomeUntilMs, outcomeLeastMs } = databasePatience
  return started === null ? outcomeLeastMs : Math.max(outcomeLeastMs, started + outcomeUntilMs - patience.now())
}

/** The services of one account in one mode, for the verbs of worker/domain. They cannot access rows of other accounts. */
export const accountServices = (gateway: Gateway, context: AccountContext) => {
  const { account, cause, database, keyId, requestId, shard } = context
  const owner: Owner = { account: account.id, mode: account.mode }
  const started = gateway.patience.now()
  const scope: StoreScope = { database, owner, cause, key: keyId, sign: (note) => ({ ...note, key: keyId, requestId }) }
  const vaults = accountVaults(gateway, scope, account.vaultKey)
  const openProcessor = openAccountProcessors(
    gateway,
    { database, offsetMs: account.clockOffsetMs },
    account.connections,
    vaults.connectionVault,
  )
  return {
    requestId,
    /** The request with its idempotency key, for verbs that claim the key in their own batch. Null without a key. */
    idempotent: null as IdempotentRequest | null,
    account,
    accountContext: { id: account.id, mode: account.mode, strictTestPans: account.settings.strictTestPans },
    clock: offsetClock(gateway.clock, account.clockOffsetMs),
    /** Real time, without the account's test clock: for limits that protect, and what clients outside have dated. */
    realClock: gateway.clock,
    ids: gateway.ids,
    limits: gateway.limits,
    accountConnections: toConnections(gateway, account.connections),
    readRouting: async (): Promise<AccountRouting> => {
      const { rules, connections } = await connectionStore(scope).readRouting()
      // What this request found outdated is not used again.
      gateway.keyCache.dropAccount(account.id)
      return { rules, connections: toConnections(gateway, connections) }
    },
    processor: inAccountTime(
      meteredProcessor(connectedProcessor(openProcessor, gateway), context.meter),
      account.clockOffsetMs,
    ),
    /** Whether a number is one of the documented test cards. */
    isTestCard: (number: Secret): boolean => cardTrigger(number.reveal()) !== undefined,
    warn: (warning: Warning): void => void context.warnings.push(warning),
    reportAttention: gateway.reportAttention,
    ...vaults,
    ...receipts(gateway),
    acceptances: acceptanceStore(scope),
    accounts: accountStore(scope),
    dropCachedKeys: (): void => gateway.keyCache.dropAccount(account.id),
    apiKeys: apiKeyStore(scope),
    batches: batchStore(scope),
    checkouts: checkoutStore(scope),
    connections: connectionStore(scope),
    processors: gateway.processors,
    openConnectionSettings: (connection: ConnectionRow) => openSettings(connection, vaults.connectionVault),
    portsOf: (connection: string) => processorPorts(gateway, connection, account.clockOffsetMs),
    customerData: personalDataStore(scope),
    customers: customerStore(scope),
    disputes: disputeStore(scope),
    events: eventStore(scope),
    notifications: notificationStore(scope),
    operations: operationStore(scope),
    plans: planStore(scope),
    reconciliations: reconciliationStore(scope),
    resolutions: resolutionStore(scope),
    subscriptions: subscriptionStore(scope),
    terminals: terminalStore(scope),
    tokens: tokenStore(scope),
    transactions: keptTransactions(scope, {
      keeper: createKeeperClient(gateway.environment, shard, owner),
      remainingMs: () => outcomeBudget(gateway, cause === null ? null : started),
    }),
    walletEntries: walletStore(scope),
    webhooks: webhookStore(scope),
    processorHostRules: { allowLocal: gateway.environment.allowLocalProcessors },
    webhookUrlRules: { allowLocal: gateway.environment.allowLocalWebhooks },
    terminalsClient: createTerminalsClient(gateway.environment, { shard, account, requestId, signed: scope.sign }),
    endpoints: createEndpointsClient(gateway.environment, { shard, account }),
    /** Offset of the account's test clock from real time, in milliseconds. */
    clockOffsetMs: account.clockOffsetMs,
    /** Notes which connections have responded to this request. Never fails: a later request notes it again. */
    noteConnections: async (): Promise<void> => {
      const needs = { connections: connectionStore(scope), realClock: gateway.clock }
      for (const connection of account.connections) {
        const health = context.meter.connectionHealth.get(connection.id)
        if (health !== undefined) await noteConnection(connection, health, needs).catch(() => undefined)
      }
    },
    /** The services of the account's sweep at a moment of its test clock, at which the clock stands still. Milliseconds since 1970. */
    sweepAt: (moment: number): SweepServices => {
      const realNow = gateway.clock.now()
      const standing = { ...gateway, clock: { now: () => realNow } }
      return sweepServices(standing, { shard, database }, { of: 'testAccount', account: account.id }, moment - realNow)
    },
  }
}

export type AccountServices = ReturnType<typeof accountServices>

/** The services of an account for background work such as billing. @param by recorded in the audit instead of an API key */
export const backgroundServices = (
  gateway: Gateway,
  place: ShardContext,
  account: KeyRecord['account'],
  by: string,
  meter = new Meter(),
) =>
  accountServices(gateway, {
    ...place,
    account,
    keyId: by,
    requestId: gateway.ids.requestId(),
    cause: null,
    meter,
    warnings: [],
  })

/** The services of an account for a request. */
export const requestServices = (gateway: Gateway, context: Omit<AccountContext, 'cause'>, caller: Caller) => ({
  ...accountServices(gateway, { ...context, cause: context.requestId }),
  caller,
  /** Notes that a checkout of the account exists, so that its page is not counted as the look-up of an invented id. */
  noteCheckout: (id: string): void => noteCheckout(id, context.account, gateway),
})

export type RequestServices = ReturnType<typeof requestServices>

/** An account with due rows, as their queries read it. */
type SweptAccount = Owner & Pick<KeyRecord['account'], 'connections' | 'settings' | 'vaultKey'>

/** The services of a sweep, for the rows of a shard that share one clock. @param offsetMs of that clock from real time, in milliseconds */
export const sweepServices = (gateway: Gateway, place: ShardContext, rows: SweptRows, offsetMs: number) => {
  const scope = { database: place.database, ...rows }
  const clock = offsetClock(gateway.clock, offsetMs)
  const meter = new Meter()
  const servicesOf = ({ account, mode, settings, vaultKey, connections }: SweptAccount, by: string) => {
    // Endpoints are woken once, at the end of the sweep.
    const clockOffsetMs = offsetMs
    const record = {
      id: account,
      mode,
      suspended: false,
      settings,
      clockOffsetMs,
      vaultKey,
      connections,
      endpoints: [],
    }
    return backgroundServices(gateway, place, record, by, meter)
  }
  return {
    clock,
    realClock: gateway.clock,
    ids: gateway.ids,
    limits: gateway.limits,
    processor: inAccountTime(
      meteredProcessor(connectedProcessor(openSweptProcessors(gateway, { ...place, offsetMs }), gateway), meter),
      offsetMs,
    ),
    noteConnections: async (): Promise<void> => {
      const healths = new Map(meter.connectionHealth)
      meter.connectionHealth.clear()
      await noteConnections(healths, { connections: connectionSweepStore(scope), realClock: gateway.clock })
    },
    reportAttention: gateway.reportAttention,
    /** The services of an account with due rows. */
    servicesOf,
    rootKeys: rootKeys(gateway),
    batches: batchSweepStore(scope),
    checkouts: checkoutSweepStore(scope),
    erasures: erasureSweepStore(scope),
    operations: operationStore(scope),
    writeKeptOutcome: async ({ id, account, mode }: Owner & { readonly id: number }): Promise<boolean> =>
      createKeeperClient(gateway.environment, place.shard, { account, mode }).write(id),
    retention: retentionSweepStore(scope),
    subscriptions: subscriptionSweepStore(scope),
    transactions: transactionSweepStore(scope),
    vaultKeys: vaultKeySweepStore(scope),
    webhooks: webhookSweepStore(scope),
    disputesOf: (owner: Owner) => disputeStore({ database: place.database, owner, cause: null }),
    transactionsOf: (owner: Owner) => transactionStore({ database: place.database, owner }),
    wakeEndpoints: (endpoints: readonly string[]): Promise<void> =>
      createEndpointsClient(gateway.environment, { shard: place.shard, account: { endpoints } }).wakeAll(),
    /** One round trip: the jobs that have due rows. */
    findDueJobs: async (jobs: readonly DueJob[]): Promise<ReadonlySet<DueJob>> => {
      const now = clock.now()
      const rootVersion = await gateway.accountKeys.newestVersion()
      return findDueJobs(scope, jobs, {
        now,
        eventsFrom: now - eventRetentionMs,
        notificationsFrom: now - notificationRetentionMs,
        cardKeysUntil: now - cardKeyLifetimeMs,
        rootVersion,
        ...scannedUntil(gateway.clock.now(), gateway.limits),
        tokenTimes: tokenTimes(gateway.clock.now()),
        usageCountedBefore: now - usageCountedEveryMs,
      })
    },
    /** One round trip: when the next row comes due, after the clock's time and not after `until`. Null if none does. Milliseconds since 1970. */
    findNextDue: (until: number): Promise<number | null> => findNextDue(scope, clock.now(), until),
  }
}

export interface SweepServices extends ReturnType<typeof sweepServices> {}
