import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { Complaint } from './complaint.ts'
import { run, type Ended } from './processes.ts'
import { inRepository } from './repository.ts'

/** Where systems keep a Chromium. Debian's first: it is what the tests are written against. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The program to start: CHROMIUM if it is set, else the one that Playwright downloaded, which is there only when somebody
 * wanted it, else the system's; undefined when there is none.
 */
export const findBrowser = (): string | undefined =>
  [process.env.CHROMIUM ?? '', chromium.executablePath(), ...places].find((path) => path && existsSync(path))

type Way = { does: string; fits: () => boolean; commands: [string, ...string[]][] }

const playwright = inRepository('node_modules/@playwright/test/cli.js')
const isRoot = (): boolean => process.getuid?.() === 0

/** Ways to get a browser, the best first. */
const ways: Way[] = [
  {
    does: 'Debian’s package chromium',
    fits: () => isRoot() && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version'),
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
    ],
  },
  {
    does: 'Playwright’s own Chromium, with the libraries it needs',
    fits: isRoot,
    commands: [[process.execPath, playwright, 'install', '--with-deps', 'chromium']],
  },
  {
    does: 'Playwright’s own Chromium',
    fits: () => true,
    commands: [[process.execPath, playwright, 'install', 'chromium']],
  },
]

const startsUp = async (): Promise<boolean> => {
  const path = findBrowser()
  if (!path) return false
  // Ubuntu's /usr/bin/chromium may be a stub that asks for a snap: only a browser that starts is one.
  const ended = await run({ command: path, args: ['--version'] }).catch((): Ended => ({ code: 1, output: '' }))
  return ended.code === 0
}

const follow = async ({ commands }: Way): Promise<boolean> => {
  for (const [command, ...args] of commands) {
    const { code } = await run({ command, args, env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (code !== 0) return false
  }
  return startsUp()
}

/**
 * Makes sure that there is a browser for the tests, and answers what it did.
 *
 * @throws Complaint with the command to run, when no way led to one
 */
export const ensureBrowser = async (): Promise<string> => {
  if (await startsUp()) return `${findBrowser()}`
  for (const way of ways.filter(({ fits }) => fits())) if (await follow(way)) return `installed ${way.does}`
  throw new Complaint(
    'No browser was found and none could be installed. Run `npx playwright install --with-deps chromium`, or set CHROMIUM to the path of one.',
  )
}
