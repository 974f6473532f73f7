import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { run, start } from './processes.ts'

const node = (script: string) => ({ command: process.execPath, args: ['-e', script] })

/** A process with a child of its own that holds a port, like wrangler and its workerd. The child prints the port. */
const family = node(`
  const server = "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))"
  require('node:child_process').spawn(process.execPath, ['-e', server], { stdio: 'inherit' })
  setInterval(() => {}, 1e6)
`)

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const eventually = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return
    await sleep(30)
  }
  expect.unreachable('the condition was not met within three seconds')
}

test('run returns output and exit code', async () => {
  const { code, output } = await run(node('console.log("out"); console.error("err"); process.exitCode = 3'))
  expect(code).toBe(3)
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out'])
})

for (const end of ['stop', 'kill'] as const)
  test(`${end} ends child processes, too`, async () => {
    const running = start(family)
    await eventually(() => /\d+\n/.test(running.output()))
    const port = Number(running.output())
    expect(await isListening(port)).toBe(true)
    await running[end]()
    await eventually(async () => !(await isListening(port)))
  })

test('run kills a command after its timeout', async () => {
  const { code } = await run({ ...node('setInterval(() => {}, 1e6)'), timeoutMs: 100 })
  expect(code).toBeNull()
})

test('run throws for an unknown command', async () => {
  await expect(run({ command: '/nowhere/at/all', args: [] })).rejects.toThrow('ENOENT')
})
