import { existsSync } from 'node:fs'
import { chromium, firefox } from '@playwright/test'
import { CliError } from '../cliError.ts'
import { run, type Ended } from '../wrangler/processes.ts'
import { inRepository } from '../repository.ts'

type Command = [string, ...string[]]

/** A browser engine of the tests, and how to find or install it. */
type Engine = {
  name: string
  /** The environment variable with the path of its program. */
  variable: 'CHROMIUM' | 'HEADLESS_SHELL' | 'FIREFOX' | 'WEBKIT_DRIVER'
  /** Default paths. Debian's first, which the tests are written for. */
  places: string[]
  /** Command that exits with 0 if the program and its dependencies work. */
  proofs: (program: string) => Command[]
  /** Oldest major version that the tests run on, as the first proof prints it. */
  oldestVersion?: number
  /** Debian's packages. */
  packages: string[]
  /** The download of `playwright install`. */
  playwright?: { name: string; path: () => string }
  /** The slower engine that the tests use if this one is missing. */
  standIn?: Engine
}

const chromiumEngine: Engine = {
  name: 'Chromium',
  variable: 'CHROMIUM',
  places: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  // Ubuntu's /usr/bin/chromium may be a stub for a snap, so the program must start.
  proofs: (program) => [[program, '--version']],
  // A font as wide as Arial. Without it texts are measured in a wider fallback font.
  packages: ['chromium', 'fonts-dejavu-core', 'fonts-liberation'],
  playwright: { name: 'chromium', path: () => chromium.executablePath() },
}

/**
 * Chromium's engine without the rest of the browser: the same pages for two thirds of the work.
 * https://developer.chrome.com/blog/chrome-headless-shell
 */
const headlessShellEngine: Engine = {
  name: 'Chromium’s headless shell',
  variable: 'HEADLESS_SHELL',
  places: ['/usr/bin/chromium-headless-shell'],
  proofs: (program) => [[program, '--version']],
  packages: ['chromium-headless-shell'],
  standIn: chromiumEngine,
}

const firefoxEngine: Engine = {
  name: 'Firefox',
  variable: 'FIREFOX',
  places: ['/usr/bin/firefox-esr'],
  proofs: (program) => [[program, '--version']],
  // Playwright calls network.addDataCollector, which version 140 lacks.
  oldestVersion: 143,
  packages: ['firefox-esr'],
  playwright: { name: 'firefox', path: () => firefox.executablePath() },
}

/** WebKitGTK has no headless mode, so the tests start Xvfb. */
const webkitEngine: Engine = {
  name: 'WebKit',
  variable: 'WEBKIT_DRIVER',
  places: ['/usr/bin/WebKitWebDriver'],
  proofs: (program) => [
    [program, '--help'],
    ['Xvfb', '-help'],
  ],
  packages: ['webkit2gtk-driver', 'xvfb'],
}

const engines = [chromiumEngine, headlessShellEngine, firefoxEngine, webkitEngine]

/** The machine that browsers are found and installed on. */
export type Machine = {
  /** Whether a file exists. */
  has: (path: string) => boolean
  /** Runs a command. @returns its output, or undefined unless it exited with 0 */
  run: (command: Command) => Promise<string | undefined>
  isRoot: boolean
  isCi: boolean
}

/** This computer. */
export const thisMachine: Machine = {
  has: existsSync,
  run: async ([command, ...args]) => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const { code, output } = await run({ command, args, env }).catch((): Ended => ({ code: 1, output: '' }))
    return code === 0 ? output : undefined
  },
  isRoot: process.getuid?.() === 0,
  isCi: Boolean(process.env.CI),
}

/** The program of an engine: of the variable, else Playwright's download, else the system's; undefined if there is none. */
const find = ({ variable, places, playwright }: Engine, has: Machine['has'] = existsSync): string | undefined =>
  [process.env[variable] ?? '', playwright?.path() ?? '', ...places].find((path) => path && has(path))

/** Full Chromium. */
export const findChromium = (): string | undefined => find(chromiumEngine)
/**
 * Chromium's options for page tests: no GPU, since emulating one uses a core, and no process per frame, which takes a quarter of a test's
 * time. Frame isolation is tested in full Chromium: e2e/card/isolation.spec.ts.
 */
