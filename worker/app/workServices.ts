import { cardKeyLifetimeMs } from '#contract/tokens/cardKeyLifetime'
import { usageCountedEveryMs } from '../domain/accounts/countUsage.ts'
import { figuresUntil } from '../domain/figures/rollUp.ts'
import { isHealthNoteDue, noteConnections } from '../domain/connections/health.ts'
import { notificationRetentionMs } from '../domain/notifications/retention.ts'
import { tokenTimes } from '../domain/tokens/clearExpired.ts'
import { scannedUntil } from '../domain/transactions/recovery/scans.ts'
import { createBudget } from '../domain/work/budget.ts'
import type { BudgetLimits } from '../domain/work/budget.ts'
import { createCallSlots } from '../domain/work/callSlots.ts'
import { vaultKeySweepStore } from '../store/accounts/vaultKeyStore.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import { batchSweepStore } from '../store/batches/batchStore.ts'
import { checkoutSweepStore } from '../store/checkouts/checkoutStore.ts'
import { connectionSweepStore } from '../store/connections/connectionStore.ts'
import { erasureSweepStore } from '../store/customers/personalDataStore.ts'
import { figureScanStore } from '../store/figures/figureStore.ts'
import { findDueJobs, findDueShardJobs, findNextDue } from '../store/sql/dueJobs.ts'
import type { AccountJob, ShardJob } from '../store/sql/dueJobs.ts'
import type { Owner } from '../store/sql/owner.ts'
import { settlementReportStore } from '../store/settlementReports/settlementReportStore.ts'
import { retentionSweepStore, shardRetentionStore } from '../store/sql/retentionSweepStore.ts'
import { subscriptionSweepStore } from '../store/subscriptions/subscriptionStore.ts'
import { scanStore, transactionStore, transactionSweepStore } from '../store/transactions/transactionStore.ts'
import { webhookSweepStore } from '../store/webhooks/webhookStore.ts'
import { createKeeperClient } from '../outcomes/keeperClient.ts'
import { createEndpointsClient } from '../webhooks/endpointsClient.ts'
import { backgroundServices } from './compose.ts'
import type { ShardContext } from './context.ts'
import type { Gateway } from './gateway.ts'
import { Meter } from './meter.ts'
import { rootKeys } from './vaults.ts'

/** What one invocation may do. It has six connections, which calls of processors and of the database share, and a limited number of queries. */
export type WorkLimits = Omit<BudgetLimits, 'now'>

export const defaultWorkLimits: WorkLimits = { ms: 14_000, items: 20, itemsAtOnce: 6, callsAtOnce: 4 }

/** For one run of all jobs at a moment of a test clock: several of them are one request, which has a client who waits. */
const momentWorkLimits: WorkLimits = { ...defaultWorkLimits, items: 150 }

/** The services of background work for one account in one mode, by the clock of the account. */
export const accountWorkServices = (
  gateway: Gateway,
  place: ShardContext,
  account: KeyRecord['account'],
  limits: WorkLimits = defaultWorkLimits,
  meter = new Meter(),
) => {
  const owner: Owner = { account: account.id, mode: account.mode }
  const scope = { database: place.database, owner }
  const invocation = { meter, callSlots: createCallSlots(limits.callsAtOnce) }
  // Work that is claimed is done, also if the account is suspended meanwhile.
  const active = { ...account, suspended: false }
  const actAs = (by: string) => backgroundServices(gateway, place, active, by, invocation)
  const services = actAs('background work')
  const { clock, disputes, endpoints, ids, operations, processor, realClock, reportAttention } = services
  return {
    account: { id: account.id },
    actAs,
    budget: createBudget({ ...limits, now: () => Date.now() }),
    callSlots: invocation.callSlots,
    clock,
    ids,
    limits: gateway.limits,
    operations,
    processor,
    realClock,
    reportAttention,
    batches: batchSweepStore(scope),
    checkouts: checkoutSweepStore(scope),
    disputes,
    payments: transactionStore(scope),
    settlementReports: settlementReportStore(scope),
    subscriptions: subscriptionSweepStore(scope),
    retention: retentionSweepStore(scope),
    transactions: transactionSweepStore(scope),
    writeKeptOutcome: async ({ id }: { readonly id: number }): Promise<boolean> =>
      createKeeperClient(gateway.environment, place.shard, owner).write(id),
    noteConnections: async (): Promise<void> => {
      const at = gateway.clock.now()
      const healths = [...meter.connectionHealth].filter(([id, health]) =>
        account.connections.some((connection) => connection.id === id && isHealthNoteDue(connection, health, at)),
      )
      meter.connectionHealth.clear()
      await noteConnections(new Map(healths), { connections: connectionSweepStore(scope), realClock: gateway.clock })
    },
    /** Delivers the events of this work without waiting for the next cron run. */
    wakeEndpoints: endpoints.wakeAll,
    findDueJobs: (jobs: readonly AccountJob[]): Promise<ReadonlySet<AccountJob>> =>
      findDueJobs(scope, jobs, clock.now()),
    /** One round trip: when the next row comes due, after the clock's time and not after `until`. Null if none does. Milliseconds since 1970. */
    findNextDue: (until: number): Promise<number | null> => findNextDue(scope, clock.now(), until),
  }
}

export interface AccountWorkServices extends ReturnType<typeof accountWorkServices> {}

/** The services of background work at moments of an account's test clock, at which the clock stands still. Moments are milliseconds since 1970. */
export const servicesAtMoments =
  (gateway: Gateway, { shard, database }: ShardContext, account: KeyRecord['account']) =>
  (moment: number): AccountWorkServices => {
    const realNow = gateway.clock.now()
    const standing = { ...gateway, clock: { now: () => realNow } }
    const record = { ...account, clockOffsetMs: moment - realNow }
    return accountWorkServices(standing, { shard, database }, record, momentWorkLimits)
  }

/** The services of background work for the rows of a whole shard, by real time. */
export const shardWorkServices = (gateway: Gateway, place: ShardContext) => {
  const { clock, ids, limits } = gateway
  const { database, shard } = place
  return {
    clock,
    ids,
    limits,
    rootKeys: rootKeys(gateway),
    erasures: erasureSweepStore({ database }),
    retention: shardRetentionStore({ database }),
    scans: scanStore({ database }),
    figureScans: figureScanStore({ database }),
    vaultKeys: vaultKeySweepStore({ database }),
    webhooks: webhookSweepStore({ database }),
    wakeEndpoints: (webhooks: readonly string[]): Promise<void> =>
      createEndpointsClient(gateway.environment, { shard, account: { endpoints: webhooks } }).wakeAll(),
    findDueJobs: async (jobs: readonly ShardJob[]): Promise<ReadonlySet<ShardJob>> => {
      const now = clock.now()
      return findDueShardJobs({ database }, jobs, {
        now,
        notificationsFrom: now - notificationRetentionMs,
        cardKeysUntil: now - cardKeyLifetimeMs,
        rootVersion: await gateway.accountKeys.newestVersion(),
        ...scannedUntil(now, limits),
        ...figuresUntil(now, limits),
        tokenTimes: tokenTimes(now),
        usageCountedBefore: now - usageCountedEveryMs,
      })
    },
  }
}

export interface ShardWorkServices extends ReturnType<typeof shardWorkServices> {}
