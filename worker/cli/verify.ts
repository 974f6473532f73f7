import { stripVTControlCharacters } from 'node:util'
import { everyChange, longToo, type Check, type Plan } from './checks.ts'
import { repository } from './repository.ts'
import type { Failure, Tally } from './reports.ts'

const mostLinesOfAFailure = 60

const runCheck = async ({ name, run }: Check): Promise<Tally> => {
  const began = performance.now()
  const tally = await run().catch((error: Error): Tally => ({
    passed: 0,
    failures: [{ title: name, detail: error.stack ?? error.message }],
  }))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const counts = `${tally.passed} passed${tally.failures.length > 0 ? `, ${tally.failures.length} FAILED` : ''}`
  console.log(`${tally.failures.length > 0 ? '✗' : '✓'} ${name}: ${counts} (${seconds} s)`)
  return tally
}

const runLane = async (lane: readonly Check[]): Promise<Tally[]> => {
  const tallies: Tally[] = []
  for (const check of lane) tallies.push(await runCheck(check))
  return tallies
}

const runPlan = async (plan: Plan): Promise<Tally> => {
  const tallies: Tally[] = []
  for (const stage of plan) tallies.push(...(await Promise.all(stage.map(runLane))).flat(2))
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    notRun: tallies.flatMap(({ notRun = [] }) => notRun),
  }
}

const printFailures = (failures: readonly Failure[]): void => {
  for (const alike of Map.groupBy(failures, ({ detail }) => detail).values()) {
    const titles = alike.map(({ title }) => title.replace(repository, ''))
    printFailure({ title: titles.join('\n✗ '), detail: alike[0]?.detail ?? '' })
  }
}

const printFailure = ({ title, detail }: Failure): void => {
  const lines = stripVTControlCharacters(detail).trimEnd().split('\n')
  const shown = lines.slice(0, mostLinesOfAFailure)
  if (lines.length > shown.length) shown.push(`… and ${lines.length - shown.length} more lines`)
  console.log(`\n✗ ${title}\n${shown.map((line) => `    ${line}`).join('\n')}`)
}

const isLong = process.argv.includes('--long')
const began = performance.now()
const { passed, failures, notRun = [] } = await runPlan(isLong ? longToo : everyChange)
printFailures(failures)
console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s.`)
for (const reason of notRun) console.log(`NOT RUN: ${reason}`)
console.log(`${passed} passed, ${failures.length} failed${notRun.length > 0 ? `, ${notRun.length} not run` : ''}`)
process.exitCode = failures.length > 0 ? 1 : 0
