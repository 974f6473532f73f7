/** What one file that ships may weigh, in bytes. */
export interface Budget {
  /** What it weighed when somebody last decided on it. */
  readonly recorded: number
  /** What it may never weigh, whoever records it. */
  readonly ceiling: number
}

/** worker/cli/verify/sizes/budgets.json. */
export interface Budgets {
  /** How much more than recorded a change may weigh without a decision: 0.03 is 3 %. */
  readonly headroom: number
  readonly sizes: Readonly<Record<string, Budget>>
}

/** Bytes by the names in budgets.json. */
export type Sizes = Readonly<Record<string, number>>

const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`

export const allowed = ({ recorded, ceiling }: Budget, headroom: number): number =>
  Math.min(Math.floor(recorded * (1 + headroom)), ceiling)

/** One line a size, with what it may be. */
export const sizeTable = (sizes: Sizes, { headroom, sizes: budgets }: Budgets): string[] =>
  Object.entries(sizes).map(
    ([name, size]) =>
      `${name}: ${bytes(size)}` + (budgets[name] ? ` of ${bytes(allowed(budgets[name], headroom))}` : ''),
  )

/** What is wrong with these sizes: an empty list where each has a budget and keeps it. */
export const sizeFaults = (sizes: Sizes, { headroom, sizes: budgets }: Budgets): string[] => [
  ...Object.keys(budgets)
    .filter((name) => sizes[name] === undefined)
    .map((name) => `${name} was not measured.`),
  ...Object.entries(sizes).flatMap(([name, size]) => {
    const budget = budgets[name]
    if (budget === undefined) return [`${name} has no budget in worker/cli/verify/sizes/budgets.json.`]
    if (size > budget.ceiling) return [`${name} weighs ${bytes(size)}, above its ceiling of ${bytes(budget.ceiling)}.`]
    if (size > allowed(budget, headroom))
      return [
        `${name} weighs ${bytes(size)}, more than the ${bytes(budget.recorded)} recorded and the headroom. Make it smaller, or record it: npm run budgets -- --record`,
      ]
    return []
  }),
]

/** The budgets with what is measured now as recorded. The ceilings stay. @throws Error for a size above its ceiling */
export const recordSizes = (sizes: Sizes, { headroom, sizes: budgets }: Budgets): Budgets => ({
  headroom,
  sizes: Object.fromEntries(
    Object.entries(budgets).map(([name, { recorded, ceiling }]) => {
      const size = sizes[name] ?? recorded
      if (size > ceiling) throw new Error(`${name} weighs ${bytes(size)}, above its ceiling of ${bytes(ceiling)}.`)
      return [name, { recorded: size, ceiling }]
    }),
  ),
})
