import { lanes } from '../../store/work/nextDue.ts'
import type { Lane } from '../../store/work/nextDue.ts'
import { alignColumns } from '../alignColumns.ts'

/** The status of background work as text and as JSON. */

/** The most due rows that are counted of each lane of an account. */
export const mostCountedRows = 10_000
/** Lines of each list. */
export const shownAtMost = 10

type Mode = 'test' | 'live'

/** Due rows of one lane of an account and mode. */
export interface DueLane {
  readonly account: string
  readonly mode: Mode
  readonly lane: Lane
  /** At most `mostCountedRows`. */
  readonly backlog: number
  /** How long the oldest row has waited, by the account's clock. */
  readonly ageMs: number
}

/** How far a scan has read rows in the order of their ids. Times are milliseconds since 1970. */
export interface ScanState {
  /** When the last row was created that it has read. Null if it has read none. */
  readonly readUpTo: number | null
  /** How long the oldest unread row has waited. 0 without one. */
  readonly behindMs: number
}

export interface ShardStatus {
  readonly shard: string
  readonly dueLanes: readonly DueLane[]
  /** Due lanes of accounts beyond those that are counted. */
  readonly lanesNotCounted: number
  /** Payments that need attention. */
  readonly attention: {
    readonly total: number
    /** Those with most of them. */
    readonly accounts: readonly { readonly account: string; readonly mode: Mode; readonly payments: number }[]
  }
  /** Webhooks with undelivered events. */
  readonly webhooks: {
    readonly total: number
    /** Those with the most positions of events after the last that was delivered. */
    readonly most: readonly {
      readonly webhook: string
      readonly account: string
      readonly mode: Mode
      readonly undelivered: number
    }[]
  }
  /** Test clocks that pass through time. Times are milliseconds since 1970. */
  readonly testClocks: {
    readonly total: number
    readonly first: readonly { readonly account: string; readonly moment: number | null; readonly target: number }[]
  }
  readonly scans: { readonly operations: ScanState; readonly holds: ScanState }
  /** When the cron last counted the use of quotas, milliseconds since 1970. Null for never. */
  readonly quotasCounted: number | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A duration in one unit, rounded down. */
export const ageText = (ms: number): string => {
  if (ms < minuteMs) return `${Math.floor(ms / 1000)} s`
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}

const numberText = (count: number): string => count.toLocaleString('en-US')

const counted = (count: number, noun: string): string => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`

const backlogText = (backlog: number, isMore: boolean): string => `${numberText(backlog)}${isMore ? ' or more' : ''}`

const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const isCapped = ({ backlog }: DueLane): boolean => backlog >= mostCountedRows

/** All accounts of one lane and mode. */
interface LaneTotal {
  readonly lane: Lane
  readonly mode: Mode
  readonly accounts: number
  readonly backlog: number
  /** Whether the backlog is larger. */
  readonly isMore: boolean
  readonly ageMs: number
}

const totalsOf = (due: readonly DueLane[]): readonly LaneTotal[] =>
  lanes.flatMap((lane) =>
    (['live', 'test'] as const).flatMap((mode) => {
      const rows = due.filter((row) => row.lane === lane && row.mode === mode)
      if (rows.length === 0) return []
      return {
        lane,
        mode,
        accounts: rows.length,
        backlog: rows.reduce((sum, { backlog }) => sum + backlog, 0),
        isMore: rows.some(isCapped),
        ageMs: Math.max(...rows.map(({ ageMs }) => ageMs)),
      }
    }),
  )

const oldestOf = (due: readonly DueLane[]): readonly DueLane[] =>
  [...due].sort((a, b) => b.ageMs - a.ageMs).slice(0, shownAtMost)

/** The longest wait of due work in live mode and of the scans, which find work of both modes. Null if nothing waits. */
export const longestWaitMs = (shards: readonly ShardStatus[]): number | null => {
  const waits = shards.flatMap(({ dueLanes, scans }) => [
    ...dueLanes.filter(({ mode }) => mode === 'live').map(({ ageMs }) => ageMs),
    ...Object.values(scans).flatMap(({ behindMs }) => (behindMs > 0 ? [behindMs] : [])),
  ])
  return waits.length === 0 ? null : Math.max(...waits)
}

const dueSection = ({ dueLanes, lanesNotCounted }: ShardStatus): readonly string[] => {
  if (dueLanes.length === 0) return ['Nothing is due.']
  const totals = totalsOf(dueLanes).map(({ lane, mode, accounts, backlog, isMore, ageMs }) => [
    lane,
    mode,
    numberText(accounts),
    backlogText(backlog, isMore),
    ageText(ageMs),
  ])
  const oldest = oldestOf(dueLanes).map((row) => [
    row.account,
    row.mode,
    row.lane,
    backlogText(row.backlog, isCapped(row)),
    ageText(row.ageMs),
  ])
  return [
    alignColumns([['lane', 'mode', 'accounts', 'due rows', 'oldest'], ...totals]),
    ...(lanesNotCounted === 0 ? [] : [`${counted(lanesNotCounted, 'more due lane')} of accounts not counted.`]),
    alignColumns([['account', 'mode', 'lane', 'due rows', 'oldest'], ...oldest]),
  ]
}

/** A list with its title, and a note if it is not complete. */
const list = (title: string, total: number, rows: readonly (readonly string[])[], shown: number): readonly string[] =>
  total === 0 ? [] : [`${title}${total > shown ? `, ${shown} of them` : ''}:\n${alignColumns(rows)}`]

const attentionSection = ({ attention: { total, accounts } }: ShardStatus): readonly string[] => {
  const rows = accounts.map(({ account, mode, payments }) => [account, mode, numberText(payments)])
  const listed = accounts.reduce((sum, { payments }) => sum + payments, 0)
  return list(
    `${counted(total, 'payment')} ${total === 1 ? 'needs' : 'need'} attention`,
    total,
    [['account', 'mode', 'payments'], ...rows],
    listed,
  )
}

const webhookSection = ({ webhooks: { total, most } }: ShardStatus): readonly string[] => {
  const rows = most.map(({ webhook, account, mode, undelivered }) => [webhook, account, mode, numberText(undelivered)])
  const title = `${counted(total, 'webhook')} with undelivered events`
  return list(title, total, [['webhook', 'account', 'mode', 'positions'], ...rows], most.length)
}

const clockSection = ({ testClocks: { total, first } }: ShardStatus): readonly string[] => {
  const rows = first.map(({ account, moment, target }) => [
    account,
    moment === null ? '-' : timeText(moment),
    timeText(target),
  ])
  return list(
    `${counted(total, 'test clock')} in progress`,
    total,
    [['account', 'now', 'target'], ...rows],
    first.length,
  )
}

const scanText = (name: string, { readUpTo, behindMs }: ScanState): string => {
  const read = readUpTo === null ? 'nothing read yet' : `read up to ${timeText(readUpTo)}`
  return `${name} ${read}${behindMs > 0 ? `, ${ageText(behindMs)} behind` : ''}`
}

const scanSection = ({ scans, quotasCounted }: ShardStatus, nowMs: number): string => {
  const quotas =
    quotasCounted === null ? 'not counted yet' : `counted ${ageText(Math.max(0, nowMs - quotasCounted))} ago`
  return `Scans: ${scanText('operations', scans.operations)}; ${scanText('holds', scans.holds)}; quotas ${quotas}.`
}

/** @param nowMs real time, milliseconds since 1970 */
export const toText = (status: ShardStatus, nowMs: number): string =>
  [
    `Shard ${status.shard}`,
    ...dueSection(status),
    ...attentionSection(status),
    ...webhookSection(status),
    ...clockSection(status),
    scanSection(status, nowMs),
  ].join('\n\n')

const toSeconds = (ms: number): number => Math.floor(ms / 1000)

const toTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const scanToJson = ({ readUpTo, behindMs }: ScanState) => ({
  readUpTo: toTime(readUpTo),
  behindSeconds: toSeconds(behindMs),
})

const totalToJson = ({ lane, mode, accounts, backlog, isMore, ageMs }: LaneTotal) => ({
  lane,
  mode,
  accounts,
  backlog,
  isMore,
  oldestSeconds: toSeconds(ageMs),
})

const dueLaneToJson = (due: DueLane) => ({
  account: due.account,
  mode: due.mode,
  lane: due.lane,
  backlog: due.backlog,
  isMore: isCapped(due),
  oldestSeconds: toSeconds(due.ageMs),
})

/** The same as one object. Durations are seconds, as in the log lines of background work. @param nowMs real time */
export const toJson = (shards: readonly ShardStatus[], nowMs: number) => {
  const waitMs = longestWaitMs(shards)
  return {
    at: toTime(nowMs),
    longestWaitSeconds: waitMs === null ? null : toSeconds(waitMs),
    shards: shards.map(
      ({ shard, dueLanes, lanesNotCounted, attention, webhooks, testClocks, scans, quotasCounted }) => ({
        shard,
        lanes: totalsOf(dueLanes).map(totalToJson),
        lanesNotCounted,
        oldest: oldestOf(dueLanes).map(dueLaneToJson),
        attention: {
          total: attention.total,
          accounts: attention.accounts.map(({ account, mode, payments }) => ({ account, mode, payments })),
        },
        webhooks: {
          total: webhooks.total,
          most: webhooks.most.map(({ webhook, account, mode, undelivered }) => ({
            webhook,
            account,
            mode,
            undelivered,
          })),
        },
        testClocks: {
          total: testClocks.total,
          first: testClocks.first.map(({ account, moment, target }) => ({
            account,
            now: toTime(moment),
            target: toTime(target),
          })),
        },
        scans: { operations: scanToJson(scans.operations), holds: scanToJson(scans.holds) },
        quotasCounted: toTime(quotasCounted),
      }),
    ),
  }
}
