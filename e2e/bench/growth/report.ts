import { priceList, storageCost, type Item } from '../report/costs.ts'
import { markdownTable } from '../report/markdownTable.ts'
import type { PerRequest } from '../load/perRequest.ts'
import type { Growth, Life, MeasuredFlow } from './measure.ts'

const million = 1_000_000
const dollars = (value: number): string => `$${value.toFixed(2)}`
const rounded = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))

/** The sum of a counter over the steps of a flow. */
export const sumOf = ({ steps }: MeasuredFlow, name: keyof PerRequest): number =>
  steps.reduce((sum, { counts }) => sum + counts[name], 0)

export interface CostLine {
  readonly name: string
  /** Units of one payment. */
  readonly quantity: number
  /** Dollars of a million payments at list price. */
  readonly listed: number
}

const line = (name: string, item: Item, quantity: number): CostLine => ({
  name,
  quantity,
  listed: quantity * priceList.prices[item].perMillion,
})

/** What a million payments of a flow cost, with all sweeps and their first month in the database. */
export const costLines = (flow: MeasuredFlow, life: Life): readonly CostLine[] => [
  line('Requests to the worker', 'requests', flow.steps.length),
  line('CPU time, ms (an upper bound)', 'cpuMs', life.cpuMs ?? 0),
  line('D1 rows written by the requests', 'rowsWritten', sumOf(flow, 'rowsWritten')),
  ...life.swept.map(({ name, rowsWritten }) => line(`D1 rows written: ${name}`, 'rowsWritten', rowsWritten)),
  line(
    'D1 rows read',
    'rowsRead',
    sumOf(flow, 'rowsRead') + life.swept.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
  ),
  line('Durable Object requests', 'objectRequests', sumOf(flow, 'objectCalls')),
  {
    name: `Stored for the first month, KB, at $${priceList.storage.perGb} a GB`,
    quantity: life.firstMonth / 1_000,
    listed: storageCost(life.firstMonth * million),
  },
]

export const totalCost = (lines: readonly CostLine[]): number => lines.reduce((sum, { listed }) => sum + listed, 0)

/** A column for each build. */
const builds = (all: readonly Growth[]): string[] => all.map(({ name }) => name)

/** Rows and round trips of each step. */
export const stepTable = (all: readonly Growth[]): string => {
  const names = ['rowsWritten', 'rowsRead', 'trips'] as const
  const titles = ['Rows written', 'Rows read', 'Round trips']
  const cells = (of: (flow: MeasuredFlow, name: (typeof names)[number]) => number, nth: number) =>
    names.flatMap((name) => all.map(({ flows }) => rounded(of(flows[nth]!, name))))
  return markdownTable(
    ['Flow and step'].concat(titles.flatMap((title) => builds(all).map((build) => `${title}, ${build}`))),
    all[0]!.flows.flatMap((flow, nth) => {
      const steps = flow.steps.map(({ step }, at) =>
        [`- ${step}`].concat(cells(({ steps }, name) => steps[at]!.counts[name], nth)),
      )
      return [[flow.flow].concat(cells(sumOf, nth))].concat(steps)
    }),
  )
}

/** Bytes per payment by table and index, in its first month and afterwards. */
export const bytesTable = (all: readonly Growth[], nth: number): string => {
  const known = all.map(({ lives }) => new Map(lives[nth]!.tables.map((table) => [table.name, table])))
  const names = [...new Set(all.flatMap(({ lives }) => lives[nth]!.tables.map(({ name }) => name)))]
  const columns = ['firstMonth', 'afterwards'] as const
  const row = (title: string, of: (build: number, column: (typeof columns)[number]) => number) =>
    [title].concat(
      columns.flatMap((column) => all.map((_, build) => Math.round(of(build, column)).toLocaleString('en'))),
    )
  return markdownTable(
    ['Bytes'].concat(
      ['First month', 'Afterwards'].flatMap((title) => builds(all).map((build) => `${title}, ${build}`)),
    ),
    [
      row('Total', (build, column) => all[build]!.lives[nth]![column]),
      ...names.map((name) => row(name, (build, column) => known[build]!.get(name)?.[column] ?? 0)),
    ],
  )
}

/** The cost of a million payments at list price. */
export const costTable = (all: readonly Growth[], nth: number): string => {
  const columns = all.map(({ flows, lives }) => costLines(flows[nth]!, lives[nth]!))
  return markdownTable(
    ['A million'].concat(builds(all).flatMap((build) => [`Per payment, ${build}`, 'Listed'])),
    columns[0]!
      .map(({ name }, at) =>
        [name].concat(columns.flatMap((lines) => [rounded(lines[at]!.quantity), dollars(lines[at]!.listed)])),
      )
      .concat([['Total'].concat(columns.flatMap((lines) => ['', dollars(totalCost(lines))]))]),
  )
}

/** Rows written for a payment, bytes kept and dollars a million. */
export const goals = { rows: [18, 24], firstMonth: 3_500, afterwards: 1_000, dollars: 25 } as const

/** The missed goals of a build, each in a sentence. */
export const missedGoals = ({ name, flows, lives }: Growth): readonly string[] => {
  const missed = (what: string, value: number, goal: number): string[] =>
    value <= goal ? [] : [`${name}: ${what}: ${rounded(value)}, goal ${goal}.`]
  return [
    ...goals.rows.flatMap((goal, nth) =>
      missed(`${flows[nth]!.flow}, rows written`, sumOf(flows[nth]!, 'rowsWritten'), goal),
    ),
    ...lives.flatMap(({ flow, firstMonth }) =>
      missed(`${flow}, bytes in the first month`, firstMonth, goals.firstMonth),
    ),
    ...missed(`${flows[0]!.flow}, bytes afterwards`, lives[0]!.afterwards, goals.afterwards),
    ...missed('dollars a million', totalCost(costLines(flows[0]!, lives[0]!)), goals.dollars),
  ]
}
