import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../cli/docs/api/contract.ts'
import { Shell } from '../../../e2e/docs/samples/shell.ts'
import { Interpreter } from '../../../e2e/docs/examples/interpreter.ts'
import type { SampleRun } from '../../../e2e/docs/examples/interpreter.ts'
import { printedOperations } from '../../../e2e/docs/examples/printedSamples.ts'
import { startSampleGateway } from './sampleGateway.ts'
import type { SampleGateway } from './sampleGateway.ts'

let gateway: SampleGateway
beforeAll(async () => {
  gateway = await startSampleGateway()
})
afterAll(() => gateway.stop())

test('the pages of the API have a section for each operation of the contract', () => {
  expect(printedOperations.map(({ operation }) => operation).toSorted()).toEqual(
    operations.map(({ name }) => name).toSorted(),
  )
})

describe('samples with curl', () => {
  let shell: Shell
  beforeAll(() => {
    shell = new Shell({
      folder: gateway.folder,
      scratch: gateway.folder,
      setup: 'curl() { command curl -sS --fail-with-body --max-time 30 "$@"; }',
      env: gateway.env,
    })
  })
  afterAll(() => shell.close())

  const runShell = async (path: string): Promise<SampleRun> => {
    const { succeeded, stdout, stderr } = await shell.run(await readFile(path, 'utf8'))
    return succeeded ? { printed: JSON.parse(stdout) } : { error: stdout + stderr }
  }

  test.each(printedOperations)('$page: the sample of $operation prints the printed response', async (printed) => {
    expect(await gateway.respond(printed, 'sh', runShell)).toEqual(printed.response)
  })
})

describe('samples in JavaScript', () => {
  let node: Interpreter
  beforeAll(() => {
    node = new Interpreter({ program: process.execPath, driver: 'javascript.js', env: gateway.env })
  })
  afterAll(() => node.close())

  test.each(printedOperations)('$page: the sample of $operation prints the printed response', async (printed) => {
    expect(await gateway.respond(printed, 'js', (path) => node.run(path))).toEqual(printed.response)
  })
})
