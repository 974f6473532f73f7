import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts CPU time in: a hundredth of a second, on every machine that Node runs on. */
const tickMs = 10

/** Fields of /proc/<pid>/stat by their numbers in proc(5), less those up to the name, which may hold anything. */
const [group, user, system] = [5 - 3, 14 - 3, 15 - 3]

const statOf = (pid: string): { name: string; fields: string[] } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [from, to] = [text.indexOf('('), text.lastIndexOf(')')]
    return { name: text.slice(from + 1, to), fields: text.slice(to + 2).split(' ') }
  } catch {
    // It has ended.
    return null
  }
}

/** CPU time of the runtimes in a process group, in milliseconds; null where the system has no /proc. */
export const cpuMsOf = (processGroup: number): number | null => {
  if (process.platform !== 'linux') return null
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid) ?? [])
    .filter(({ name, fields }) => name === 'workerd' && Number(fields[group]) === processGroup)
    .map(({ fields }) => Number(fields[user]) + Number(fields[system]))
  return ticks.reduce((sum, one) => sum + one, 0) * tickMs
}
