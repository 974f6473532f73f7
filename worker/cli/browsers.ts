import { existsSync } from 'node:fs'
import { chromium, firefox } from '@playwright/test'
import { Complaint } from './complaint.ts'
import { run, type Ended } from './processes.ts'
import { inRepository } from './repository.ts'

type Command = [string, ...string[]]

/** A browser engine that the tests run in, and where it comes from. */
type Engine = {
  name: string
  /** The environment variable that names its program, for one that is somewhere else. */
  variable: 'CHROMIUM' | 'FIREFOX' | 'WEBKIT_DRIVER'
  /** Where systems keep it. Debian's first: it is what the tests are written against. */
  places: string[]
  /** What ends with code 0 where the program that was found, and what it needs beside it, can be used. */
  proofs: (program: string) => Command[]
  /** Debian's packages. */
  packages: string[]
  /** Playwright's own, which `playwright install` downloads. */
  playwright?: { name: string; path: () => string }
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
  packages: ['chromium', 'fonts-dejavu-core'],
  playwright: { name: 'chromium', path: () => chromium.executablePath() },
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

const engines = [chromiumEngine, firefoxEngine, webkitEngine]

/**
 * The program to start: what the variable names, else the one that Playwright downloaded, which is there only when somebody
 * wanted it, else the system's; undefined when there is none.
 */
const find = ({ variable, places, playwright }: Engine): string | undefined =>
  [process.env[variable] ?? '', playwright?.path() ?? '', ...places].find((path) => path && existsSync(path))

export const findChromium = (): string | undefined => find(chromiumEngine)
/** A Firefox, and whether it is Playwright's own, which is driven in another way than everybody's. */
export const findFirefox = (): { path: string; isPlaywrights: boolean } | undefined => {
  const path = find(firefoxEngine)
  return path === undefined ? undefined : { path, isPlaywrights: path === firefoxEngine.playwright?.path() }
}
/** WebKitGTK's WebDriver server. */
export const findWebKitDriver = (): string | undefined => find(webkitEngine)

const succeeds = async ([command, ...args]: Command): Promise<boolean> => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const { code } = await run({ command, args, env }).catch((): Ended => ({ code: 1, output: '' }))
  return code === 0
}

const allSucceed = async (commands: Command[]): Promise<boolean> => {
  for (const command of commands) if (!(await succeeds(command))) return false
  return true
}

const isUsable = async (engine: Engine): Promise<boolean> => {
  const program = find(engine)
  return program !== undefined && allSucceed(engine.proofs(program))
}

const without = async (usable: readonly Engine[]): Promise<Engine[]> => {
  const checked = await Promise.all(usable.map(async (engine) => ({ engine, is: await isUsable(engine) })))
  return checked.filter(({ is }) => !is).map(({ engine }) => engine)
}

const isRoot = (): boolean => process.getuid?.() === 0
const isDebian = (): boolean => existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version')

const playwright = inRepository('node_modules/@playwright/test/cli.js')

/** Ways to get what is missing, the best first; each gets what those before it did not. */
const ways: { fits: () => boolean; commands: (missing: Engine[]) => Command[] }[] = [
  {
    fits: () => isRoot() && isDebian(),
    commands: (missing) => [
      ['apt-get', 'update'],
      ['apt-get', 'install', '--yes', '--no-install-recommends', ...missing.flatMap(({ packages }) => packages)],
    ],
  },
  {
    fits: () => true,
    commands: (missing) => {
      const names = missing.flatMap(({ playwright }) => playwright?.name ?? [])
      // The libraries that they need are installed by root alone.
      const all: Command = [process.execPath, playwright, 'install', ...(isRoot() ? ['--with-deps'] : []), ...names]
      return names.length > 0 ? [all] : []
    },
  },
]

const advice = ({ name, variable, packages, playwright: own }: Engine): string => {
  const command = own
    ? `\`npx playwright install --with-deps ${own.name}\``
    : `\`apt-get install ${packages.join(' ')}\`, on Linux alone`
  return `${name} was not found and could not be installed. Run ${command}, or set ${variable} to the path of one.`
}

/** WebKitGTK is there on Linux alone, and nobody but root can install it. A CI has to have it. */
const mayMiss = (engine: Engine): boolean => engine === webkitEngine && !process.env.CI && !(isRoot() && isDebian())

/**
 * Makes sure that the engines are there which the tests run in.
 *
 * @returns a sentence for each engine that this machine cannot have, whose tests wait for the CI
 * @throws Complaint with the commands to run, when an engine is missing that must not
 */
export const ensureBrowsers = async (): Promise<string[]> => {
  let missing = await without(engines)
  for (const { commands } of ways.filter(({ fits }) => fits())) {
    if (missing.length === 0) return []
    await allSucceed(commands(missing))
    missing = await without(missing)
  }
  const faults = missing.filter((engine) => !mayMiss(engine))
  if (faults.length > 0) throw new Complaint(faults.map(advice).join('\n'))
  return missing.map(advice)
}
