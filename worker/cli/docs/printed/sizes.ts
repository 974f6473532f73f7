import budgets from '../../verify/sizes/budgets.json' with { type: 'json' }
import { markdownTable } from './markdownTable.ts'

const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`

/** The recorded sizes of shipped files, with the ceilings that no change may exceed. */
export const shippedSizes = (): string =>
  markdownTable(
    ['What', 'Size', 'Ceiling'],
    Object.entries(budgets.sizes).map(([name, { recorded, ceiling }]) => [
      name,
      kibibytes(recorded),
      kibibytes(ceiling),
    ]),
  )
