import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from './browsers.ts'
import { ensureInterpreters, phpProgram, pythonProgram } from './interpreters.ts'

const debian = ['/usr/bin/apt-get', '/etc/debian_version']

/** A computer with some files. Commands of `fails` fail until packages are installed, which makes the files of `installs`. */
const computer = ({ has = [] as string[], installs = [] as string[], fails = [] as string[], isRoot = false }) => {
  const files = new Set(has)
  const broken = new Set(fails)
  const ran: string[] = []
  const machine: Machine = {
    has: (path) => files.has(path),
    run: async ([command, ...args]) => {
      if (command === 'apt-get') {
        ran.push([command, ...args].join(' '))
        if (args[0] === 'install') {
          for (const file of installs) files.add(file)
          broken.clear()
        }
        return ''
      }
      return broken.has(command) ? undefined : ''
    },
    isRoot,
    isCi: false,
  }
  return { machine, ran }
}

beforeEach(() => {
  vi.stubEnv('PYTHON', '')
  vi.stubEnv('PHP', '')
})
afterEach(() => vi.unstubAllEnvs())

test('nothing is installed if Python and PHP are usable', async () => {
  const { machine, ran } = computer({ has: ['/usr/bin/python3', '/usr/bin/php', ...debian], isRoot: true })
  await ensureInterpreters(machine)
  expect(ran).toEqual([])
})

test('Python without requests and missing PHP are installed from Debian', async () => {
  const { machine, ran } = computer({
    has: ['/usr/bin/python3', ...debian],
    installs: ['/usr/bin/php'],
    fails: ['/usr/bin/python3'],
    isRoot: true,
  })
  await ensureInterpreters(machine)
  expect(ran).toEqual([
    'apt-get update',
    'apt-get install --yes --no-install-recommends python3 python3-requests php-cli php-curl',
  ])
})

test('without root the error names the command for each missing language', async () => {
  const { machine, ran } = computer({ has: ['/usr/bin/python3', ...debian] })
  await expect(ensureInterpreters(machine)).rejects.toThrow(
    'PHP with the extension curl was not found and could not be installed. Run `apt-get install php-cli php-curl`, or set PHP to the path of its program.',
  )
  expect(ran).toEqual([])
})

test('the variables PYTHON and PHP replace Debian’s programs', () => {
  expect([pythonProgram(), phpProgram()]).toEqual(['/usr/bin/python3', '/usr/bin/php'])
  vi.stubEnv('PYTHON', '/opt/python3')
  vi.stubEnv('PHP', '/opt/php')
  expect([pythonProgram(), phpProgram()]).toEqual(['/opt/python3', '/opt/php'])
})
