import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import type { RouteName } from '../../widget/console/shell/routes.ts'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { crawl } from '../console/tour/crawl.ts'
import { enterAsOwner, linksOf, openScreen } from '../console/tour/pages.ts'
import { transferredBytes } from './checkout/load.ts'
import { parseNumber, withUsage } from './commandLine.ts'
import { measureInteractions } from './console/interact.ts'
import { measureSlowVisit, type SlowVisit } from './console/slowVisit.ts'
import { startYearConsole } from './console/yearConsole.ts'
import { calibrateCpuSlowdown } from './cpuSlowdown.ts'
import { measureWithLighthouse } from './lighthouse.ts'
import { milliseconds, printTable } from './report/textTable.ts'
import { median } from './statistics.ts'

/** `npm run bench:console`: what the console takes on a phone, with the year of the demo shop. Each screen joins by itself. */

const usage = `npm run bench:console -- [--rounds N] [--screens a,b] [--cpu N]

  --rounds N     visits of each screen, 5 by default
  --screens a,b  these screens alone, such as payments,settlements
  --cpu N        how many times the CPU is slowed down, by the machine's speed by default`

const goals = { score: 95, largestPaintMs: 1200, inputMs: 100, shellBytes: 30_000, screenBytes: 20_000 }
/** Rows of a list in which a person clicks and types. */
const listRows = 200

const {
  rounds,
  only,
  cpu: givenCpu,
} = withUsage(() => {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, screens: { type: 'string' }, cpu: { type: 'string' } },
  })
  return {
    rounds: parseNumber(values.rounds, (value) => Number.isInteger(value) && value > 0, usage),
    only: values.screens?.split(','),
    cpu: values.cpu === undefined ? undefined : parseNumber(values.cpu, (value) => value >= 1, usage),
  }
}, usage)

/** A figure, marked if it misses its goal. */
const cell = (text: string, isReached: boolean): string => (isReached ? text : `${text} (!)`)
const count = (bytes: number): string => bytes.toLocaleString('en')

