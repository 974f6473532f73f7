import { stripVTControlCharacters } from 'node:util'
import type { TestResult } from './results.ts'
import type { Task, TaskResult } from './task.ts'

const count = (results: readonly TestResult[], status: TestResult['status']): number =>
  results.filter((result) => result.status === status).length

/** The last line of a run, which .ci/run adds up. A flaky test counts as passed. */
export const totals = (results: readonly TestResult[]): string =>
  `${count(results, 'passed') + count(results, 'flaky')} passed, ${count(results, 'failed')} failed`

const nameOf = ({ project, file, title }: TestResult): string => (file === '' ? title : `${project} ${file}: ${title}`)

const indented = (text: string): string =>
  stripVTControlCharacters(text)
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')

/** The result of a task, with its output if it failed. */
export const taskReport = ({ printsAlways }: Task, { name, seconds, output, results }: TaskResult): string => {
  const failed = count(results, 'failed')
  const line = `${failed > 0 ? '✗' : '✓'} ${name}: ${totals(results)} (${seconds.toFixed(1)} s)`
  return (failed > 0 || printsAlways) && output.trim() !== '' ? `${line}\n${indented(output)}` : line
}

const slowestCount = 20

const slowest = (results: readonly TestResult[]): string[] =>
  results
    .filter(({ file }) => file !== '')
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestCount)
    .map((result) => `${result.seconds.toFixed(1).padStart(7)} s  ${nameOf(result)}`)

/** Lines of a flaky test's failure to print. */
const flakyLines = 15

const named = (mark: string, result: TestResult, lines: number): string => {
  const reason = stripVTControlCharacters(result.reason ?? '').split('\n')
  return `\n${mark} ${nameOf(result)}\n${indented(reason.slice(0, lines).join('\n'))}`
}

/** The summary of a run: slowest, flaky and failed tests, and the totals in the last line. */
export const summary = (results: readonly TestResult[], seconds: number): string => {
  const slow = slowest(results)
  return [
    ...(slow.length > 0 ? [`\nThe ${slow.length} slowest tests:`, ...slow] : []),
    ...results
      .filter(({ status }) => status === 'flaky')
      .map((result) => named('FLAKY, failed and passed when retried:', result, flakyLines)),
    ...results.filter(({ status }) => status === 'failed').map((result) => named('FAILED', result, 1)),
    `\nTook ${Math.round(seconds)} s.`,
    totals(results),
  ].join('\n')
}
