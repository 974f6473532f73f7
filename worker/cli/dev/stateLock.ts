import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Complaint } from '../cliError.ts'

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

/** Complains in one line when another process uses the state folder: two runtimes on one database lose writes. */
export const requireUnclaimed = async (state: string): Promise<void> => {
  const pid = await user(state)
  if (pid) throw new Complaint(`Sluice is running on ${state} (process ${pid}). End it first, with Ctrl-C.`)
}

/** Marks the state folder as used by this process until the returned function is called. */
export const claim = async (state: string): Promise<() => Promise<void>> => {
  await requireUnclaimed(state)
  await mkdir(state, { recursive: true })
  await writeFile(fileOf(state), String(process.pid))
  return () => rm(fileOf(state), { force: true })
}
