import { expect, test } from 'vitest'
import { runReconcile } from '../../cli/reconciliation/command.ts'
import { differencesOf, reconciliationFixture } from '../../testing/fixtures/reconciliationFixture.ts'
import { gatewayOrigin } from '../../testing/merchant.ts'

const time = (ms: number): string => new Date(ms).toISOString()

const commandFixture = async () => {
  const fixture = await reconciliationFixture()
  const { clock, connection, merchant, worker } = fixture
  const run = async (...args: readonly string[]) => {
    const printed: string[] = []
    const span = ['--from', time(clock.now() - 3_600_000), '--to', time(clock.now() + 60_000)]
    const code = await runReconcile(['--connection', connection, ...span, '--gateway', gatewayOrigin, ...args], {
      key: merchant.secretKey,
      request: worker.fetch,
      print: (line) => printed.push(line),
    })
    return { code, output: printed.join('\n') }
  }
  return { ...fixture, run }
}

test('npm run reconcile of a processor that agrees prints so and exits with 0', async () => {
  const { run, sale, connection } = await commandFixture()
  await sale()
  const { code, output } = await run()
  expect(code).toBe(0)
  expect(output).toContain(`Connection ${connection}`)
  expect(output).toContain('Both sides agree.')
})

test('npm run reconcile prints each difference and exits with 1, and with 0 once --repair has repaired them', async () => {
  const { run, authorize, lose, clock, book } = await commandFixture()
  const id = await authorize()
  await lose(id, { whole: true })
  const found = await run()
  expect(found.code).toBe(1)
  expect(found.output).toMatch(
    new RegExp(`missing_here +authorize +${id} +sim_1 +- +approved 10 +840 +--repair reverses it`),
  )
  const repaired = await run('--repair')
  expect(repaired.code).toBe(0)
  expect(repaired.output).toMatch(new RegExp(`reversed +authorize +${id} +sim_1 +10 \\(840\\)`))
  await book.add({ type: 'authorize', money: { minor: 500n, currency: 840, exponent: 2 }, at: clock.now() })
  const left = await run('--repair')
  expect([left.code, /foreign .* manual decision/.test(left.output)]).toEqual([1, true])
})

test('npm run reconcile --json prints one object with all pages', async () => {
  const { run, authorize, book, connection } = await commandFixture()
  for (let count = 0; count < 101; count++) await authorize()
  const id = await authorize()
  await book.change(id, { approved: 900n })
  const { code, output } = await run('--json')
  const result = JSON.parse(output)
  expect([code, result.connection, result.repairs]).toEqual([1, connection, []])
  expect(differencesOf(result)).toEqual([['amount', 'authorize', 'none', id]])
})

test.each([
  ['no connection', ['--from', '2026-01-01', '--to', '2026-01-02'], '--connection must be'],
  ['no time', ['--connection', 'abcdefgh', '--to', '2026-01-02'], '--from must be a time'],
  ['a text that is no time', ['--connection', 'abcdefgh', '--from', 'noon', '--to', '2026-01-02'], '--from must be'],
  ['an empty span', ['--connection', 'abcdefgh', '--from', '2026-01-02', '--to', '2026-01-02'], 'before --to'],
  ['an unknown option', ['--fix'], '--fix'],
])('npm run reconcile with %s names the problem', async (_name, args, message) => {
  const { worker, merchant } = await reconciliationFixture()
  const ports = { key: merchant.secretKey, request: worker.fetch, print: () => undefined }
  await expect(runReconcile([...args, '--gateway', gatewayOrigin], ports)).rejects.toThrow(message)
})

test('npm run reconcile of an unknown connection fails with the error of the gateway', async () => {
  const { worker, merchant } = await reconciliationFixture()
  const ports = { key: merchant.secretKey, request: worker.fetch, print: () => undefined }
  const args = ['--connection', 'abcdefgh', '--from', '2026-01-01', '--to', '2026-01-02', '--gateway', gatewayOrigin]
  await expect(runReconcile(args, ports)).rejects.toThrow('not_found')
})
