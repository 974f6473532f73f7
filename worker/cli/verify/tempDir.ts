import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A RAM file system on Linux. */
const inMemory = '/dev/shm'
/** A test run writes up to a gigabyte; containers often have 64 MB here. */
const neededBytes = 4 * 2 ** 30

const freeBytes = async (folder: string): Promise<number> => {
  const found = await statfs(folder).catch(() => null)
  return found === null ? 0 : found.bavail * found.bsize
}

/** The folder of test databases: in memory, since databases flush each batch to disk, which dominates on a disk. */
const choosePlace = async (): Promise<string> => {
  const free = Math.min(await freeBytes(inMemory), process.availableMemory())
  return free >= neededBytes ? inMemory : tmpdir()
}

const prefix = 'sluice-tests-'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Folders of killed runs would stay in memory. */
const removeAbandoned = async (place: string): Promise<void> => {
  for (const name of await readdir(place)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(place, name), { recursive: true, force: true })
  }
}

/**
 * Creates a temporary folder for tests, in memory if there is room, and removes it afterwards.
 *
 * @param use receives its path
 */
export const inTempDir = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const place = await choosePlace()
  await removeAbandoned(place)
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  try {
    return await use(folder)
  } finally {
    // A browser may still write while it ends.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
