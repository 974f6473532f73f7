import type { Capabilities } from '../../processors/processor.ts'
import type { Account } from '../accounts/account.ts'
import type { SettlementReportStore } from '../../store/settlementReports/settlementReportStore.ts'
import type { ReadIntervals, ReportReading, SettlementReport } from '../../store/settlementReports/settlementReports.ts'
import type { Clock } from '../clock.ts'
import { requestReport } from '../transactions/callProcessor.ts'
import type { ConnectionReference, RequestReportNeeds } from '../transactions/callProcessor.ts'
import type { Budget } from '../work/budget.ts'
import { workThrough } from '../work/workThrough.ts'
import { idsIn, shownOperations } from './shown.ts'

interface Needs extends RequestReportNeeds {
  readonly account: Pick<Account, 'id'>
  readonly budget: Budget
  readonly clock: Clock
  /** Real time, without the account's test clock. */
  readonly realClock: Clock
  readonly processor: RequestReportNeeds['processor'] & {
    capabilities(of: ConnectionReference): Promise<Capabilities | null>
    /** Whether its reports have the times of the account's clock, and not real time. */
    hasAccountTime(of: ConnectionReference): Promise<boolean>
  }
  readonly settlementReports: SettlementReportStore
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A report is read every half hour while a capture or credit of the last three days awaits it: processors settle at night, and after a weekend.
 * Afterwards, and for returns, it is read every six hours.
 */
export const readIntervals: ReadIntervals = { soonMs: 30 * minute, recentMs: 3 * day, laterMs: 6 * hour }

/** How long after its settlement a bank debit is watched: a bank returns an unauthorized one within 60 days. */
export const returnsMs = 60 * day

/** Of the page that a run reads: as long as the call of the processor and the writes may take. */
const leaseMs = 2 * minute

/** How far the clocks of both sides may be apart. */
const marginMs = 5 * minute

/** In a shorter span nothing has settled. A test clock passes many due times within a moment of real time. */
const shortestSpanMs = minute

/** A read that does not end is begun again: its cursor may be too old for the processor. */
const longestReadMs = day

type Result = 'read' | 'unreadable' | 'settledByGateway'

/**
 * Reads the reports of processors that settle: a page of each due report, as often as the budget allows. What they show as settled is left for
 * the next batch, and what they show as returned is returned.
 */
export const readSettlementReports = async (needs: Needs) => {
  const { budget, clock, settlementReports } = needs
  const results = await workThrough(
    (limit) => settlementReports.claimDue({ nowMs: clock.now(), leaseUntil: clock.now() + leaseMs, limit }),
    (report) => readPage(report, needs),
    budget,
  )
  return {
    reportPagesRead: results.get('read') ?? 0,
    reportsUnreadable: results.get('unreadable') ?? 0,
    reportsEnded: results.get('settledByGateway') ?? 0,
  }
}

/** Reads the next page of a report and applies it: one call of the processor, and three round trips or four. */
const readPage = async (report: SettlementReport, needs: Needs): Promise<Result> => {
  const { account, clock, processor, settlementReports } = needs
  const of: ConnectionReference = { account: account.id, connection: report.connection }
  const can = await processor.capabilities(of)
  if (can?.settles === 'byGateway') {
    await settlementReports.settleWithoutReport(report, clock.now())
    return 'settledByGateway'
  }
  const reading = can === null ? null : (report.reading ?? (await beginReading(report, can, of, needs)))
  if (reading === 'nothing') {
    const ended = { read: null, intervals: readIntervals }
    await settlementReports.applyPage(report, { settled: [], returned: [] }, ended, timesOf(needs))
    return 'read'
  }
  const page = reading === null ? 'unknown' : await requestReport(of, reading.span, reading.page ?? undefined, needs)
  if (page === 'unknown' || page === 'notSupported' || reading === null) {
    const restart = reading !== null && clock.now() - reading.began >= longestReadMs
    await settlementReports.postpone(report, clock.now() + readIntervals.soonMs, { restart })
    return 'unreadable'
  }
  const ids = idsIn(page.operations)
  const now = clock.now()
  const { operations } = await settlementReports.findRows(ids, { updatedAfter: now, pendingAfter: now }, ids)
  await settlementReports.applyPage(
    report,
    shownOperations(page.operations, operations, report.connection),
    page.next === null
      ? { read: { readUntil: reading.span.to, readAt: reading.began }, intervals: readIntervals }
      : { next: { ...reading, page: page.next } },
    timesOf(needs),
  )
  return 'read'
}

const timesOf = ({ clock }: Needs) => ({ at: clock.now(), returnsUntil: clock.now() + returnsMs })

/**
 * The span of a new read: from the end of the last one, or from the oldest operation that was approved since. The overlap is as long as the
 * processor may show a change late. `nothing` if the span is empty.
 */
const beginReading = async (
  { connection, readUntil, readAt }: SettlementReport,
  { visibleAfterMs }: Capabilities,
  of: ConnectionReference,
  { clock, realClock, processor, settlementReports }: Needs,
): Promise<ReportReading | 'nothing'> => {
  const began = clock.now()
  const hasAccountTime = await processor.hasAccountTime(of)
  const to = hasAccountTime ? began : realClock.now()
  // A test clock that was set back has operations from before the last read.
  const isBehind = readUntil !== null && to < readUntil
  const last = isBehind ? null : readUntil
  if (last !== null && to - last < shortestSpanMs) return 'nothing'
  const oldest = await settlementReports.findOldestAwaiting(connection, isBehind ? 0 : (readAt ?? 0))
  const begins = [
    ...(last === null ? [] : [last - visibleAfterMs]),
    ...(oldest === null ? [] : [hasAccountTime ? oldest.created : oldest.realTime]),
  ]
  return begins.length === 0 ? 'nothing' : { span: { from: Math.min(...begins) - marginMs, to }, page: null, began }
}
