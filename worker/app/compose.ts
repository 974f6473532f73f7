import { databasePatience } from '../domain/timeLimits.ts'
import { createKeeperClient } from '../outcomes/keeperClient.ts'
import { keptTransactions } from '../outcomes/keptTransactions.ts'
import type { Secret } from '#contract/schema/secret'
import { offsetClock } from '../domain/clock.ts'
import type { AccountRouting } from '../domain/connections/connection.ts'
import { noteConnection } from '../domain/connections/health.ts'
import type { Warning } from '../domain/warning.ts'
import { unlimitedCalls } from '../domain/work/callSlots.ts'
import type { CallSlots } from '../domain/work/callSlots.ts'
import { inAccountTime } from '../processors/inAccountTime.ts'
import { cardTrigger } from '../processors/simulator/cards.ts'
import { accountStore } from '../store/accounts/accountStore.ts'
import { apiKeyStore } from '../store/apiKeys/apiKeyStore.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import { auditStore } from '../store/audit/auditStore.ts'
import { batchStore } from '../store/batches/batchStore.ts'
import { checkoutStore } from '../store/checkouts/checkoutStore.ts'
import type { ConnectionRow } from '../store/connections/connectionColumns.ts'
import { connectionStore } from '../store/connections/connectionStore.ts'
import { customerStore } from '../store/customers/customerStore.ts'
import { personalDataStore } from '../store/customers/personalDataStore.ts'
import { walletStore } from '../store/customers/walletStore.ts'
import { acceptanceStore, disputeStore } from '../store/disputes/disputeStore.ts'
import { eventStore } from '../store/events/eventStore.ts'
import { figureStore } from '../store/figures/figureStore.ts'
import { notificationStore } from '../store/notifications/notificationStore.ts'
import { planStore } from '../store/plans/planStore.ts'
import { reconciliationStore } from '../store/reconciliation/reconciliationStore.ts'
import type { IdempotentRequest } from '../store/sql/idempotency.ts'
import type { Owner } from '../store/sql/owner.ts'
import type { StoreScope } from '../store/sql/scope.ts'
import { subscriptionStore } from '../store/subscriptions/subscriptionStore.ts'
import { membersStore } from '../store/team/membersStore.ts'
import { terminalStore } from '../store/terminals/terminalStore.ts'
import { tokenStore } from '../store/tokens/tokenStore.ts'
import { operationStore, resolutionStore } from '../store/transactions/transactionStore.ts'
import { viewStore } from '../store/views/viewStore.ts'
import { webhookStore } from '../store/webhooks/webhookStore.ts'
import { createTerminalsClient } from '../terminals/terminalsClient.ts'
import { createEndpointsClient } from '../webhooks/endpointsClient.ts'
import { connectedProcessor } from './connectedProcessor.ts'
import type { AccountContext, ShardContext } from './context.ts'
import { isLocalConsole } from './env.ts'
import type { Gateway } from './gateway.ts'
import { Meter } from './meter.ts'
import { meteredProcessor } from './meteredProcessor.ts'
import { openAccountProcessors, openSettings, processorPorts } from './openProcessor.ts'
import { receipts } from './receipts.ts'
import { toConnections } from './toConnections.ts'
import { accountVaults } from './vaults.ts'

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

/** Scheme, host and port of the console. Null if there is none. */
const consoleOrigin = ({ consoleHost }: Gateway['environment']): string | null =>
  consoleHost && `${isLocalConsole(consoleHost) ? 'http' : 'https'}://${consoleHost}`

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
    callSlots: context.callSlots,
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
    audit: auditStore(scope),
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
    members: membersStore(scope),
    figures: figureStore(scope),
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
    views: viewStore(scope),
    walletEntries: walletStore(scope),
    webhooks: webhookStore(scope),
    processorHostRules: { allowLocal: gateway.environment.allowLocalProcessors },
    pageOriginRules: { allowLocal: gateway.environment.allowLocalPages },
    consoleOrigin: consoleOrigin(gateway.environment),
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
  }
}

export type AccountServices = ReturnType<typeof accountServices>

/** What the calls of one invocation share. */
export interface Invocation {
  readonly meter: Meter
  readonly callSlots: CallSlots
}

/** The services of an account for background work such as billing. @param by recorded in the audit instead of an API key */
export const backgroundServices = (
  gateway: Gateway,
  place: ShardContext,
  account: KeyRecord['account'],
  by: string,
  { meter, callSlots }: Invocation = { meter: new Meter(), callSlots: unlimitedCalls },
) =>
  accountServices(gateway, {
    ...place,
    account,
    keyId: by,
    requestId: gateway.ids.requestId(),
    cause: null,
    meter,
    callSlots,
    warnings: [],
  })
