import { markdownTable } from './markdownTable.ts'
import { measureRound, warmUpSeconds, type Round } from '../load/measure.ts'
import { median } from '../statistics.ts'
import { countRequest, type PerRequest } from '../load/perRequest.ts'
import { sharesOf, showSpread } from './report.ts'
import { rows, type Row, type RowName, type Scene } from '../load/rows.ts'

/** A gateway in a comparison: its rounds, and what one request asks of the platform. */
export interface Side {
  readonly rounds: readonly Round[]
  readonly perRequest: PerRequest
}

export interface Comparison {
  readonly row: RowName
  readonly here: Side
  readonly there: Side
}

/** Two gateways in turns. Each begins every second round, so that neither is always the one that follows. */
export const compareRow = async (
  name: RowName,
  { here, there, rounds, seconds }: { here: Scene; there: Scene; rounds: number; seconds: number },
): Promise<Comparison> => {
  const row: Row = rows[name]
  const sides = [here, there].map((scene) => ({ scene, rounds: [] as Round[] }))
  const load = async (scene: Scene, lasts: number) => measureRound(scene.server, await row.ready(scene, lasts), lasts)
  for (const { scene } of sides) await load(scene, warmUpSeconds)
  for (let nth = 0; nth < rounds; nth++)
    for (const side of nth % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await load(side.scene, seconds))
  const [ours, theirs] = await Promise.all(
    sides.map(async ({ scene, rounds }) => ({
      rounds,
      perRequest: await countRequest(scene.server, await row.ready(scene, warmUpSeconds)),
    })),
  )
  return { row: name, here: ours!, there: theirs! }
}

/** All rounds of several comparisons of one row. What a request asks of the platform is the same in each. */
export const joinComparisons = (comparisons: readonly Comparison[]): Comparison => {
  const sideOf = (which: 'here' | 'there'): Side => ({
    rounds: comparisons.flatMap((one) => one[which].rounds),
    perRequest: comparisons[0]![which].perRequest,
  })
  return { row: comparisons[0]!.row, here: sideOf('here'), there: sideOf('there') }
}

const rateOf = ({ rounds }: Side): string =>
  Math.round(median(rounds.map(({ perSecond }) => perSecond))).toLocaleString('en')

/** Null where the system does not tell CPU times. */
const cpuShareOf = (here: Side, there: Side): string => {
  const shares = here.rounds.flatMap(({ cpuMs }, nth) => {
    const other = there.rounds[nth]!.cpuMs
    return cpuMs === null || other === null ? [] : [cpuMs / other]
  })
  return shares.length === 0 ? 'unknown' : median(shares).toFixed(3)
}

export const comparisonTable = (comparisons: readonly Comparison[]): string =>
  markdownTable(
    [
      'Request',
      'Per second here',
      'There',
      'Here of there',
      'CPU time here of there',
      'D1 round trips',
      'Statements',
      'Rows read',
      'Rows written',
    ],
    comparisons.map(({ row, here, there }) => {
      const both = (what: 'trips' | 'statements' | 'rowsRead' | 'rowsWritten') =>
        `${here.perRequest[what]} / ${there.perRequest[what]}`
      return [
        row,
        rateOf(here),
        rateOf(there),
        showSpread(sharesOf(here.rounds, there.rounds), 3),
        cpuShareOf(here, there),
        both('trips'),
        both('statements'),
        both('rowsRead'),
        both('rowsWritten'),
      ]
    }),
  )
