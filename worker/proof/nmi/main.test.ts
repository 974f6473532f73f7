import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { card, parseForm } from './nmi.fixture.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

const run = (...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill())
  return child
}

const outputOf = (child: ChildProcess): (() => string) => {
  let output = ''
  child.stdout!.on('data', (chunk) => (output += String(chunk)))
  child.stderr!.on('data', (chunk) => (output += String(chunk)))
  return () => output
}

test('nmi:standin serves with its options and logs each request without its values', async () => {
  const output = outputOf(run('--port', '0', '--refunds', 'settledOnly', '--start', '2015-11-20T12:00:00Z'))
  await expect.poll(output, { timeout: 20_000 }).toContain('http://')
  const [url = ''] = /http:\S+/.exec(output()) ?? []
  const post = async (values: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ security_key: 'sandbox-key', ...values })
    return parseForm(await (await fetch(`${url}/api/transact.php`, { method: 'POST', body })).text())
  }
  const { transactionid = '' } = await post({ ...card, amount: '1.00', ccexp: '0916' })
  expect(await post({ type: 'refund', transactionid })).toMatchObject({ response: '3' })
  await expect.poll(output).toContain(`transact.php sale 100 ${transactionid}\ntransact.php refund 300`)
  expect(output()).not.toContain(card.ccnumber)
})

test.each([
  [['--refunds', 'never'], '--refunds must be always or settledOnly.'],
  [['--settle-every-ms', '0'], '--settle-every-ms must be a whole number of at least 1.'],
  [['--start', 'tomorrow'], '--start must be an ISO 8601 time.'],
  [['--fast'], 'npm run nmi:standin'],
])('nmi:standin with %o exits with an error', async (args, message) => {
  const child = run(...args)
  const output = outputOf(child)
  expect(await once(child, 'close')).toEqual([1, null])
  expect(output()).toContain(message)
})
