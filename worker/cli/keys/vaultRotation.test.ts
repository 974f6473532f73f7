import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generateAccountKey } from '../../vault/keys/accountKeys.ts'
import { rootKeysText } from '../../vault/fixtures.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { run } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'
import type { VersionUse } from './rootKeyUse.ts'
import { rotateVault } from './vaultRotation.ts'
import { executeSql } from '../wrangler/wrangler.ts'

/** The vault:rotate command. By default wrangler is a stub that records its arguments and returns what a test sets. */

let folder: string
let keys: string
let config: string
const said: string[] = []

/** What wrangler was given. */
interface CallToWrangler {
  readonly args: readonly string[]
  readonly input: string
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-rotation-'))
  keys = join(folder, 'root-key.txt')
  config = join(folder, 'wrangler.jsonc')
  await writeFile(config, '{ "d1_databases": [{ "binding": "DB_00" }, { "binding": "DB_01" }] }')
  vi.stubEnv('STAND_IN', folder)
  vi.stubEnv('NODE_OPTIONS', `--import ${new URL('wranglerStandIn.js', import.meta.url).href}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  said.length = 0
  await rm(folder, { recursive: true })
})

/** What the terminal shows, and whether the command did what it was asked. */
const rotate = async (...args: string[]): Promise<string> => {
  const text = await rotateVault([...args, '--config', config]).catch((error: Error) => `refused: ${error.message}`)
  said.push(text)
  return text
}
const remote = (...args: string[]) => rotate('--remote', '--keys', keys, ...args)

const calls = async (): Promise<CallToWrangler[]> =>
  (await readFile(join(folder, 'calls'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CallToWrangler)
/** What the worker was given, each time. */
const deployed = async () => (await calls()).filter(({ args }) => args[0] === 'secret').map(({ input }) => input)

const kept = async () => (await readFile(keys, 'utf8')).trim()
const retired = () => readFile(`${keys}.retired`, 'utf8')
const versionsOf = (text: string) => text.split(',').map((entry) => Number.parseInt(entry, 10))

/** A row of the database: so many keys that this version of these root keys wraps. */
const wraps = async (count: number, version: number, text: string): Promise<VersionUse> => {
  const entry = text.split(',').find((one) => one.startsWith(`${version}:`)) ?? ''
  const { wrappedKey } = await generateAccountKey(await parseRootKeys(entry), 'a/test')
  return { version, keys: count, holder: 'a/test', wrappedKey }
}

/** From here on the databases answer these rows, and Cloudflare takes the secret or not. */
const answer = (rows: { DB_00?: VersionUse[]; DB_01?: VersionUse[] }, takesSecret = true) =>
  writeFile(join(folder, 'answers'), JSON.stringify({ rows: { DB_00: [], DB_01: [], ...rows }, takesSecret }))

/** No key is shown, in an argument, or given to anything but the one secret. */
const expectNothingShown = async (...texts: string[]) => {
  const [everything, made] = [JSON.stringify([said, (await calls()).map(({ args }) => args)]), texts.join()]
  const parts = made.split(/[,:\n"]/).filter((part) => part.length > 40)
  expect(parts.length).toBeGreaterThan(0)
  for (const part of parts) expect(everything).not.toContain(part)
  expect((await calls()).filter(({ args, input }) => args[0] !== 'secret' && input !== '')).toEqual([])
}

describe('rotating the root key of a deployed gateway', () => {
  beforeEach(async () => {
    await writeFile(keys, `${rootKeysText(1)}\n`)
    await answer({ DB_00: [await wraps(12, 1, rootKeysText(1))] })
  })

  test('a new root key is added to the operator’s copy and deployed to the worker', async () => {
    const shown = await remote()
    expect(versionsOf(await kept())).toEqual([1, 2])
    expect(await kept()).toContain(rootKeysText(1))
    expect((await stat(keys)).mode & 0o777).toBe(0o600)
    expect(await deployed()).toEqual([await kept()])
    const { args } = (await calls()).at(-1)!
    expect(args).toEqual(['secret', 'put', 'ROOT_KEYS', '--config', config])
    expect((await calls()).filter(({ args }) => args[0] === 'd1').map(({ args }) => [args[2], args.at(-1)])).toEqual([
      ['DB_00', '--remote'],
      ['DB_01', '--remote'],
    ])
    expect(shown).toContain('Shard  Version  Account keys\n00     1        12\n01     -        0')
    await expectNothingShown(await kept())
  })

  test('a root key that was not deployed is deployed by the next run', async () => {
    await answer({ DB_00: [await wraps(12, 1, rootKeysText(1))] }, false)
    expect(await remote()).toMatch(/^refused: No network for [^]*run the same command again/)
    const made = await kept()
    expect(versionsOf(made)).toEqual([1, 2])

    await answer({ DB_00: [await wraps(12, 1, rootKeysText(1))] })
    expect(await remote()).toContain('already has version 2 of the root key')
    expect(await kept()).toBe(made)
    expect(await deployed()).toEqual([made, made])

    // The version is in use, so the next run creates another.
    await answer({ DB_00: [await wraps(11, 1, made), await wraps(1, 2, made)] })
    await remote()
    expect(versionsOf(await kept())).toEqual([1, 2, 3])
    expect((await kept()).startsWith(made)).toBe(true)
    await expectNothingShown(await kept())
  })

  test('a root key can be rotated before the first account exists', async () => {
    await answer({})
    await remote()
    expect(versionsOf(await kept())).toEqual([1, 2])
    await remote()
    expect(versionsOf(await kept())).toEqual([1, 2])
  })

  test('rotating and retiring are rejected if the operator’s copy lacks a key in use', async () => {
    await answer({ DB_01: [await wraps(3, 2, rootKeysText(1, 2))] })
    for (const args of [[], ['--retire']]) expect(await remote(...args)).toMatch(/^refused: Shard 01 [^]* Nothing was/)
    expect(await kept()).toBe(rootKeysText(1))
    expect(await deployed()).toEqual([])
  })

  test.each([
    [['--remote'], '--remote requires --keys'],
    [['--keys', '1:secret='], '--remote requires --keys'],
    [['--remote', '--keys', '1:secret='], 'does not exist'],
    [['1:secret='], 'Unknown option'],
    [['--secret'], 'Unknown option'],
    [['--status', '--retire'], 'exclude each other'],
  ])('options %j are rejected without quoting them', async (args, refusal) => {
    const shown = await rotate(...args)
    expect(shown).toMatch(/^refused: /)
    expect(shown).toContain(refusal)
    expect(shown).not.toContain('secret=')
    expect(await deployed()).toEqual([])
  })
})

describe('retiring root keys of a deployed gateway', () => {
  const all = rootKeysText(1, 2, 3)
  beforeEach(() => writeFile(keys, all))

  test('unused root keys are removed from copy and worker and stored as retired', async () => {
    await answer({ DB_00: [await wraps(12, 3, all)] })
    const shown = await remote('--retire')
    expect(await kept()).toBe(rootKeysText(3))
    expect(await deployed()).toEqual([rootKeysText(3)])
    expect(await retired()).toBe(`${rootKeysText(1)}\n${rootKeysText(2)}\n`)
    expect(shown).toContain(`${keys}.retired. Keep it while you may restore an older backup`)
    await expectNothingShown(all)
  })

  test('a failed retirement is completed by the next run', async () => {
    await answer({ DB_00: [await wraps(12, 3, all)] }, false)
    expect(await remote('--retire')).toMatch(/^refused: No network/)
    await answer({ DB_00: [await wraps(12, 3, all)] })
    expect(await remote('--retire')).toContain(`${keys}.retired`)
    expect(await kept()).toBe(rootKeysText(3))
    expect(await deployed()).toEqual([rootKeysText(3), rootKeysText(3)])
    expect(await retired()).toBe(`${rootKeysText(1)}\n${rootKeysText(2)}\n`)
    await expectNothingShown(all)
  })

  test.each<[string, () => Promise<Parameters<typeof answer>[0]>, RegExp]>([
    [
      'any shard uses one',
      async () => ({ DB_00: [await wraps(12, 3, all)], DB_01: [await wraps(1, 2, all), await wraps(5, 3, all)] }),
      /^refused: Shard[^]*01 {5}2 {8}1\n[^]*1 account keys still need/,
    ],
    ['the newest is unused', async () => ({}), /^refused: No account key is wrapped by version 3 yet/],
  ])('old root keys stay if %s', async (_what, rows, refusal) => {
    await answer(await rows())
    expect(await remote('--retire')).toMatch(refusal)
    expect(await kept()).toBe(all)
    expect(await deployed()).toEqual([])
    expect(await readdir(folder)).not.toContain('root-key.txt.retired')
  })

  test('--status counts account keys without a copy of the root keys', async () => {
    await answer({ DB_00: [await wraps(7, 2, all), await wraps(12, 3, all)], DB_01: [await wraps(2, 3, all)] })
    expect(await rotate('--remote', '--status')).toBe(
      'Shard  Version  Account keys\n00     2        7\n00     3        12\n01     3        2\n\n' +
        '7 account keys remain. The sweep rewraps them with version 3, 200 a minute in each shard.',
    )
    await answer({ DB_01: [await wraps(2, 3, all)] })
    expect(await rotate('--remote', '--status')).toContain('All account keys are wrapped by version 3.')
  })
})

describe('rotating the root key of a local gateway', () => {
  let state: string
  let vars: string
  beforeEach(() => {
    state = join(folder, 'state')
    vars = join(folder, 'worker.vars')
  })
  const local = (...args: string[]) => rotate('--state', state, '--vars', vars, ...args)
  const made = async () => /^OTHER=1\nROOT_KEYS="(.*)"\n$/.exec(await readFile(vars, 'utf8'))?.[1] ?? ''

  // Starts the real wrangler twice.
  test('a local root key is rotated with the real wrangler and database', { timeout: 60_000 }, async () => {
    vi.stubEnv('NODE_OPTIONS', '')
    await writeFile(vars, `OTHER=1\nROOT_KEYS="${rootKeysText(1)}"\n`)
    const schema = await readFile(inRepository('worker/store/migrations/0001_accounts.sql'), 'utf8')
    const { holder, wrappedKey, version } = await wraps(1, 1, rootKeysText(1))
    const [account, mode] = holder.split('/')
    const row = `INSERT INTO accountKeys VALUES ('${account}', '${mode}', '${wrappedKey}', ${version});`
    const place = { config: inRepository('wrangler.jsonc'), state: state }
    await executeSql('DB_00', `${schema}\n${row}`, place)
    const { code, output } = await run({
      command: process.execPath,
      args: [inRepository('worker/cli/keys/rotate.ts'), '--state', state, '--vars', vars],
      cwd: repository,
    })
    expect([code, output]).toEqual([0, expect.stringContaining('00     1        1\n')])
    expect(output).toContain('now has version 2 of the root key')
    expect(output).toContain('Restart npm run dev')
    expect(versionsOf(await made())).toEqual([1, 2])
    expect((await parseRootKeys(await made())).newest.version).toBe(2)
    said.push(output)
    await expectNothingShown(await made())
  })

  test('retired local root keys are stored beside the databases', async () => {
    await mkdir(join(state, 'v3', 'd1'), { recursive: true })
    await writeFile(vars, `OTHER=1\nROOT_KEYS="${rootKeysText(1, 2)}"\n`)
    await answer({ DB_00: [await wraps(1, 2, rootKeysText(2))] })
    expect(await local('--retire')).toContain(join(state, 'retired-root-keys'))
    expect(await made()).toBe(rootKeysText(2))
    expect(await readFile(join(state, 'retired-root-keys'), 'utf8')).toBe(`${rootKeysText(1)}\n`)
    expect((await calls()).map(({ args }) => args.slice(-3))).toEqual([
      ['--local', '--persist-to', state],
      ['--local', '--persist-to', state],
    ])
    await expectNothingShown(rootKeysText(1, 2))
  })

  test('--status compares the account keys with the newest version in the file', async () => {
    await mkdir(join(state, 'v3', 'd1'), { recursive: true })
    await writeFile(vars, `OTHER=1\nROOT_KEYS="${rootKeysText(1, 2)}"\n`)
    await answer({ DB_00: [await wraps(1, 1, rootKeysText(1))] })
    expect(await local('--status')).toContain('1 account keys remain. The sweep rewraps them with version 2')
    await answer({ DB_00: [await wraps(1, 2, rootKeysText(1, 2))] })
    expect(await local('--status')).toContain('All account keys are wrapped by version 2.')
    await answer({})
    expect(await local('--status')).toContain('There are no account keys yet.')
    await expectNothingShown(rootKeysText(1, 2))
  })

  test('a gateway that was never started has no root key to rotate', async () => {
    for (const args of [[], ['--retire'], ['--status']])
      expect(await local(...args)).toMatch(
        /^refused: .* has no tables yet\. Start `npm run dev` once: it creates the local database\.$/,
      )
    expect(await calls()).toEqual([])
  })
})
