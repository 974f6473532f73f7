import { spawn, type ChildProcess } from 'node:child_process'

/** What a child process printed, and with which code it ended; null when a signal ended it. */
export type Ended = { code: number | null; output: string }

export type Running = {
  pid: number
  /** Resolves once the process has ended, however it ended. */
  ended: Promise<Ended>
  /** Everything printed so far. */
  output: () => string
  /** Asks the whole process group to end, waits, and kills what is left after five seconds. */
  stop: () => Promise<void>
  /** Ends the whole process group at once, without a chance to tidy up: a power cut. */
  kill: () => Promise<void>
}

type Command = {
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** After so long the whole group is killed. Without it the command may take for ever. */
  timeoutMs?: number
  /** Receives every chunk printed to stdout and stderr. */
  onOutput?: (chunk: string) => void
}

const patienceMs = 5000
const alive = new Set<number>()

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // ESRCH: the group is gone already, which is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// Whatever ends this process, its children do not outlive it: an orphaned workerd would hold the port and the database.
process.on('exit', () => alive.forEach((pid) => signalGroup(pid, 'SIGKILL')))

const whenEnded = (child: ChildProcess, output: () => string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output() }))
  })

/**
 * Starts a command in a process group of its own, so that it and everything that it starts can be ended together and a
 * Ctrl-C in the terminal reaches only the command that the person started.
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
