import { roundTrips as counts } from '../../../routes/roundTrips.fixtures.ts'
import budgets from '../../verify/sizes/budgets.json' with { type: 'json' }
import { code, markdownTable } from './markdownTable.ts'

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

/** The database round trips of operations, as their test counts them. */
export const roundTrips = (): string =>
  markdownTable(
    ['Request', 'Test mode', 'Live mode, known key'],
    counts.map(([name, uncached, cached]) => [
      /^(GET|POST) /.test(name) ? code(name) : name,
      String(uncached),
      String(cached),
    ]),
  )
