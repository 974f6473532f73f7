import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureWidgets } from '../../../worker/cli/build/widgets.ts'
import { describeMachine, parseNumber, withUsage } from '../commandLine.ts'
import { priceList } from '../report/costs.ts'
import { checkOut, thisCheckout } from './checkout.ts'
import { measureGrowth, type Growth } from './measure.ts'
import { bytesTable, costTable, goals, missedGoals, stepTable } from './report.ts'
import { startSubject } from './subject.ts'

const usage = `npm run bench -- --growth [options]
  --count <number>      stored payments for the bytes (default 2000)
  --against <revision>  also measures another revision, built in a temporary worktree
  --json                prints all figures as JSON`

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      growth: { type: 'boolean' },
      json: { type: 'boolean', default: false },
      count: { type: 'string', default: '2000' },
      against: { type: 'string' },
    },
  })
  return { ...values, count: parseNumber(values.count, (value) => Number.isInteger(value) && value >= 100, usage) }
}

/** Prints progress to stderr, separate from the tables. */
const logProgress = (text: string) => console.error(text)

const note = [
  `By Cloudflare's price list as of ${priceList.readOn}, in US dollars, without the quantities that the plan includes.`,
  'Live mode; the processor is the simulator. CPU time is that of the local runtime with its database.',
  'Not included: latency between regions, the compaction of a database, log events, and each further month of storage.',
].join(' ')

/** Measures rows, bytes and costs of payments in this build, and in another revision. */
export const benchGrowth = async (): Promise<void> => {
  const { count, against, json } = withUsage(readOptions, usage)
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-growth-'))
  const cleanup: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })]
  try {
    const checkouts = [thisCheckout]
    if (against !== undefined) {
      logProgress(`Building ${against} …`)
      const other = await checkOut(against)
      cleanup.push(() => other.close())
      checkouts.push(other)
    }
    const all: Growth[] = []
    for (const checkout of checkouts) {
      const subject = await startSubject(checkout, join(folder, checkout.name), cleanup)
      all.push(await measureGrowth(subject, count, logProgress))
    }
    if (json) {
      console.log(JSON.stringify({ machine: describeMachine(), prices: priceList, goals, builds: all }, null, 2))
      return
    }
    console.log(`${describeMachine()}\n\n${stepTable(all)}\n`)
    for (const [nth, { flow, payments }] of all[0]!.lives.entries())
      console.log(
        `${flow}: ${payments.toLocaleString('en')} payments, compacted.\n\n${bytesTable(all, nth)}\n\n${costTable(all, nth)}\n`,
      )
    console.log(`${note}\n`)
    for (const sentence of missedGoals(all[0]!)) console.log(sentence)
  } finally {
    for (const step of cleanup.toReversed()) await step()
  }
}