const { origin, stop } = await startYearConsole()
const browser = await chromium.launch({ executablePath: findChromium() })
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await enterAsOwner(page, origin)
  const addresses = new Map<RouteName, string>()
  await crawl(
    origin,
    async ({ screen, address }) => {
      await openScreen(page, address)
      if (!addresses.has(screen)) addresses.set(screen, address)
      return linksOf(page)
    },
    1,
  )
  const cookies = await context.cookies(origin)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  /** The page, scripts and styles that a first visit loads. */
  const filesOf = async (address: string, isSignedIn: boolean): Promise<string[]> => {
    const visit = await browser.newContext()
    if (isSignedIn) await visit.addCookies(cookies)
    const visited = await visit.newPage()
    const urls = new Set<string>()
    visited.on('request', (request) => {
      if (request.isNavigationRequest() || /\/console-assets\//.test(request.url())) urls.add(request.url())
    })
    await visited.goto(address, { waitUntil: 'networkidle' })
    await visit.close()
    return [...urls]
  }

  console.error('the speed of the machine …')
  const { machineIndex, times } = await calibrateCpuSlowdown(origin)
  const cpu = givenCpu ?? times
  const machineIndexes: number[] = []
  const failedAudits = new Set<string>()
  const rows: string[][] = []
  let isMissed = false
  const measure = async (
    name: string,
    address: string,
    bytes: number,
    ceiling: number,
    headers: Record<string, string>,
  ) => {
    // To stderr, apart from the table.
    console.error(`${name} …`)
    const report = await measureWithLighthouse(address, rounds, { headers, cpuSlowdown: cpu })
    machineIndexes.push(report.machineIndex)
    for (const audit of report.failedAudits) failedAudits.add(audit)
    const inputs: number[] = []
    const slowestInputs: number[] = []
    const slowVisits: SlowVisit[] = []
    let shown = 0
    const visits = 'Cookie' in headers ? rounds : 0
    for (let round = 0; round < visits; round++) {
      const visit = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      await visit.addCookies(cookies)
      const measured = await measureInteractions(await visit.newPage(), address, { rows: listRows, cpu })
      await visit.close()
      if (measured === null) break
      shown = measured.rows
      inputs.push(measured.p98)
      slowestInputs.push(measured.worst?.duration ?? 0)
    }
    for (let round = 0; round < rounds; round++) {
      const visit = await browser.newContext({ viewport: { width: 390, height: 844 } })
      if ('Cookie' in headers) await visit.addCookies(cookies)
      slowVisits.push(await measureSlowVisit(await visit.newPage(), address, cpu))
      await visit.close()
    }
    const largestPaintMs = median(slowVisits.map((visit) => visit.largestPaintMs))
    const rowTimes = slowVisits.flatMap(({ firstRowMs }) => (firstRowMs === null ? [] : [firstRowMs]))
    const scores = [report.performance, report.accessibility, report.bestPractices]
    const reached = [
      scores.every((score) => score >= goals.score),
      largestPaintMs <= goals.largestPaintMs,
      report.shift === 0,
      inputs.length === 0 || median(inputs) <= goals.inputMs,
      bytes <= ceiling,
    ] as const
    isMissed ||= reached.includes(false)
    rows.push([
      name,
      cell(scores.join(', '), reached[0]),
      cell(milliseconds(largestPaintMs), reached[1]),
      milliseconds(report.largestPaintMs),
      cell(report.shift.toFixed(3), reached[2]),
      milliseconds(report.blockedMs),
      rowTimes.length === 0 ? '' : milliseconds(median(rowTimes)),
      inputs.length === 0 ? '' : cell(milliseconds(median(inputs)), reached[3]),
      inputs.length === 0 ? '' : milliseconds(median(slowestInputs)),
      shown === 0 ? '' : count(shown),
      cell(count(bytes), reached[4]),
    ])
  }

  // An address without a screen loads the shell alone.
  const shell = await filesOf(`${origin}/nothing`, false)
  if (!only) await measure('sign-in, with the shell', origin, await transferredBytes(shell), goals.shellBytes, {})
  for (const [screen, address] of addresses) {
    if (only && !only.includes(screen)) continue
    const own = (await filesOf(address, true)).filter((url) => url.includes('/console-assets/') && !shell.includes(url))
    await measure(screen, address, await transferredBytes(own), goals.screenBytes, { Cookie: cookie })
  }
  printTable(
    [
      'Screen',
      'Performance, accessibility, best practices',
      'LCP',
      'LCP by Lighthouse',
      'CLS',
      'TBT',
      'First row',
      'INP',
      'Slowest input',
      'Rows for INP',
      'Bytes (brotli)',
    ],
    rows,
  )
  console.log(
    `\nChromium ${browser.version()}, ${cpus().length} cores. Medians of ${rounds} first visits with Lighthouse’s mobile throttling: slow 4G and a CPU that is ${cpu} times slower. LCP and the first row of a list are measured on a network and a CPU that are really slowed down; Lighthouse computes its LCP from a fast visit, and counts every script that arrived before it. INP is the slowest of some hundred clicks and keys but one of each fifty, in a list of ${listRows} rows on the slower CPU. Bytes of a screen are added to those of the shell. (!) misses its goal.`,
  )
  console.log(
    `The machine’s index by Lighthouse: ${machineIndex.toFixed(0)} before, ${median(machineIndexes).toFixed(0)} (${Math.min(...machineIndexes).toFixed(0)} to ${Math.max(...machineIndexes).toFixed(0)}) meanwhile. Lighthouse’s phone is ${times} times slower than it was before.`,
  )
  if (failedAudits.size > 0) console.log(`Failed Lighthouse audits: ${[...failedAudits].join(', ')}`)
  if (isMissed) process.exitCode = 1
} finally {
  await browser.close()
  await stop()
}
