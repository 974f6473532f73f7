import type { RepairKind } from '#contract/connections/reconciliation'
import { readFacingPage } from './run.ts'
import type { Facing } from './facing.ts'
import type { Pass, ReadPageNeeds, Run } from './run.ts'
import { toDifference } from './toApi.ts'

/** The third pass: compares a page and returns what differs. After repairs these are the differences that are left. */
export const comparePage: Pass<ReadPageNeeds> = async (position, run, needs) => {
  const page = await readFacingPage(position, run, needs)
  const differences = page.operations.flatMap((facing) =>
    facing.finding === null ? [] : [toDifference(facing, { ...facing.finding, repair: repairOf(facing, run) })],
  )
  return {
    compared: page.operations.length,
    differences,
    repairs: [],
    next:
      page.next === null
        ? { ...position, pass: 'absent', page: null, skip: 0, settled: [] }
        : { ...position, page: page.next, skip: 0 },
  }
}

/** An operation that the repairs before have not recorded is not allowed by the state of its payment. */
const repairOf = ({ finding, ours }: Facing, { repairs }: Run): RepairKind =>
  repairs && ours === null && finding?.repair === 'record' ? 'none' : (finding?.repair ?? 'none')
