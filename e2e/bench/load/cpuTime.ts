import { readdirSync, readFileSync } from 'node:fs'

/** Linux’s unit of CPU time on all platforms of Node. */
const tickMs = 10

/** Indexes of fields in /proc/<pid>/stat after the process name, by their numbers in proc(5). */
const [group, user, system] = [5 - 3, 14 - 3, 15 - 3]

const readStat = (pid: string): { name: string; fields: string[] } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [from, to] = [text.indexOf('('), text.lastIndexOf(')')]
    return { name: text.slice(from + 1, to), fields: text.slice(to + 2).split(' ') }
  } catch {
    // The process has ended.
    return null
  }
}

/** CPU time of the runtimes in a process group, in milliseconds; null on systems without /proc. */
export const cpuTimeMs = (processGroup: number): number | null => {
  if (process.platform !== 'linux') return null
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readStat(pid) ?? [])
    .filter(({ name, fields }) => name === 'workerd' && Number(fields[group]) === processGroup)
    .map(({ fields }) => Number(fields[user]) + Number(fields[system]))
  return ticks.reduce((sum, one) => sum + one, 0) * tickMs
}
