import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps what is written here in memory. */
const inMemory = '/dev/shm'
/** The folders of a run of the tests take a gigabyte at most; of a container's 64 MB they could make nothing. */
const neededBytes = 4 * 2 ** 30

const freeBytes = async (folder: string): Promise<number> => {
  const found = await statfs(folder).catch(() => null)
  return found === null ? 0 : found.bavail * found.bsize
}

/** Where databases of tests go: a database writes each batch through to its disk before it answers, and a disk takes longer for it than all else. */
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

/** What a run that was killed has left would stay in memory. */
const removeAbandoned = async (place: string): Promise<void> => {
  for (const name of await readdir(place)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(place, name), { recursive: true, force: true })
  }
}

/**
 * A folder for whatever tests write, gone when they have ended: in memory where there is room for it.
 *
 * @param use gets its path
 */
export const inTempDir = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const place = await choosePlace()
  await removeAbandoned(place)
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  try {
    return await use(folder)
  } finally {
    // A browser that is ending may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
