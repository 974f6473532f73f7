/** What one account may keep in one mode, so that no account fills the database that it shares with others. */
interface Quota {
  /** In the reference. */
  readonly text: string
  readonly test: number
  readonly live: number
}

/**
 * The default quotas by name. The operator changes those of an account with its setting `quotas`; accounts of the rate tier `unlimited`, for
 * benchmarks and fuzz tests, have none.
 *
 * Triggers of the database keep what is used (`worker/store/migrations/0017_usage.sql`): a new quota needs its triggers. The sweep adds payments
 * and their orders, and counts tokens and idempotency keys (`worker/store/accounts/usage.ts`): a trigger would cost each of them a row.
 * The positions of events count them.
 */
export const quotas = {
  customers: { text: 'Customers that are not deleted', test: 10_000, live: 1_000_000 },
  walletEntries: { text: 'Stored payment methods that are not deleted', test: 20_000, live: 2_000_000 },
  plans: { text: 'Plans that are not deleted', test: 1_000, live: 10_000 },
  subscriptions: {
    text: 'Subscriptions that are neither completed nor canceled',
    test: 10_000,
    live: 1_000_000,
  },
  terminals: { text: 'Terminals that are not deleted', test: 500, live: 10_000 },
  checkouts: { text: 'Open checkouts', test: 10_000, live: 1_000_000 },
  tokens: { text: 'Tokens that are neither used nor expired', test: 20_000, live: 1_000_000 },
  apiKeys: { text: 'API keys that are not revoked', test: 500, live: 1_000 },
  payments: { text: 'Payments and unreferenced credits', test: 250_000, live: 10_000_000 },
  events: { text: 'Events of the last 30 days', test: 500_000, live: 25_000_000 },
  idempotencyKeys: { text: 'Idempotency keys of the last 24 hours', test: 250_000, live: 10_000_000 },
  bytes: {
    text: 'Bytes of orders of payments, of offers of checkouts, and of metadata and addresses of customers',
    test: 250_000_000,
    live: 2_000_000_000,
  },
} as const satisfies Readonly<Record<string, Quota>>

export type QuotaName = keyof typeof quotas
export const quotaNames = Object.keys(quotas) as readonly QuotaName[]

/** What an account uses of each quota in one mode. An absent one is not used. */
export type Usage = Partial<Record<QuotaName, number>>

/** From this part of a quota on, the log has a warning. */
export const quotaWarningRatio = 0.8
