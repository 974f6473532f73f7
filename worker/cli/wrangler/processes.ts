import { spawn, type ChildProcess } from 'node:child_process'

/** Output and exit code of a child process; the code is null if a signal ended it. */
export type Ended = { code: number | null; output: string }

export type Running = {
  pid: number
  /** Resolves when the process has ended for any reason. */
  ended: Promise<Ended>
  /** The output so far. */
  output: () => string
  /** Sends SIGTERM to the process group, and SIGKILL after five seconds. */
  stop: () => Promise<void>
  /** Sends SIGKILL to the process group. */
  kill: () => Promise<void>
}

type Command = {
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** After this time the process group is killed. Unlimited by default. */
  timeoutMs?: number
  /** Receives each chunk of stdout and stderr. */
  onOutput?: (chunk: string) => void
}

const patienceMs = 5000
const alive = new Set<number>()

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // ESRCH: the group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// Child processes must not outlive this process: an orphaned workerd would hold the port and the database.
process.on('exit', () => alive.forEach((pid) => signalGroup(pid, 'SIGKILL')))

const whenEnded = (child: ChildProcess, output: () => string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output() }))
  })

/**
 * Starts a command in its own process group, so that it can be ended with its child processes, and Ctrl-C does not reach it directly.
 */
export const start = ({ command, args, cwd, env, timeoutMs, onOutput }: Command): Running => {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      chunks.push(chunk)
      onOutput?.(chunk)
    })
  }
  const output = () => chunks.join('')
  const ended = whenEnded(child, output)
  const pid = child.pid ?? 0
  if (pid) {
    alive.add(pid)
    ended.finally(() => alive.delete(pid)).catch(() => {})
  }
  if (timeoutMs !== undefined) {
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), timeoutMs)
    ended.finally(() => clearTimeout(timer)).catch(() => {})
  }
  const kill = async () => {
    signalGroup(pid, 'SIGKILL')
    await ended
  }
  const stop = async () => {
    signalGroup(pid, 'SIGTERM')
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceMs)
    await ended
    clearTimeout(timer)
  }
  return { pid, ended, output, stop, kill }
}

/** Runs a command to its end. */
export const run = (command: Command): Promise<Ended> => start(command).ended
