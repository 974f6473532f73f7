import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Complaint, runCommand } from '../../../cli/complaint.ts'
import { inRepository, repository } from '../../../cli/repository.ts'
import type { Ran } from '../../models/kernel/model.ts'
import { loadSources } from '../../mutants/table.ts'
import { printCounts, soakWithKills } from './kills.ts'
import { makePlace } from './place.ts'

const usage = `npm run soak -- [options]
  Plays random histories of a whole account, and ends with code 1 where an invariant broke.
  --level <level>     core, runtime or kills; core if not given
  --minutes <number>  10 if not given
  --seed <number>     the same seed plays the same histories; which of them a kill hits at which instant no seed can say
  --path <path>       of the histories of a seed the one that a report names so, alone; of core`

const readOptions = () => {
  const options = {
    level: { type: 'string', default: 'core' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    path: { type: 'string' },
  } as const
  try {
    const { level, minutes, seed, path } = parseArgs({ options }).values
    return { level, seed: Number(seed), path, forMs: Number(minutes) * 60_000 }
  } catch (error) {
    throw new Complaint(`${(error as Error).message}\n${usage}`)
  }
}

interface Options {
  readonly seed: number
  readonly path: string | undefined
  readonly forMs: number
}

interface Outcome {
  readonly said: string
  readonly broken: string
}

const printPlayed = ({ histories, commands }: Ran): string => `${histories} histories, ${commands} commands`

/** More than can be played in any time. */
const endless = 1_000_000

const core = async ({ seed, path, forMs }: Options): Promise<Outcome> => {
  loadSources()
  // After the hooks.
  const { run } = await import('../../models/kernel/model.ts')
  const { account } = await import('../../models/account/account.ts')
  const { accountInNode } = await import('../../models/account/system.ts')
  const { log, warn, error } = console
  Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })
  const ran: Ran = await run(account, { seed, path, count: endless, forMs }, await accountInNode())
  Object.assign(console, { log, warn, error })
  return { said: printPlayed(ran), broken: ran.report }
}

/** The runtime has a test runner of its own, which prints what it has to say. */
const runtime = async ({ seed, forMs }: Options): Promise<Outcome> => {
  const vitest = inRepository('node_modules/vitest/vitest.mjs')
  const run = ['run', '--config', 'worker/proof/soak/run/runtime.config.ts', '--disable-console-intercept']
  const child = spawn(process.execPath, [vitest, ...run], {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, SLUICE_SEED: String(seed), SLUICE_SOAK_MS: String(forMs) },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { said: 'see above', broken: code === 0 ? '' : `The runtime's tests ended with code ${code}.` }
}

const kills = async ({ seed, forMs }: Options): Promise<Outcome> => {
  const place = await makePlace()
  const most = Math.ceil(forMs / 2_000)
  const settled = await soakWithKills(place, { kills: most, seed, forMs })
  const { kills: killed, leaks, report } = settled
  const found = leaks.map(({ where, what }) => `\n${what} in ${where}`).join('')
  if (report === '' && found === '') await place.remove()
  return {
    said: `${killed} kills (${printCounts(settled)}), ${printPlayed(settled)}`,
    broken: report + found,
  }
}

const levels: Readonly<Record<string, (options: Options) => Promise<Outcome>>> = { core, runtime, kills }

await runCommand(async () => {
  const { level, ...options } = readOptions()
  const play = levels[level]
  if (
    play === undefined ||
    (options.path !== undefined && play !== core) ||
    !Number.isSafeInteger(options.seed) ||
    !(options.forMs > 0)
  )
    throw new Complaint(usage)
  console.log(`Soak of level ${level} for ${options.forMs / 60_000} minutes, seed ${options.seed}`)
  const { said, broken } = await play(options)
  console.log(said)
  console.log(broken === '' ? 'No invariant broke.' : broken)
  process.exitCode = broken === '' ? 0 : 1
})
