import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordArtifact, artifactsVariable } from '../../cli/wrangler/testArtifacts.ts'
import { scanArtifacts, recordArtifacts, recordSecrets } from './artifacts.ts'

let folder: string
let trail: string
let envFile: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-trail-'))
  ;[trail, envFile] = [join(folder, 'trail'), join(folder, 'worker.vars')]
  await writeFile(envFile, `ROOT_KEYS=1:${Buffer.alloc(32, 'root').toString('base64')}\n`)
  await recordArtifacts(trail)
})
afterEach(async () => {
  delete process.env[artifactsVariable]
  await rm(folder, { recursive: true })
})

/** The artifacts of a gateway with a state folder of this name. */
const start = async (name: string) => {
  const state = join(folder, name)
  await mkdir(state)
  const output: string[] = []
  return { state, output, print: recordArtifact(state, (chunk) => output.push(chunk)) }
}

test('output and state of a gateway are scanned once', async () => {
  const { state, output, print } = await start('one')
  print('POST /v1/tokens\n')
  await writeFile(join(state, 'cache'), 'nothing')
  await scanArtifacts(trail, envFile)
  expect(output).toEqual(['POST /v1/tokens\n'])
  expect(await readdir(trail)).toEqual([])
})

test('a card in output or state is reported by each scan until it is removed', async () => {
  const [printing, keeping] = [await start('printing'), await start('keeping')]
  printing.print('paid with 4242424242424242\n')
  await writeFile(join(keeping.state, 'cache'), Buffer.from('5555555555554444').toString('base64'))
  await expect(scanArtifacts(trail, envFile, printing.state)).rejects.toThrow(/in 1 places[^]*\.log: card 424242…4242/)
  await expect(scanArtifacts(trail, envFile, keeping.state)).rejects.toThrow(/in 1 places[^]*cache: card 555555…4444/)
  await expect(scanArtifacts(trail, envFile)).rejects.toThrow('in 2 places')
})

test('a state folder that is deleted before its scan is reported', async () => {
  const { state } = await start('gone')
  await rm(state, { recursive: true })
  await expect(scanArtifacts(trail, envFile)).rejects.toThrow(state)
})

test('secrets of responses and root keys are found', async () => {
  const secrets = { secret: 'whsec_c2VjcmV0IG9mIGEgd2ViaG9vaw==', token: 'i'.repeat(22) + 'SecretHalfOfTheToken22' }
  recordSecrets(JSON.stringify({ webhook: secrets, keys: [{ key: 'sluice_sk_test_00…hllh' }] }))
  const { print } = await start('one')
  print(`${secrets.token.slice(0, 22)} sluice_sk_test_00…hllh\n`)
  await scanArtifacts(trail, envFile)
  for (const secret of [
    secrets.token.slice(22),
    secrets.secret.slice(6),
    Buffer.alloc(32, 'root').toString('latin1'),
  ]) {
    const { state, print } = await start(`of-${secret.length}`)
    print(`${secret}\n`)
    await expect(scanArtifacts(trail, envFile, state)).rejects.toThrow('in 1 places')
  }
})

test('artifacts are recorded only with the environment variable', () => {
  delete process.env[artifactsVariable]
  expect(recordArtifact(null, console.log)).toBe(console.log)
})
