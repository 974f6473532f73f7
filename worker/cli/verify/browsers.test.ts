import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureBrowsers, type Machine } from './browsers.ts'

const shell = '/usr/bin/chromium-headless-shell'
const installed = ['/usr/bin/chromium', '/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', shell]
const debian = ['/usr/bin/apt-get', '/etc/debian_version']

/** A computer with some files, and what was run on it beside the browsers themselves. Installing makes files. */
const computer = ({
  has = [] as string[],
  installs = [] as string[],
  fails = [] as string[],
  firefox = 153,
  isRoot = false,
  isCi = false,
}) => {
  const files = new Set(has)
  let version = firefox
  const ran: string[] = []
  const machine: Machine = {
    has: (path) => files.has(path),
    run: async ([command, ...args]) => {
      if (fails.includes(command)) return undefined
      if (!args.includes('install')) return command.includes('firefox') ? `Mozilla Firefox ${version}.0esr` : ''
      ran.push([command.replace(/.*\//, ''), ...args.slice(args.indexOf('install'))].join(' '))
      for (const file of installs) files.add(file)
      version = 153
      return ''
    },
    isRoot,
    isCi,
  }
  return { machine, ran }
}

beforeEach(() => {
  for (const name of ['CHROMIUM', 'HEADLESS_SHELL', 'FIREFOX', 'WEBKIT_DRIVER']) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

test('nothing is installed if all engines are present', async () => {
  const { machine, ran } = computer({ has: [...installed, ...debian], isRoot: true })
  expect(await ensureBrowsers(machine)).toEqual([])
  expect(ran).toEqual([])
})

test('missing engines are installed from Debian, required ones first', async () => {
  const { machine, ran } = computer({ has: ['/usr/bin/chromium', ...debian], installs: installed, isRoot: true })
  expect(await ensureBrowsers(machine)).toEqual([])
  expect(ran).toEqual([
    'apt-get install --yes --no-install-recommends firefox-esr webkit2gtk-driver xvfb',
    'apt-get install --yes --no-install-recommends chromium-headless-shell',
  ])
})

test('without root Playwright’s browsers are downloaded and WebKit is reported as untested', async () => {
  const { machine, ran } = computer({ has: debian, installs: installed.slice(0, 2) })
  expect(await ensureBrowsers(machine)).toEqual([expect.stringContaining('apt-get install webkit2gtk-driver xvfb')])
  expect(ran).toEqual(['node install chromium firefox'])
})

test.each([
  ['in CI', { isCi: true }],
  ['if root could install it', { isRoot: true }],
])('a missing WebKit is an error %s', async (_, where) => {
  const { machine } = computer({ has: [...installed.slice(0, 2), ...debian], ...where })
  await expect(ensureBrowsers(machine)).rejects.toThrow('WebKit was not found')
})

test('a browser that does not start is reinstalled or reported with the command to run', async () => {
  const { machine, ran } = computer({ has: installed, fails: ['/usr/bin/chromium'] })
  await expect(ensureBrowsers(machine)).rejects.toThrow('npx playwright install --with-deps chromium')
  expect(ran).toEqual(['node install chromium'])
})

test('a Firefox older than 143 is upgraded, since Playwright cannot drive it', async () => {
  const { machine, ran } = computer({ has: [...installed, ...debian], firefox: 140, isRoot: true })
  expect(await ensureBrowsers(machine)).toEqual([])
  expect(ran).toEqual(['apt-get install --yes --no-install-recommends firefox-esr'])
})

test('full Chromium replaces a missing headless shell', async () => {
  const { machine } = computer({ has: installed.filter((path) => path !== shell), isCi: true })
  expect(await ensureBrowsers(machine)).toEqual([])
})

test('WebKit requires Xvfb', async () => {
  const { machine } = computer({ has: installed, fails: ['Xvfb'], isCi: true })
  await expect(ensureBrowsers(machine)).rejects.toThrow('WEBKIT_DRIVER')
})

test('an environment variable selects the program of an engine', async () => {
  vi.stubEnv('FIREFOX', '/opt/firefox/firefox')
  const { machine } = computer({ has: [...installed, '/opt/firefox/firefox'], fails: ['/usr/bin/firefox-esr'] })
  expect(await ensureBrowsers(machine)).toEqual([])
})