export const headlessChromium = (): { executablePath?: string; args: string[] } => {
  const executablePath = process.env['CHROMIUM'] || find(headlessShellEngine) || findChromium()
  return {
    ...(executablePath && { executablePath }),
    args: ['--disable-site-isolation-trials', '--disable-gpu', '--in-process-gpu'],
  }
}
/** Firefox, and whether it is Playwright's build, which has another protocol. */
export const findFirefox = (): { path: string; isPlaywrights: boolean } | undefined => {
  const path = find(firefoxEngine)
  return path === undefined ? undefined : { path, isPlaywrights: path === firefoxEngine.playwright?.path() }
}
/** WebKitGTK's WebDriver server. */
export const findWebKitDriver = (): string | undefined => find(webkitEngine)

/** Runs the commands until one fails. Returns the outputs, or undefined if one failed. */
const runAll = async (commands: Command[], machine: Machine): Promise<string[] | undefined> => {
  const outputs: string[] = []
  for (const command of commands) {
    const output = await machine.run(command)
    if (output === undefined) return undefined
    outputs.push(output)
  }
  return outputs
}

const isUsable = async (engine: Engine, machine: Machine): Promise<boolean> => {
  const program = find(engine, machine.has)
  const outputs = program === undefined ? undefined : await runAll(engine.proofs(program), machine)
  if (outputs === undefined) return false
  return engine.oldestVersion === undefined || Number(/\d+(?=\.\d)/.exec(outputs[0] ?? '')) >= engine.oldestVersion
}

const unusable = async (wanted: Engine[], machine: Machine): Promise<Engine[]> => {
  const usable = await Promise.all(wanted.map((engine) => isUsable(engine, machine)))
  return wanted.filter((_, at) => !usable[at])
}

const mayInstall = ({ has, isRoot }: Machine): boolean =>
  isRoot && has('/usr/bin/apt-get') && has('/etc/debian_version')

const playwright = inRepository('node_modules/@playwright/test/cli.js')

const aptInstall = (engines: Engine[]): Command => {
  const packages = engines.flatMap(({ packages }) => packages)
  return ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages]
}

/** Ways to install missing engines, in order of preference. */
const ways: ((missing: Engine[], machine: Machine) => Command[])[] = [
  (missing, machine) => {
    // Optional packages are installed one by one, since apt installs all packages of a call or none.
    const [needed, wanted] = [missing.filter(({ standIn }) => !standIn), missing.filter(({ standIn }) => standIn)]
    const installs = [needed, wanted].filter((engines) => engines.length > 0).map(aptInstall)
    return mayInstall(machine) ? [['apt-get', 'update'], ...installs] : []
  },
  (missing, { isRoot }) => {
    const names = missing.flatMap(({ playwright }) => playwright?.name ?? [])
    // Only root can install the system libraries.
    const options = isRoot ? ['--with-deps'] : []
    return names.length > 0 ? [[process.execPath, playwright, 'install', ...options, ...names]] : []
  },
]

const advice = ({ name, variable, packages, playwright: own }: Engine): string => {
  const command = own
    ? `\`npx playwright install --with-deps ${own.name}\``
    : `\`apt-get install ${packages.join(' ')}\`, on Linux alone`
  return `${name} was not found and could not be installed. Run ${command}, or set ${variable} to the path of one.`
}

/** WebKitGTK exists on Linux only and needs root to install. CI must have it. */
const mayMiss = (engine: Engine, machine: Machine): boolean =>
  engine === webkitEngine && !machine.isCi && !mayInstall(machine)

/**
 * Ensures that the engines of the tests are installed.
 *
 * @returns a sentence for each engine that this machine cannot have and CI tests
 * @throws CliError with the commands to run, if a required engine is missing
 */
export const ensureBrowsers = async (machine: Machine = thisMachine): Promise<string[]> => {
  let missing = await unusable(engines, machine)
  for (const way of ways) {
    if (missing.length === 0) return []
    await runAll(way(missing, machine), machine)
    missing = await unusable(missing, machine)
  }
  missing = missing.filter(({ standIn }) => !standIn)
  const faults = missing.filter((engine) => !mayMiss(engine, machine))
  if (faults.length > 0) throw new CliError(faults.map(advice).join('\n'))
  return missing.map(advice)
}
