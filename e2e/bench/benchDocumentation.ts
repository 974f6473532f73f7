import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cpus, loadavg } from 'node:os'
import { brotliCompressSync } from 'node:zlib'
import { buildDocumentation, builtDocumentation } from '../../worker/cli/build/documentation.ts'
import { startFileServer } from '../support/fileServer.ts'
import { milliseconds, printTable } from './report/textTable.ts'
import { measureWithLighthouse } from './lighthouse.ts'

/** `npm run bench:docs`: how long the documentation takes to build, and its pages to appear on a phone with a slow network. */

const runs = 3
/** The home page, a guide, and the longest page of the reference. */
const pages = ['index.html', 'guides/webhooks.html', 'reference/api/transactions.html']
const goals = { buildMs: 40_000, largestPaintMs: 1500 }

const count = (bytes: number): string => `${bytes.toLocaleString('en')} B`

const buildMs = await buildDocumentation()
const rows: string[][] = [['Build', milliseconds(buildMs), milliseconds(goals.buildMs)]]
let isSlow = buildMs > goals.buildMs
const site = await startFileServer(builtDocumentation, '/')
try {
  for (const page of pages) {
    const { length } = brotliCompressSync(await readFile(join(builtDocumentation, page)))
    const report = await measureWithLighthouse(site.url + page, runs)
    isSlow ||= report.largestPaintMs > goals.largestPaintMs
    rows.push(
      [
        `${page}: largest paint (LCP), median of ${runs}`,
        milliseconds(report.largestPaintMs),
        milliseconds(goals.largestPaintMs),
      ],
      ['  layout shift (CLS)', report.shift.toFixed(3), '0'],
      ['  page, and all it loads', `${count(length)}, ${count(report.bytes)}`, ''],
      [
        '  performance, accessibility, best practices',
        `${report.performance}, ${report.accessibility}, ${report.bestPractices}`,
        '',
      ],
    )
    if (report.failedAudits.length > 0) rows.push(['  failed audits', report.failedAudits.join(', '), ''])
  }
} finally {
  await site.close()
}
printTable(['Measurement', 'Value', 'Goal'], rows)
console.log(
  `\n${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}. Lighthouse's mobile preset: a slow 4G network and CPU / 4.`,
)
if (isSlow) process.exitCode = 1
