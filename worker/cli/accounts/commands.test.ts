import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRepository, repository } from '../repository.ts'
import { run } from '../wrangler/processes.ts'

let state: string
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'sluice-commands-'))
})
afterEach(() => rm(state, { recursive: true }))

const cli = (path: string, ...args: string[]) =>
  run({ command: process.execPath, args: [inRepository(`worker/cli/${path}`), ...args], cwd: repository })

test.each([
  ['account:create', 'accounts/account.ts', ['create', '--name', 'Shop']],
  ['account:create --sandbox', 'accounts/account.ts', ['create', '--sandbox']],
  ['account:set', 'accounts/account.ts', ['set', '--account', 'a', '{"name":"Shop"}']],
  ['key:create', 'accounts/key.ts', ['create', '--account', 'a']],
  ['vault:rotate', 'keys/rotate.ts', ['--status']],
  ['status', 'status/status.ts', [], 2],
])('%s before the first npm run dev asks for it and leaves no database', async (_name, path, args, failed = 1) => {
  const { code, output } = await cli(path, ...args, '--state', state)
  expect([code, output.trim()]).toEqual([
    failed,
    `The database in ${state} has no tables yet. Start \`npm run dev\` once: it creates the local database.`,
  ])
  expect(await readdir(state)).toEqual([])
})

test.each([
  ['dev', 'dev/dev.ts', []],
  ['deploy', 'deploy/deploy.ts', []],
  ['pages:check', 'pagesCheck/main.ts', []],
  ['account:create', 'accounts/account.ts', ['create']],
  ['account:set', 'accounts/account.ts', ['set']],
  ['key:create', 'accounts/key.ts', ['create']],
  ['connection:add', 'connections/connection.ts', ['add']],
  ['connection:list', 'connections/connection.ts', ['list']],
  ['connection:check', 'connections/connection.ts', ['check']],
  ['connection:disable', 'connections/connection.ts', ['disable']],
  ['vault:rotate', 'keys/rotate.ts', []],
  ['status', 'status/status.ts', []],
])('%s --help prints the usage of the command and does nothing else', { timeout: 30_000 }, async (name, path, args) => {
  for (const flag of ['--help', '-h']) {
    const { code, output } = await cli(path, ...args, flag)
    expect([code, output]).toEqual([0, expect.stringContaining(`npm run ${name} --`)])
  }
})

test('a command on a local database without tables asks for npm run dev', { timeout: 30_000 }, async () => {
  await mkdir(join(state, 'v3', 'd1'), { recursive: true })
  const { code, output } = await cli('accounts/account.ts', 'create', '--name', 'Shop', '--state', state)
  expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^The database in .* has no tables yet\. .*\.$/)])
})
