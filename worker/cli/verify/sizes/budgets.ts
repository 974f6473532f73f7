/** The size budget of a shipped file, in bytes. */
export interface Budget {
  /** The recorded size. */
  readonly recorded: number
  /** The hard limit, which no recording may exceed. */
  readonly ceiling: number
}

/** worker/cli/verify/sizes/budgets.json. */
export interface Budgets {
  /** Allowed growth over the recorded size: 0.03 is 3 %. */
  readonly headroom: number
  readonly sizes: Readonly<Record<string, Budget>>
}

/** Bytes by the names in budgets.json. */
export type Sizes = Readonly<Record<string, number>>

const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`

export const allowed = ({ recorded, ceiling }: Budget, headroom: number): number =>
  Math.min(Math.floor(recorded * (1 + headroom)), ceiling)

/** One line per size with its limits. */
export const sizeTable = (sizes: Sizes, { headroom, sizes: budgets }: Budgets): string[] =>
  Object.entries(sizes).map(
    ([name, size]) =>
      `${name}: ${bytes(size)}` + (budgets[name] ? ` of ${bytes(allowed(budgets[name], headroom))}` : ''),
  )

/** Sizes without a budget or above it; an empty list if all are within. */
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

/** Budgets with the measured sizes as recorded ones. The ceilings stay. @throws Error for a size above its ceiling */
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
