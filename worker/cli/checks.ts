import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowsers } from './browsers.ts'
import { run, type Ended } from './processes.ts'
import { readLeaks, readPlaywright, readVitest, type Tally, type TestPlace } from './reports.ts'
import { inRepository, repository } from './repository.ts'
import { inScratchFolder } from './scratch.ts'
import { faultsOfBundle, readWorkerBundle, weightOf } from './workerBundle.ts'

export type Check = {
  name: string
  run: () => Promise<Tally>
  /** Runs the tests of some files alone. */
  runAlone?: (places: readonly TestPlace[]) => Promise<Tally>
}

/** A check that is stuck ends here and counts as failed. */
const patienceMs = 15 * 60_000
/** Of tests that take longer: among them are a million rows, a million requests and half an hour of random histories. */
const longPatienceMs = 5 * 3_600_000

const tools = {
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  wrangler: 'node_modules/wrangler/bin/wrangler.js',
}
type Tool = keyof typeof tools

const runTool = (tool: Tool, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  run({
    command: process.execPath,
    args: [inRepository(tools[tool]), ...args],
    cwd: repository,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined, CI: '1', WRANGLER_SEND_METRICS: 'false', ...env },
    timeoutMs: env.SLUICE_LONG ? longPatienceMs : patienceMs,
  })

const failed = (title: string, detail: string): Tally => ({ passed: 0, failures: [{ title, detail }] })

/** A folder for what a tool writes, gone when it was read. */
const inNewFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-check-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A tool that says by its exit code whether all is well: one promise. */
const byExitCode = (name: string, tool: Tool, args: string[]): Check => ({
  name,
  run: async () => {
    const { code, output } = await runTool(tool, args)
    return code === 0 ? { passed: 1, failures: [] } : failed(name, output)
  },
})

type Reporting = {
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  read: (report: never) => Tally
  /** The runner's arguments for these tests and no others. */
  select: (places: readonly TestPlace[]) => string[]
}

/** A test runner that writes a JSON report: as many promises as it has tests, and none is not enough. */
const byReport = (name: string, tool: Tool, { args, env, read, select }: Reporting): Check => {
  const runWith = (more: readonly string[]): Promise<Tally> =>
    inScratchFolder(async (folder) => {
      const file = join(folder, 'report.json')
      const into = tool === 'vitest' ? [`--outputFile=${file}`] : []
      const { code, output } = await runTool(tool, [...args, ...into, ...more], {
        TMPDIR: folder,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        ...env,
      })
      const report = await readFile(file, 'utf8').catch(() => undefined)
      if (!report) return failed(`${name}: no report`, output)
      const tally = read(JSON.parse(report) as never)
      const leaks = readLeaks(output, tally)
      if (tally.failures.length + leaks.length > 0) return { ...tally, failures: [...leaks, ...tally.failures] }
      if (tally.passed === 0) return failed(`${name}: nothing was tested`, output)
      return code === 0 ? tally : { ...tally, failures: [{ title: `${name} ended with code ${code}`, detail: output }] }
    })
  return { name, run: () => runWith([]), runAlone: (places) => runWith(select(places)) }
}

const browsers: Check = {
  name: 'browsers',
  run: async () => {
    try {
      return { passed: 1, failures: [], notRun: await ensureBrowsers() }
    } catch (error) {
      return failed('browsers', (error as Error).message)
    }
  },
}

const types = (project: string): Check => byExitCode(`types of ${project}`, 'tsc', ['-p', project])

/** Tests that take too long for every change say so in the file's name: .long.test.ts. Only this lets them run, and lets the browsers' play longer. */
const takesLonger = { SLUICE_LONG: '1' }

const vitest = (name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Check =>
  byReport(name, 'vitest', {
    args: ['run', '--reporter=json', ...args],
    env,
    read: readVitest,
    select: (places) => [...new Set(places.map(({ file }) => file))],
  })

const playwright = (name: string, env: NodeJS.ProcessEnv): Check =>
  byReport(name, 'playwright', {
    args: ['test', '--reporter=json'],
    env,
    read: readPlaywright,
    select: (places) => [
      ...new Set(places.flatMap(({ file, project }) => [`e2e/${file}`, ...(project ? [`--project=${project}`] : [])])),
    ],
  })

/** The worker as Cloudflare would get it: it builds, and holds what requests need and little more. */
const deployable: Check = {
  name: 'worker builds for Cloudflare',
  run: () =>
    inNewFolder(async (folder) => {
      const metafile = join(folder, 'meta.json')
      const { code, output } = await runTool('wrangler', [
        'deploy',
        '--dry-run',
        '--outdir',
        folder,
        '--metafile',
        metafile,
      ])
      if (code !== 0) return failed('wrangler deploy --dry-run', output)
      const bundle = await readWorkerBundle(folder)
      console.log(`  worker: ${weightOf(bundle)}`)
      const faults = faultsOfBundle(bundle)
      return faults.length === 0 ? { passed: 1, failures: [] } : failed('worker bundle', faults.join('\n'))
    }),
}

/** Stages follow one another; the lanes of a stage run side by side; the checks of a lane follow one another. */
export type Plan = readonly (readonly (readonly Check[])[])[]

const stages = (long: boolean): Plan => [
  [
    // React's page is written against the package that was built.
    [byExitCode('widgets build', 'vite', ['build']), deployable, types('e2e/react')],
    [
      byExitCode('formatting', 'oxfmt', ['--check']),
      byExitCode('lint', 'oxlint', ['--deny-warnings']),
      ...['.', 'worker', 'worker/proof', 'widget'].map(types),
      browsers,
    ],
  ],
  // Two lanes of about equal length for two cores. A third would do the same work in a fifth more of processor time: what the lanes
  // take from one another's caches costs more than they wait for a browser or a runtime.
  [
    [vitest('worker tests', ['--project', 'worker']), vitest('unit tests', ['--project', 'unit'])],
    [
      playwright('browser tests', long ? takesLonger : {}),
      // What they look at was built by the first check.
      vitest('element tests', ['--project', 'browser'], { SLUICE_WIDGETS: 'dist' }),
    ],
  ],
  // After all others, whose patience is for a machine that is not busy with these.
  ...(long ? [[[vitest('tests that take longer', ['--project', 'long*'], takesLonger)]]] : []),
]

/** What every change must pass. */
export const everyChange = stages(false)

/** The same, and the tests that take longer. */
export const longToo = stages(true)
