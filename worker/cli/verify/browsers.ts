import { existsSync } from 'node:fs'
import { chromium, firefox } from '@playwright/test'
import { Complaint } from '../cliError.ts'
import { run, type Ended } from '../wrangler/processes.ts'
import { inRepository } from '../repository.ts'

type Command = [string, ...string[]]

/** A browser engine that the tests run in, and where it comes from. */
type Engine = {
  name: string
  /** The environment variable that names its program, for one that is somewhere else. */
  variable: 'CHROMIUM' | 'HEADLESS_SHELL' | 'FIREFOX' | 'WEBKIT_DRIVER'
  /** Where systems keep it. Debian's first: it is what the tests are written against. */
  places: string[]
  /** What ends with code 0 where the program that was found, and what it needs beside it, can be used. */
  proofs: (program: string) => Command[]
  /** Debian's packages. */
  packages: string[]
  /** Playwright's own, which `playwright install` downloads. */
  playwright?: { name: string; path: () => string }
  /** What the tests use where there is none: they take longer, and nothing is missed. */
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
  // Ubuntu's /usr/bin/chromium may be a stub that asks for a snap: only a browser that starts is one.
  proofs: (program) => [[program, '--version']],
  // What stands in for Arial, as wide as the systems' own fonts: without it texts are measured in a font that is wider than any of them.
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
  packages: ['firefox-esr'],
  playwright: { name: 'firefox', path: () => firefox.executablePath() },
}

/** WebKitGTK, which has no window of its own to hide: it needs a display, so the tests start Xvfb. */
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

/** What finding and installing a browser needs of a computer. */
export type Machine = {
  /** Whether a file is there. */
  has: (path: string) => boolean
  /** Runs a command; answers whether it ended well. */
  run: (command: Command) => Promise<boolean>
  isRoot: boolean
  isCi: boolean
}

const thisMachine: Machine = {
  has: existsSync,
  run: async ([command, ...args]) => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const { code } = await run({ command, args, env }).catch((): Ended => ({ code: 1, output: '' }))
    return code === 0
  },
  isRoot: process.getuid?.() === 0,
  isCi: Boolean(process.env.CI),
}

/**
 * The program to start: what the variable names, else the one that Playwright downloaded, which is there only when somebody
 * wanted it, else the system's; undefined when there is none.
 */
const find = ({ variable, places, playwright }: Engine, has: Machine['has'] = existsSync): string | undefined =>
  [process.env[variable] ?? '', playwright?.path() ?? '', ...places].find((path) => path && has(path))

/** The whole browser, as people have it. */
export const findChromium = (): string | undefined => find(chromiumEngine)
/**
 * What starts Chromium for tests of pages. None needs a graphics card, and one that is imitated takes a core for itself. A frame
 * shares its page's process, as on a phone with little memory: a process for each frame takes a quarter of a test's time. That no page
 * may look into one is tested in the whole browser, as people have it: e2e/card-isolation.spec.ts.
 */
export const headlessChromium = (): { executablePath?: string; args: string[] } => {
  const executablePath = process.env['CHROMIUM'] || find(headlessShellEngine) || findChromium()
  return {
    ...(executablePath && { executablePath }),
    args: ['--disable-site-isolation-trials', '--disable-gpu', '--in-process-gpu'],
  }
}
/** A Firefox, and whether it is Playwright's own, which is driven in another way than everybody's. */
export const findFirefox = (): { path: string; isPlaywrights: boolean } | undefined => {
  const path = find(firefoxEngine)
  return path === undefined ? undefined : { path, isPlaywrights: path === firefoxEngine.playwright?.path() }
}
/** WebKitGTK's WebDriver server. */
export const findWebKitDriver = (): string | undefined => find(webkitEngine)

const allSucceed = async (commands: Command[], machine: Machine): Promise<boolean> => {
  for (const command of commands) if (!(await machine.run(command))) return false
  return true
}

const isUsable = async (engine: Engine, machine: Machine): Promise<boolean> => {
  const program = find(engine, machine.has)
  return program !== undefined && allSucceed(engine.proofs(program), machine)
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

/** Ways to get what is missing, the best first; each gets what those before it did not. */
const ways: ((missing: Engine[], machine: Machine) => Command[])[] = [
  (missing, machine) => {
    // Not every Debian has those that can be done without, and apt installs all that it is asked for or nothing.
    const [needed, wanted] = [missing.filter(({ standIn }) => !standIn), missing.filter(({ standIn }) => standIn)]
    const installs = [needed, wanted].filter((engines) => engines.length > 0).map(aptInstall)
    return mayInstall(machine) ? [['apt-get', 'update'], ...installs] : []
  },
  (missing, { isRoot }) => {
    const names = missing.flatMap(({ playwright }) => playwright?.name ?? [])
    // The libraries that they need are installed by root alone.
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

/** WebKitGTK is there on Linux alone, and nobody but root can install it. A CI has to have it. */
const mayMiss = (engine: Engine, machine: Machine): boolean =>
  engine === webkitEngine && !machine.isCi && !mayInstall(machine)

/**
 * Makes sure that the engines are there which the tests run in.
 *
 * @returns a sentence for each engine that this machine cannot have, whose tests wait for the CI
 * @throws Complaint with the commands to run, when an engine is missing that must not
 */
export const ensureBrowsers = async (machine: Machine = thisMachine): Promise<string[]> => {
  let missing = await unusable(engines, machine)
  for (const way of ways) {
    if (missing.length === 0) return []
    await allSucceed(way(missing, machine), machine)
    missing = await unusable(missing, machine)
  }
  missing = missing.filter(({ standIn }) => !standIn)
  const faults = missing.filter((engine) => !mayMiss(engine, machine))
  if (faults.length > 0) throw new Complaint(faults.map(advice).join('\n'))
  return missing.map(advice)
}
