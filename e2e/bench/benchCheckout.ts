import { cpus, loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import startServers, { servers } from '../support/servers.ts'
import { measureLoads, transferredBytes } from './checkout/load.ts'
import { measuredCheckouts } from './checkout/orders.ts'
import { measureWithLighthouse } from './lighthouse.ts'
import { milliseconds, printTable } from './report/textTable.ts'

/** Goals for every measured checkout. */
const goals = { largestPaintMs: 1200, blockedMs: 150, longestTaskMs: 100 }

const lighthouseRuns = 5

const open = async (client: GatewayClient, order: object): Promise<string> => {
  const { status, body } = await client.call('POST', '/v1/dynamiccheckout', order)
  const { url } = body as { url?: string }
  if (!url) throw new Error(`The checkout was not created: ${status} ${JSON.stringify(body)}`)
  return url
}

/** A figure, marked if it misses its goal. */
const cell = (text: string, isReached: boolean): string => (isReached ? text : `${text} (!)`)

const stop = await startServers()
const browser = await chromium.launch({ executablePath: findChromium() })
try {
  const client = new GatewayClient(servers().gateway)
  const rows: string[][] = []
  let shift = 0
  const failedAudits = new Set<string>()
  const urls: string[] = []
  for (const { order } of measuredCheckouts) urls.push(await open(client, order))
  // To stderr, apart from the table.
  console.error('first visits …')
  const loads = await measureLoads(browser, urls)
  for (const [index, { name, performance }] of measuredCheckouts.entries()) {
    console.error(`${name} …`)
    const [url, load] = [urls[index]!, loads[index]!]
    const report = await measureWithLighthouse(url, lighthouseRuns)
    for (const audit of report.failedAudits) failedAudits.add(audit)
    shift = Math.max(shift, report.shift)
    rows.push([
      name,
      cell(`${report.performance} of ${performance}`, report.performance >= performance),
      `${report.accessibility}, ${report.bestPractices}`,
      cell(milliseconds(report.largestPaintMs), report.largestPaintMs <= goals.largestPaintMs),
      cell(report.shift.toFixed(3), report.shift === 0),
      cell(milliseconds(report.blockedMs), report.blockedMs <= goals.blockedMs),
      cell(milliseconds(load.longestTaskMs), load.longestTaskMs <= goals.longestTaskMs),
      milliseconds(load.readyMs),
      `${load.urls.length}`,
      (await transferredBytes(load.urls)).toLocaleString('en'),
    ])
  }
  printTable(
    [
      'Checkout',
      'Lighthouse',
      'Accessibility, best practices',
      'LCP',
      'CLS',
      'TBT',
      'Longest task',
      'Ready',
      'Requests',
      'Bytes (brotli)',
    ],
    rows,
  )
  console.log(
    `\nChromium ${browser.version()}, ${cpus().length} cores. Medians of five first visits with Lighthouse’s mobile throttling: slow 4G, a quarter of the CPU. (!) misses its goal.`,
  )
  const [load = 0] = loadavg()
  if (load > cpus().length)
    console.log(`Other programs used the machine (load ${load.toFixed(1)}); times are unreliable.`)
  if (failedAudits.size > 0) console.log(`Failed Lighthouse audits: ${[...failedAudits].join(', ')}`)
  if (shift > 0 || failedAudits.size > 0) process.exitCode = 1
} finally {
  await browser.close()
  await stop()
}
