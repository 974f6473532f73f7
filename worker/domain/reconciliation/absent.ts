import { maxSearched } from '#contract/connections/reconciliationPosition'
import type { ReconciliationPosition } from '#contract/connections/reconciliationPosition'
import type { ReportSpan, SentModification } from '../../processors/processor.ts'
import type { ComparedOperation, IdSpan, SentOperations } from '../../store/reconciliation/comparedRows.ts'
import type { ReconciliationStore } from '../../store/reconciliation/reconciliationStore.ts'
import { firstTransactionIdOf } from '../ids.ts'
import { requestLookup } from '../transactions/callProcessor.ts'
import type { RequestLookupNeeds } from '../transactions/callProcessor.ts'
import { isVisibleAt } from '../transactions/recovery/findOutcome.ts'
import { mustBeThere } from './compare.ts'
import { readReport } from './run.ts'
import type { Pass, ReadPageNeeds, Run, Step } from './run.ts'
import { toMissingThere } from './toApi.ts'
import { isShown } from './unnamed.ts'

/** How far apart the clocks of both sides may be. */
const marginMs = 5 * 60_000

/** The most pages of the report that one request reads in this pass. */
const pagesPerRequest = 5

export interface FindAbsentNeeds extends ReadPageNeeds, RequestLookupNeeds {
  readonly limits: ReadPageNeeds['limits'] & RequestLookupNeeds['limits']
  readonly processor: ReadPageNeeds['processor'] & RequestLookupNeeds['processor']
  readonly reconciliations: ReadPageNeeds['reconciliations'] & Pick<ReconciliationStore, 'listSent'>
}

/**
 * The last pass: operations of the gateway that the processor does not have. It reads the report around a group of them. An operation that is
 * not in it is looked up, or searched alone from its beginning to its latest change: it may have been sent again much later.
 */
export const absentPage: Pass<FindAbsentNeeds> = async (position, run, needs) => {
  const { reconciliations } = needs
  const isNew = position.unseen.length === 0
  const span = {
    after: Math.max(position.after, firstTransactionIdOf(run.span.from) - 1),
    before: firstTransactionIdOf(run.span.to),
  }
  const group = isNew ? await nextSent(run, span, reconciliations) : null
  const unseen = group?.ids ?? position.unseen
  if (group !== null && group.ids.length === 0)
    return { ...nothing, next: group.after === null ? null : { ...position, after: group.after } }
  const searched = await findSearched(position.alone ? unseen.slice(0, 1) : unseen, run, needs)
  const compared = isNew ? unseen.length : 0
  const after = group === null ? position.after : (group.after ?? span.before)
  const step = await search(searched, { ...position, after, unseen: [...unseen] }, run, needs)
  return { ...step, compared }
}

/** The most parts of the shard's operations that one request examines. */
const partsPerRequest = 5

/** The next group of the connection's operations. */
const nextSent = async (
  run: Run,
  span: IdSpan,
  reconciliations: FindAbsentNeeds['reconciliations'],
): Promise<SentOperations> => {
  let after: number | null = span.after
  for (let part = 1; part <= partsPerRequest; part++) {
    const sent: SentOperations = await reconciliations.listSent(run.connection, { ...span, after }, maxSearched)
    after = sent.after
    if (sent.ids.length > 0 || after === null) return sent
  }
  return { ids: [], after }
}

const nothing = { compared: 0, differences: [], repairs: [] } as const satisfies Omit<Step, 'next'>

/** The operations that must be at the processor by now, oldest first. */
const findSearched = async (
  ids: readonly number[],
  { can }: Run,
  { clock, limits, reconciliations }: FindAbsentNeeds,
): Promise<ComparedOperation[]> => {
  const now = clock.now()
  const { operations } = await reconciliations.findRows(ids, {
    updatedAfter: now,
    pendingAfter: now - limits.abandonAfterMs,
  })
  return [...operations.values()]
    .filter((ours) => !ours.isChanging && mustBeThere(ours))
    .filter(({ operation: { processorRef: ref } }) => ref !== null && isVisibleAt(now, ref, can, limits))
    .toSorted((one, other) => one.operation.id - other.operation.id)
}

/** From the creation of the first to the creation of the last, or to the latest change of the payment of one alone. */
const spanOf = (searched: readonly ComparedOperation[], alone: boolean): ReportSpan => {
  const created = searched.map(({ operation }) => operation.created)
  const [first] = searched
  return alone
    ? { from: first!.operation.created - marginMs, to: first!.payment.updated + marginMs }
    : { from: Math.min(...created) - marginMs, to: Math.max(...created) + marginMs }
}

const search = async (
  searched: readonly ComparedOperation[],
  position: ReconciliationPosition,
  run: Run,
  needs: FindAbsentNeeds,
): Promise<Step> => {
  const rest = position.alone ? position.unseen.slice(1) : []
  if (searched.length === 0) return { ...nothing, next: nextGroup(position, rest) }
  // All pages of one report have one span.
  const around = position.around ?? spanOf(searched, position.alone)
  const left = new Map(searched.map((ours) => [ours.operation.id, ours]))
  let { page } = position
  for (let read = 0; read < pagesPerRequest && left.size > 0; read++) {
    const report = await readReport(run, around, page, needs)
    for (const [id, ours] of left) if (report.operations.some((theirs) => isShown(ours, theirs))) left.delete(id)
    page = report.next
    if (page === null) return conclude([...left.values()], position, run, needs)
  }
  const unseen = [...left.keys(), ...rest]
  return { ...nothing, next: left.size === 0 ? nextGroup(position, rest) : { ...position, unseen, page, around } }
}

/** @param unseen operations to search alone, before the next group */
const nextGroup = (position: ReconciliationPosition, unseen: readonly number[]): ReconciliationPosition => ({
  ...position,
  page: null,
  around: null,
  unseen: [...unseen],
  alone: unseen.length > 0,
})

/** With our reference of its original: the processor's may be lost here. */
const toSentModification = ({ operation, payment }: ComparedOperation): SentModification | undefined => {
  const { id, type, target, processorRef } = operation
  if (id === payment.id || processorRef === null || (type !== 'capture' && type !== 'void' && type !== 'credit'))
    return undefined
  const { raw: _, ...ours } = processorRef
  return { type, original: { ...ours, op: String(target ?? payment.id) } }
}

/** The report has ended. What it has not shown is looked up; without a look-up each is searched alone, one after the other. */
const conclude = async (
  left: readonly ComparedOperation[],
  position: ReconciliationPosition,
  run: Run,
  needs: FindAbsentNeeds,
): Promise<Step> => {
  if (position.alone) {
    return { ...nothing, differences: left.map(toMissingThere), next: nextGroup(position, position.unseen.slice(1)) }
  }
  const absent: ComparedOperation[] = []
  const unseen: number[] = []
  for (const ours of left) {
    const ref = ours.operation.processorRef!
    const isFindable = run.can.finds === 'byOurReference' || (run.can.finds === 'byTheirs' && ref.raw !== undefined)
    if (!isFindable) unseen.push(ours.operation.id)
    else {
      const found = await requestLookup(ref, toSentModification(ours), needs)
      if (found === 'notFound' || found.result === 'declined') absent.push(ours)
    }
  }
  return { ...nothing, differences: absent.map(toMissingThere), next: nextGroup(position, unseen) }
}
