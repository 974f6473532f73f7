import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../cliError.ts'

const fileOf = (state: string): string => join(state, 'in-use-by')

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The id of the live process that uses this state folder, or undefined. */
const user = async (state: string): Promise<number | undefined> => {
  const pid = Number(await readFile(fileOf(state), 'utf8').catch(() => ''))
  return pid && pid !== process.pid && isAlive(pid) ? pid : undefined
}

/** Throws a CliError if another process uses the state folder, since two runtimes on one database lose writes. */
export const requireUnlocked = async (state: string): Promise<void> => {
  const pid = await user(state)
  if (pid) throw new CliError(`Sluice is running on ${state} (process ${pid}). Stop it first with Ctrl-C.`)
}

/** Locks the state folder for this process until the returned function is called. */
export const claim = async (state: string): Promise<() => Promise<void>> => {
  await requireUnlocked(state)
  await mkdir(state, { recursive: true })
  await writeFile(fileOf(state), String(process.pid))
  return () => rm(fileOf(state), { force: true })
}
