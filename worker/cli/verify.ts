import { stripVTControlCharacters } from 'node:util'
import { everyChange, longToo, type Check, type Plan } from './checks.ts'
import { repository } from './repository.ts'
import type { Failure, Tally } from './reports.ts'
import { lookAgain, type Looked } from './secondLook.ts'

const mostLinesOfAFailure = 60

type Ran = { check: Check; tally: Tally }

const runCheck = async (check: Check): Promise<Ran> => {
  const { name, run } = check
  const began = performance.now()
  const tally = await run().catch((error: Error): Tally => ({
    passed: 0,
    failures: [{ title: name, detail: error.stack ?? error.message }],
  }))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const counts = `${tally.passed} passed${tally.failures.length > 0 ? `, ${tally.failures.length} FAILED` : ''}`
  console.log(`${tally.failures.length > 0 ? '✗' : '✓'} ${name}: ${counts} (${seconds} s)`)
  return { check, tally }
}

const runLane = async (lane: readonly Check[]): Promise<Ran[]> => {
  const ran: Ran[] = []
  for (const check of lane) ran.push(await runCheck(check))
  return ran
}

const runPlan = async (plan: Plan): Promise<Looked> => {
  const ran: Ran[] = []
  for (const stage of plan) ran.push(...(await Promise.all(stage.map(runLane))).flat(2))
  const looked: Looked[] = []
  for (const { check, tally } of ran) looked.push(await lookAgain(check, tally))
  return {
    passed: looked.reduce((sum, { passed }) => sum + passed, 0),
    failures: looked.flatMap(({ failures }) => failures),
    unsteady: looked.flatMap(({ unsteady }) => unsteady),
    notRun: looked.flatMap(({ notRun = [] }) => notRun),
  }
}

/** @param mark stands before each title */
const printFailures = (mark: string, failures: readonly Failure[]): void => {
  for (const alike of Map.groupBy(failures, ({ detail }) => detail).values()) {
    const titles = alike.map(({ title }) => `${mark} ${title.replace(repository, '')}`)
    printFailure({ title: titles.join('\n'), detail: alike[0]?.detail ?? '' })
  }
}

const printFailure = ({ title, detail }: Failure): void => {
  const lines = stripVTControlCharacters(detail).trimEnd().split('\n')
  const shown = lines.slice(0, mostLinesOfAFailure)
  if (lines.length > shown.length) shown.push(`… and ${lines.length - shown.length} more lines`)
  console.log(`\n${title}\n${shown.map((line) => `    ${line}`).join('\n')}`)
}

const isLong = process.argv.includes('--long')
const began = performance.now()
const { passed, failures, unsteady, notRun = [] } = await runPlan(isLong ? longToo : everyChange)
printFailures('✗', failures)
printFailures('UNSTEADY, failed among the others and held alone:', unsteady)
console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s.`)
for (const reason of notRun) console.log(`NOT RUN: ${reason}`)
const wavering = unsteady.length > 0 ? `, ${unsteady.length} of them unsteady` : ''
console.log(
  `${passed} passed${wavering}, ${failures.length} failed${notRun.length > 0 ? `, ${notRun.length} not run` : ''}`,
)
process.exitCode = failures.length > 0 ? 1 : 0
