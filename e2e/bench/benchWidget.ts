import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import type { Pages } from '#contract/builtPages'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import startServers, { servers } from '../support/servers.ts'
import { measureCheckout } from './widget/checkout.ts'
import { openFrontDoor } from './widget/baselineProxy.ts'
import { measureHeap } from './widget/heap.ts'
import { measureMounts } from './widget/mounts.ts'
import { measureShifts } from './widget/layoutShifts.ts'
import { Shop } from './widget/benchPage.ts'
import { measureSizes, type Size } from './widget/sizes.ts'
import { listRequests, measureStartup } from './widget/startup.ts'
import { milliseconds, printTable } from './report/textTable.ts'
import { measureTyping, measureWork } from './widget/typing.ts'

/** A line of the table: what was measured, ours, the baseline in the same run, how many times as much ours is, and what was promised. */
type Row = [what: string, ours: string, baseline?: string, ratio?: string, promise?: string]

const bytes = (count: number) => count.toLocaleString('en')
const sizeRow = (what: string, { raw, brotli }: Size, promise?: string): Row => [
  what,
  `${bytes(brotli)} B (${bytes(raw)} raw)`,
  undefined,
  undefined,
  promise,
]
const timeRow = (what: string, ours: number, baseline: number, promise?: string): Row => [
  what,
  milliseconds(ours),
  milliseconds(baseline),
  `${(ours / baseline).toFixed(1)}x`,
  promise,
]

const print = (rows: readonly Row[]): void =>
  printTable(['What', 'Ours', 'Baseline', 'Ratio', 'Promise'] satisfies Row, rows)

/** Says what is under way, apart from the table. */
const say = (text: string) => console.error(text)

say('Starting the servers and Chromium …')
const stop = await startServers()
const { locales } = (JSON.parse(readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8')) as Pages).card
const door = await openFrontDoor(servers().gateway)
const shop = new Shop(door.url)
await shop.open()
const browser = await chromium.launch({ executablePath: findChromium() })
try {
  say('Sizes …')
  const sizes = await measureSizes(door.url, locales, demoAccount.publishableKey)
  const requests = await listRequests(browser, shop, door.url)
  say('What moves …')
  const shifts = await measureShifts(browser, shop)
  say('Time until one can type …')
  const startup = await measureStartup(browser, shop)
  say('Typing …')
  const typing = await measureTyping(browser, shop, 'showCard')
  const baselineTyping = await measureTyping(browser, shop, 'showBaseline')
  const work = await measureWork(browser, shop, 'showCard')
  const baselineWork = await measureWork(browser, shop, 'showBaseline')
  say('Memory …')
  const heap = await measureHeap(browser, shop, 'showCard')
  const baselineHeap = await measureHeap(browser, shop, 'showBaseline')
  say('A hundred mounts …')
  const { mounts, left } = await measureMounts(browser, shop)
  say('The hosted checkout, by Lighthouse …')
  const checkout = await measureCheckout(servers().gateway)
  const { report } = checkout

  print([
    sizeRow('Script on the page', sizes.script, '4,096 B'),
    sizeRow('Card frame, all in one response', sizes.frame),
    sizeRow(`Card frame, largest language (${sizes.largestFrame.locale})`, sizes.largestFrame),
    sizeRow('Texts for another language', sizes.texts),
    sizeRow(`Texts, largest language (${sizes.largestTexts.locale})`, sizes.largestTexts),
    ['Languages', `${locales.length}`],
    ['Requests until one can type', `${requests.length} (${requests.join(', ')})`],
    [`Layout shift (CLS), ${shifts.looks} layouts and widths`, shifts.total.toFixed(3), undefined, undefined, '0.000'],
    timeRow('Navigation to a field that can be typed into', startup.card.fast, startup.baseline.fast),
    timeRow('The same, mobile network and CPU / 4', startup.card.slow, startup.baseline.slow),
    timeRow(`Key to paint (INP), CPU / 4, p50 of ${typing.keys}`, typing.p50, baselineTyping.p50),
    timeRow('Key to paint (INP), CPU / 4, p98', typing.p98, baselineTyping.p98, '50 ms'),
    timeRow('of which in handlers, p98', typing.workP98, baselineTyping.workP98),
    timeRow('CPU time of the frame per key, p50', work.p50, baselineWork.p50),
    timeRow('CPU time of the frame per key, p98', work.p98, baselineWork.p98),
    [
      'Heap of the frame, ready to be typed into',
      `${bytes(heap)} B`,
      `${bytes(baselineHeap)} B`,
      `${(heap / baselineHeap).toFixed(1)}x`,
    ],
    [
      `Left by ${mounts} mounts`,
      `${left.frames} frames, ${left.documents} documents, ${left.nodes} nodes, ${left.listeners} listeners, ${bytes(left.heap)} B of heap`,
    ],
    [
      'Hosted checkout: page and script, before the form can be used',
      `${bytes(checkout.sizes.page)} + ${bytes(checkout.sizes.script)} B`,
      undefined,
      undefined,
      '40,960 B',
    ],
    [
      `Hosted checkout, Lighthouse on mobile, median of ${checkout.runs}: performance`,
      `${report.performance}`,
      undefined,
      undefined,
      '98',
    ],
    ['accessibility, best practices', `${report.accessibility}, ${report.bestPractices}`, undefined, undefined, '100'],
    ['largest paint (LCP)', milliseconds(report.largestPaintMs), undefined, undefined, '1,200 ms'],
    ['layout shift (CLS)', report.shift.toFixed(3), undefined, undefined, '0'],
    ['time blocked by scripts', milliseconds(report.blockedMs)],
  ])
  console.log(
    `\nChromium ${browser.version()}, ${cpus().length} cores. A baseline is a frame with one <input>, from the same server in the same run.`,
  )
  const [load = 0] = loadavg()
  if (load > cpus().length)
    console.log(`The machine was busy with other things (load ${load.toFixed(1)}): times say little.`)
  console.log(`Keys that cost most CPU time, with the transitions after them: ${work.heaviest}`)
  if (typing.worst) {
    const { name, duration, delay, work } = typing.worst
    console.log(
      `Slowest key: ${milliseconds(duration)} (${name}; waited ${milliseconds(delay)}, handlers ${milliseconds(work)})`,
    )
  }
  if (report.faults.length > 0) console.log(`Lighthouse finds fault with: ${report.faults.join(', ')}`)
  if (shifts.total > 0) {
    console.log(`\nMoved, and must not:\n${shifts.moved.join('\n')}`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await shop.close()
  await door.close()
  await stop()
}
