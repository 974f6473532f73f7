/** The price of a unit in US dollars per million, and the quantity included per month. */
export interface Price {
  readonly perMillion: number
  readonly included: number
}

/**
 * Cloudflare's price list for the Workers Paid plan. Update it with its date; the price of log events changes in
 * December 2026.
 *
 * Workers (requests, CPU time, log events): https://developers.cloudflare.com/workers/platform/pricing/
 * D1: https://developers.cloudflare.com/d1/platform/pricing/
 * Durable Objects: https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
export const priceList = {
  readOn: '2026-11-22',
  /** Base price in dollars per month. */
  plan: 5,
  prices: {
    requests: { perMillion: 0.3, included: 10_000_000 },
    cpuMs: { perMillion: 0.02, included: 30_000_000 },
    logEvents: { perMillion: 0.6, included: 20_000_000 },
    rowsRead: { perMillion: 0.001, included: 25_000_000_000 },
    rowsWritten: { perMillion: 1, included: 50_000_000 },
    objectRequests: { perMillion: 0.15, included: 1_000_000 },
    objectGbSeconds: { perMillion: 12.5, included: 400_000 },
    objectRowsWritten: { perMillion: 1, included: 50_000_000 },
  } satisfies Record<string, Price>,
  /** D1, per gigabyte and month. */
  storage: { perGb: 0.75, includedGb: 5 },
} as const

export type Item = keyof typeof priceList.prices

/** Quantities used. */
export type Usage = Readonly<Record<Item, number>>

export const items: Readonly<Record<Item, string>> = {
  requests: 'Requests to the worker',
  cpuMs: 'CPU time, ms (an upper bound)',
  logEvents: 'Log events',
  rowsRead: 'D1 rows read',
  rowsWritten: 'D1 rows written',
  objectRequests: 'Durable Object requests',
  objectGbSeconds: 'Durable Object time, GB-s',
  objectRowsWritten: 'Durable Object rows written',
}

/** The memory that each Durable Object is billed for. */
const objectGb = 0.128
/** WebSocket messages billed as one request. */
const messagesPerRequest = 20

/** Counters of one request. */
export interface RequestCounts {
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly objectCalls: number
  readonly objectMessages: number
  readonly objectMs: number
  readonly objectRowsWritten: number
  readonly logged: number
  readonly cpuMs: number
}

/** Converts counters to billed units. Each request is one log event in addition to the worker’s log lines. */
export const toUsage = (counted: RequestCounts): Usage => ({
  requests: 1,
  cpuMs: counted.cpuMs,
  logEvents: 1 + counted.logged,
  rowsRead: counted.rowsRead,
  rowsWritten: counted.rowsWritten,
  objectRequests: counted.objectCalls + counted.objectMessages / messagesPerRequest,
  objectGbSeconds: (counted.objectMs / 1000) * objectGb,
  objectRowsWritten: counted.objectRowsWritten,
})

const each = (work: (item: Item) => number): Usage =>
  Object.fromEntries((Object.keys(items) as Item[]).map((item) => [item, work(item)])) as Record<Item, number>

/** The sum of usages, each multiplied. */
export const sumUsage = (...parts: readonly (readonly [times: number, usage: Usage])[]): Usage =>
  each((item) => parts.reduce((sum, [times, usage]) => sum + times * usage[item], 0))

export interface Line {
  readonly item: Item
  readonly quantity: number
  /** Dollars at list price. */
  readonly listed: number
  /** Dollars beyond the included quantity, without other usage in the month. */
  readonly billed: number
}

export interface Bill {
  readonly lines: readonly Line[]
  readonly listed: number
  /** Includes the plan’s base price. */
  readonly billed: number
}

const million = 1_000_000

/** The bill of a month. */
export const toBill = (usage: Usage): Bill => {
  const lines = (Object.keys(items) as Item[]).map((item): Line => {
    const { perMillion, included } = priceList.prices[item]
    const quantity = usage[item]
    return {
      item,
      quantity,
      listed: (quantity / million) * perMillion,
      billed: (Math.max(0, quantity - included) / million) * perMillion,
    }
  })
  const total = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  return { lines, listed: total(({ listed }) => listed), billed: priceList.plan + total(({ billed }) => billed) }
}

/** The list price of storing bytes in D1 for a month. */
export const storageCost = (bytes: number): number => (bytes / 1e9) * priceList.storage.perGb
