import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { median } from './statistics.ts'
import { MOBILE } from './throttling.ts'

/** Lighthouse’s results with its mobile preset: scores from 0 to 100, milliseconds, layout shift, transferred bytes. */
export type LighthouseReport = {
  performance: number
  accessibility: number
  bestPractices: number
  largestPaintMs: number
  firstPaintMs: number
  blockedMs: number
  shift: number
  bytes: number
  /** Lighthouse's measure of the machine's speed during the run, before it is slowed down. */
  machineIndex: number
  /** Failed audits of accessibility and best practices in any run. */
  failedAudits: string[]
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const categories = ['performance', 'accessibility', 'best-practices'] as const

export type LighthouseOptions = {
  /** Of all requests, such as a cookie. */
  headers?: Record<string, string>
  /** How many times slower than the machine the CPU is. */
  cpuSlowdown?: number
}

const runOnce = async (
  url: string,
  port: number,
  { headers = {}, cpuSlowdown = MOBILE.cpu }: LighthouseOptions,
): Promise<LighthouseReport> => {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    extraHeaders: headers,
    throttling: { cpuSlowdownMultiplier: cpuSlowdown },
  })
  if (!result) throw new Error(`Lighthouse returned no result for ${url}.`)
  const { audits, categories: scored } = result.lhr
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const score = (category: (typeof categories)[number]) => Math.round((scored[category]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    largestPaintMs: value('largest-contentful-paint'),
    firstPaintMs: value('first-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    machineIndex: result.lhr.environment.benchmarkIndex,
    failedAudits: (['accessibility', 'best-practices'] as const).flatMap((category) =>
      (scored[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  }
}

/** The median of several Lighthouse runs, each in a fresh profile. */
export const measureWithLighthouse = async (
  url: string,
  runs: number,
  options: LighthouseOptions = {},
): Promise<LighthouseReport> => {
  const reports: LighthouseReport[] = []
  for (let run = 0; run < runs; run++) {
    const port = await freePort()
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: [`--remote-debugging-port=${port}`],
    })
    try {
      reports.push(await runOnce(url, port, options))
    } finally {
      await browser.close()
    }
  }
  const middle = (name: Exclude<keyof LighthouseReport, 'failedAudits'>) =>
    median(reports.map((report) => report[name]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    largestPaintMs: middle('largestPaintMs'),
    firstPaintMs: middle('firstPaintMs'),
    blockedMs: middle('blockedMs'),
    shift: middle('shift'),
    bytes: middle('bytes'),
    machineIndex: middle('machineIndex'),
    failedAudits: [...new Set(reports.flatMap(({ failedAudits: faults }) => faults))],
  }
}
