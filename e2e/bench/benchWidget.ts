import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import type { PagesManifest } from '#contract/builtPages'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import startServers, { servers } from '../support/servers.ts'
import { startBaselineProxy } from './widget/baselineProxy.ts'
import { measureHeap } from './widget/heap.ts'
import { measureMounts } from './widget/mounts.ts'
import { measureShifts } from './widget/layoutShifts.ts'
import { BenchPage } from './widget/benchPage.ts'
import { measureSizes, type Size } from './widget/sizes.ts'
import { listRequests, measureStartup } from './widget/startup.ts'
import { milliseconds, printTable } from './report/textTable.ts'
import { measureTyping, measureWork } from './widget/typing.ts'

/** A table row: measurement, value, baseline of the same run, their ratio, and the target. */
type Row = [measurement: string, value: string, baseline?: string, ratio?: string, target?: string]

const bytes = (count: number) => count.toLocaleString('en')
const sizeRow = (measurement: string, { raw, brotli }: Size, target?: string): Row => [
  measurement,
  `${bytes(brotli)} B (${bytes(raw)} raw)`,
  undefined,
  undefined,
  target,
]
const timeRow = (measurement: string, value: number, baseline: number, target?: string): Row => [
  measurement,
  milliseconds(value),
  milliseconds(baseline),
  `${(value / baseline).toFixed(1)}x`,
  target,
]

const print = (rows: readonly Row[]): void =>
  printTable(['Measurement', 'Value', 'Baseline', 'Ratio', 'Target'] satisfies Row, rows)

/** Prints progress to stderr, separate from the table. */
const logProgress = (text: string) => console.error(text)

logProgress('Starting the servers and Chromium …')
const stop = await startServers()
const { locales } = (
  JSON.parse(readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8')) as PagesManifest
).card
const proxy = await startBaselineProxy(servers().gateway)
const benchPage = new BenchPage(proxy.url)
await benchPage.open()
const browser = await chromium.launch({ executablePath: findChromium() })
try {
  logProgress('Sizes …')
  const sizes = await measureSizes(proxy.url, locales, demoAccount.publishableKey)
  const requests = await listRequests(browser, benchPage, proxy.url)
  logProgress('Layout shifts …')
  const shifts = await measureShifts(browser, benchPage)
  logProgress('Time to interactive …')
  const startup = await measureStartup(browser, benchPage)
  logProgress('Typing …')
  const typing = await measureTyping(browser, benchPage, 'showCard')
  const baselineTyping = await measureTyping(browser, benchPage, 'showBaseline')
  const work = await measureWork(browser, benchPage, 'showCard')
  const baselineWork = await measureWork(browser, benchPage, 'showBaseline')
  logProgress('Memory …')
  const heap = await measureHeap(browser, benchPage, 'showCard')
  const baselineHeap = await measureHeap(browser, benchPage, 'showBaseline')
  logProgress('A hundred mounts …')
  const { mounts, left } = await measureMounts(browser, benchPage)

  print([
    sizeRow('Script on the page', sizes.script, '4,096 B'),
    sizeRow('Card frame, all in one response', sizes.frame),
    sizeRow(`Card frame, largest language (${sizes.largestFrame.locale})`, sizes.largestFrame),
    sizeRow('Texts for another language', sizes.texts),
    sizeRow(`Texts, largest language (${sizes.largestTexts.locale})`, sizes.largestTexts),
    ['Languages', `${locales.length}`],
    ['Requests until interactive', `${requests.length} (${requests.join(', ')})`],
    [`Layout shift (CLS), ${shifts.looks} layouts and widths`, shifts.total.toFixed(3), undefined, undefined, '0.000'],
    timeRow('Navigation to an interactive field', startup.card.fast, startup.baseline.fast),
    timeRow('The same, mobile network and CPU / 4', startup.card.slow, startup.baseline.slow),
    timeRow(`Key to paint (INP), CPU / 4, p50 of ${typing.keys}`, typing.p50, baselineTyping.p50),
    timeRow('Key to paint (INP), CPU / 4, p98', typing.p98, baselineTyping.p98, '50 ms'),
    timeRow('in event handlers, p98', typing.workP98, baselineTyping.workP98),
    timeRow('CPU time of the frame per key, p50', work.p50, baselineWork.p50),
    timeRow('CPU time of the frame per key, p98', work.p98, baselineWork.p98),
    [
      'Heap of the interactive frame',
      `${bytes(heap)} B`,
      `${bytes(baselineHeap)} B`,
      `${(heap / baselineHeap).toFixed(1)}x`,
    ],
    [
      `Left after ${mounts} mounts`,
      `${left.frames} frames, ${left.documents} documents, ${left.nodes} nodes, ${left.listeners} listeners, ${bytes(left.heap)} B of heap`,
    ],
  ])
  console.log(
    `\nChromium ${browser.version()}, ${cpus().length} cores. A baseline is a frame with one <input>, from the same server in the same run.`,
  )
  const [load = 0] = loadavg()
  if (load > cpus().length)
    console.log(`Other programs used the machine (load ${load.toFixed(1)}); times are unreliable.`)
  console.log(`Keys with the highest CPU time, including following transitions: ${work.heaviest}`)
  if (typing.worst) {
    const { name, duration, delay, work } = typing.worst
    console.log(
      `Slowest key: ${milliseconds(duration)} (${name}; input delay ${milliseconds(delay)}, handlers ${milliseconds(work)})`,
    )
  }
  if (shifts.total > 0) {
    console.log(`\nUnexpected layout shifts:\n${shifts.moved.join('\n')}`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await benchPage.close()
  await proxy.close()
  await stop()
}
